// Results by key: one key a board, as the points of White.

import { Reason, Score } from "../gen/damcast/v1/types_pb";

/** A result as it is typed. */
export interface TypedResult {
  readonly score: Score;
  readonly reason: Reason;
  /** Men that White is ahead by at the end of a draw; `null` if not told. */
  readonly menAhead: number | null;
}

/** The effect of a key. */
export type Typed =
  /** The key is none of these. */
  | { readonly kind: "other" }
  /** The keys so far begin something. */
  | { readonly kind: "begun"; readonly keys: string }
  | { readonly kind: "result"; readonly result: TypedResult }
  /** The result of this board is to be taken back. */
  | { readonly kind: "clear" }
  /** The next board, or the one before. */
  | { readonly kind: "move"; readonly by: 1 | -1 };

const BY_POINTS: Readonly<Record<string, Score>> = {
  "2": Score.WHITE_WINS,
  "1": Score.DRAW,
  "0": Score.BLACK_WINS,
};
const MEN_AHEAD = /^B-?\d{0,2}$/;

/**
 * Returns the effect of a key after the keys that were begun: `2`, `1`, `0`; `R2`, `R0`, `RR` for a
 * result by rule; `U` unplayed; `B4` then Enter for a draw with men ahead; Delete takes back. Where
 * a draw needs the men ahead (2006 art. 14a), `1` begins it as `B` does.
 */
export function typed(begun: string, key: string, needsMen = false): Typed {
  const upper = key.length === 1 ? key.toUpperCase() : key;
  if (begun === "R") {
    if (upper === "R") return result(Score.BOTH_LOSE, Reason.FORFEIT);
    const score = BY_POINTS[upper];
    if (score === undefined || score === Score.DRAW) return { kind: "begun", keys: "" };
    return result(score, Reason.FORFEIT);
  }
  if (begun.startsWith("B")) {
    if (upper === "Enter") {
      const men = Number.parseInt(begun.slice(1), 10);
      if (Number.isNaN(men)) return { kind: "begun", keys: "" };
      return result(Score.DRAW, Reason.ARBITER, men);
    }
    if (upper === "Backspace") return { kind: "begun", keys: begun.slice(0, -1) };
    const keys = begun + upper;
    return { kind: "begun", keys: MEN_AHEAD.test(keys) ? keys : "" };
  }
  const score = BY_POINTS[upper];
  if (score === Score.DRAW && needsMen) return { kind: "begun", keys: "B" };
  if (score !== undefined) return result(score, Reason.ARBITER);
  switch (upper) {
    case "R":
    case "B":
      return { kind: "begun", keys: upper };
    case "U":
      return result(Score.UNPLAYED, Reason.ARBITER);
    case "Delete":
    case "Backspace":
      return { kind: "clear" };
    case "ArrowDown":
      return { kind: "move", by: 1 };
    case "ArrowUp":
      return { kind: "move", by: -1 };
    default:
      return { kind: "other" };
  }
}

function result(score: Score, reason: Reason, menAhead: number | null = null): Typed {
  return { kind: "result", result: { score, reason, menAhead } };
}

/** The reasons of results by rule, of games that were not played. */
const BY_RULE: ReadonlySet<Reason> = new Set([Reason.FORFEIT, Reason.NO_SHOW]);

/** A result as it is recorded. */
export interface RecordedResult {
  readonly outcome?: { readonly score: Score; readonly reason: Reason } | undefined;
  readonly menAhead?: number | undefined;
}

/**
 * Returns true if a typed result says nothing else than the recorded one. Keys tell whether a result is
 * one by rule, and no other reason; they do not deny men ahead that they do not tell.
 */
export function isAsRecorded(typed: TypedResult, { outcome, menAhead }: RecordedResult): boolean {
  return (
    outcome?.score === typed.score &&
    // There is one key for a loss of both, whatever the reason.
    (typed.score === Score.BOTH_LOSE ||
      BY_RULE.has(outcome.reason) === BY_RULE.has(typed.reason)) &&
    (typed.menAhead === null || typed.menAhead === menAhead)
  );
}

/** Returns a recorded result as it is typed; `null` if there is none. */
export function asTyped({ outcome, menAhead }: RecordedResult): TypedResult | null {
  return outcome ? { ...outcome, menAhead: menAhead ?? null } : null;
}

/** Returns how a result is written, with the men ahead and R for one by rule: `1-1 (+4)`, `2-0 R`. */
export function resultText(result: TypedResult, isOneHalfZero: boolean): string {
  const { score, reason, menAhead } = result;
  const men = menAhead === null ? "" : ` (${menAhead > 0 ? "+" : ""}${menAhead})`;
  return scoreText(score, isOneHalfZero) + men + (BY_RULE.has(reason) ? " R" : "");
}

/** Returns how a score is written: `2-0`. */
export function scoreText(score: Score, isOneHalfZero: boolean): string {
  switch (score) {
    case Score.WHITE_WINS:
      return isOneHalfZero ? "1-0" : "2-0";
    case Score.DRAW:
      return isOneHalfZero ? "½-½" : "1-1";
    case Score.BLACK_WINS:
      return isOneHalfZero ? "0-1" : "0-2";
    case Score.BOTH_LOSE:
      return "0-0";
    case Score.UNPLAYED:
      return "–";
    default:
      return "";
  }
}
