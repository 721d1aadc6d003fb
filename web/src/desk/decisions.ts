// The decisions of a tournament: their kinds, what somebody looks for among them, and as a file.

import type { Decision } from "../gen/damcast/v1/pairing_pb";
import { csvOf } from "./save_file";

/** The kinds of events, as the service names them. */
export const KINDS = ["settings", "entries", "presence", "rounds", "results", "ties"] as const;
/** The text that is looked for; empty for everything. */
export interface Sought {
  readonly letters: string;
  readonly kind: string;
  readonly by: string;
}

/** Returns the kinds of the events of a decision, each once. */
export function kindsOf({ events }: Decision): string[] {
  return [...new Set(events.map(({ kind }) => kind))];
}

/** Returns a decision in words, with its reason. */
export function textOf({ events, reason }: Decision): string {
  const text = events.map((event) => event.text).join("; ");
  return reason === "" ? text : `${text} (${reason})`;
}

/** Returns the message that a decision follows from, as in `GAME 17`; empty if a person decided it. */
export function causeOf({ cause }: Decision): string {
  return cause ? `${cause.stream} ${cause.sequence}` : "";
}

export function isSought(decision: Decision, { letters, kind, by }: Sought): boolean {
  return (
    `${decision.by} ${textOf(decision)}`.toLowerCase().includes(letters.toLowerCase()) &&
    (kind === "" || kindsOf(decision).some((one) => one === kind)) &&
    (by === "" || decision.by === by)
  );
}

const HEAD = ["version", "at", "by", "kind", "what", "reason", "cause"] as const;

function cellsOf(decision: Decision): string[] {
  return [
    String(decision.version),
    new Date(Number(decision.atMs)).toISOString(),
    decision.by,
    kindsOf(decision).join(" "),
    decision.events.map((event) => event.text).join("; "),
    decision.reason,
    causeOf(decision),
  ];
}

export function decisionsCsv(decisions: readonly Decision[]): string {
  return csvOf([HEAD, ...decisions.map(cellsOf)]);
}

export function decisionsJson(decisions: readonly Decision[]): string {
  const objects = decisions.map((decision) => {
    const cells = cellsOf(decision);
    return Object.fromEntries(HEAD.map((name, at) => [name, cells[at] ?? ""]));
  });
  return JSON.stringify(objects, null, 2);
}
