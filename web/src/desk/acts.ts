// Acts: calls that change something. Each is sent, stored or failed, and never doubled.

import { type Signal, signal } from "@preact/signals";
import { language } from "../text/language";
import { isUnanswered, refusalText } from "../wire/api";
import { words } from "./text";

export type ActState = "sent" | "stored" | "failed" | "unknown";

export interface Act {
  readonly number: number;
  /** The same for acts of which only one may be under way. */
  readonly key: string;
  /** The act in words. */
  readonly label: string;
  readonly state: ActState;
  /** The reason why it failed; empty otherwise. */
  readonly error: string;
}

/** Tells what an act without an answer has done; `null` where nothing tells it. */
export interface Witness {
  /** The number of decisions that are known, once the server is heard again. */
  version(): number;
  /** Waits until the server is heard again; false if that takes too long. */
  heard(within: number): Promise<boolean>;
  /** Returns what people have decided since then, in words; empty if nothing. */
  decidedSince(version: number): Promise<string>;
}

/** Number of acts that are remembered. */
const KEPT = 40;
/** Longest time in milliseconds to wait for the server before an act is given up. */
const PATIENCE_MS = 60_000;
/** The pause in milliseconds before a call without a witness is repeated. */
const PAUSE_MS = 1_000;
/** Number of attempts at a call without a witness. */
const TRIES = 4;

/** The last acts, the newest first. */
export const acts: Signal<readonly Act[]> = signal([]);
const underWay = signal<ReadonlySet<string>>(new Set());
let last = 0;

/** Returns true while an act with this key is under way. */
export function isUnderWay(key: string): boolean {
  return underWay.value.has(key);
}

/**
 * Carries out an act; returns its answer, or `undefined` if it failed or one with this key is under
 * way.
 *
 * A call without an answer is repeated as the contract allows: while at most one decision, which may
 * be this one, was made since.
 */
export async function act<T>(
  key: string,
  label: string,
  call: () => Promise<T>,
  witness: Witness | null = null,
): Promise<T | undefined> {
  if (underWay.peek().has(key)) return undefined;
  underWay.value = new Set([...underWay.peek(), key]);
  last += 1;
  const number = last;
  acts.value = [
    { number, key, label, state: "sent" as const, error: "" },
    ...acts.peek().filter((one) => one.key !== key || one.state === "sent"),
  ].slice(0, KEPT);
  const version = witness?.version() ?? 0;
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await call();
        settle(number, "stored", "");
        return answer;
      } catch (error) {
        const text = refusalText(error, language.peek());
        if (!isUnanswered(error)) {
          const told = (await witness?.decidedSince(version)) ?? "";
          const meanwhile = told === "" ? "" : ` ${words.peek()("meanwhile", { text: told })}`;
          settle(number, "failed", text + meanwhile);
          return undefined;
        }
        if (!(await mayRepeat(witness, version, tries))) {
          settle(number, "unknown", text);
          return undefined;
        }
      }
    }
  } finally {
    underWay.value = new Set([...underWay.peek()].filter((one) => one !== key));
  }
}

async function mayRepeat(
  witness: Witness | null,
  version: number,
  tries: number,
): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  if (witness === null) return tries < TRIES;
  if (!(await witness.heard(PATIENCE_MS))) return false;
  return witness.version() <= version + 1;
}

function settle(number: number, state: ActState, error: string): void {
  acts.value = acts.peek().map((one) => (one.number === number ? { ...one, state, error } : one));
}
