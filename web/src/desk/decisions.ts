// The record of a tournament, which has decisions about it, rulings on its games and changes of seats: the kinds of its
// lines, what somebody looks for among them, and as a file.

import type { Decision } from "../gen/damcast/v1/pairing_pb";
import { csvOf } from "./save_file";

/** The kinds of events, as the service names them, rulings on games, and changes of seats and grace. */
export const KINDS = [
  "settings",
  "entries",
  "presence",
  "rounds",
  "results",
  "ties",
  "rulings",
  "devices",
] as const;

/** A decision, a ruling, or a change of a seat or of the grace. */
export interface RecordLine {
  /** Unique in the record. */
  readonly key: string;
  /** The number of a decision; empty for anything else. */
  readonly version: string;
  readonly atMs: number;
  /** The person; empty for what follows from a game. */
  readonly by: string;
  /** The name of the role in which they decided; empty if it is not known. */
  readonly role: string;
  /** The device from which they decided; empty if it is not known. */
  readonly device: string;
  readonly kinds: readonly string[];
  /** As in `r3-t12`; empty for what is not about a game. */
  readonly game: string;
  readonly what: string;
  readonly reason: string;
  /** The message that it follows from, as in `GAME 17`; empty if a person decided it. */
  readonly cause: string;
}

/** The text that is looked for; empty for everything. */
export interface Sought {
  readonly letters: string;
  readonly kind: string;
  readonly by: string;
}

/** Returns a decision as a line. */
export function lineOf(decision: Decision): RecordLine {
  const { version, atMs, by, roleText, device, events, reason, cause } = decision;
  return {
    key: String(version),
    version: String(version),
    atMs: Number(atMs),
    by,
    role: roleText,
    device,
    kinds: [...new Set(events.map(({ kind }) => kind))],
    game: "",
    what: events.map((event) => event.text).join("; "),
    reason,
    cause: cause ? `${cause.stream} ${cause.sequence}` : "",
  };
}

/** Returns the lines in the order of their moments; those of one moment stay in their order. */
export function inOrder(lines: readonly RecordLine[]): RecordLine[] {
  return lines.toSorted((one, other) => one.atMs - other.atMs);
}

/** Returns a line in words, with its game and reason. */
export function textOf({ game, what, reason }: RecordLine): string {
  const text = game === "" ? what : `${game}: ${what}`;
  return reason === "" ? text : `${text} (${reason})`;
}

export function isSought(line: RecordLine, { letters, kind, by }: Sought): boolean {
  return (
    `${line.by} ${line.role} ${line.device} ${textOf(line)}`
      .toLowerCase()
      .includes(letters.toLowerCase()) &&
    (kind === "" || line.kinds.includes(kind)) &&
    (by === "" || line.by === by)
  );
}

const HEAD = [
  "version",
  "at",
  "by",
  "role",
  "device",
  "kind",
  "game",
  "what",
  "reason",
  "cause",
] as const;

function cellsOf(line: RecordLine): string[] {
  return [
    line.version,
    new Date(line.atMs).toISOString(),
    line.by,
    line.role,
    line.device,
    line.kinds.join(" "),
    line.game,
    line.what,
    line.reason,
    line.cause,
  ];
}

export function recordCsv(lines: readonly RecordLine[]): string {
  return csvOf([HEAD, ...lines.map(cellsOf)]);
}

export function recordJson(lines: readonly RecordLine[]): string {
  const objects = lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(HEAD.map((name, at) => [name, cells[at] ?? ""]));
  });
  return JSON.stringify(objects, null, 2);
}
