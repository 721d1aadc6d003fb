import { expect, test } from "vitest";
import type { Clock, Game } from "../wire/frames";
import { lateForFirstMove } from "./first_move";

const CLOCK: Clock = { white: 1, black: 1, running: "white", asOf: 1_000, flag: null };
const MOVE = {} as Game["moves"][number];

function late(moves: number, clock: Partial<Clock> | null, now: number, more: Partial<Game> = {}) {
  const at = clock && { ...CLOCK, ...clock };
  const game = { started: true, moves: Array(moves).fill(MOVE), clock: at, result: null };
  return lateForFirstMove({ ...game, onPaperFrom: null, ...more }, now);
}

test.each([
  [late(0, {}, 60_999), null],
  [late(0, {}, 61_000), "white"],
  [late(1, { running: "black" }, 61_000), "black"],
  // Black's time runs from the start until Black presses (2006 art. 2).
  [late(0, { running: "black" }, 61_000), "black"],
  [late(2, { running: "white" }, 999_000), null],
  [late(0, { paused: true }, 61_000), null],
  [late(0, { flag: "white" }, 61_000), null],
  [late(0, { running: null }, 61_000), null],
  [late(0, null, 61_000), null],
  [late(0, {}, 61_000, { started: false }), null],
  [late(0, {}, 61_000, { onPaperFrom: 1 }), null],
  [lateForFirstMove(null, 61_000), null],
] as const)("a side that is late for its first move, row %#", (side, expected) => {
  expect(side).toBe(expected);
});
