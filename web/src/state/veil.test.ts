import { expect, test } from "vitest";
import type { Game, Move, Round } from "../wire/frames";
import { WHITE_WINS } from "../wire/result.fixture";
import { EVERYTHING, veiled, withoutPoints } from "./veil";

const move = (from: number, to: number, captured: number[] = []): Move => ({
  text: `${from}${captured.length > 0 ? "x" : "-"}${to}`,
  from,
  to,
  captured,
  fen: null,
  at: 1,
  irregular: null,
});
const WON: Game = {
  id: "r1-t1",
  round: 1,
  table: 1,
  white: 1,
  black: 2,
  started: true,
  version: 5,
  start: "W:W31-50:B1-20",
  fen: "B:W19,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3",
  moves: [move(32, 28), move(19, 23), move(28, 19, [23])],
  result: WHITE_WINS,
  clock: { white: 1, black: 2, running: null, asOf: 0, flag: null },
  onPaperFrom: null,
  colorsReversed: false,
};

test("before the first step a game is at its start, and nothing tells how it went", () => {
  const shown = veiled(WON, 0);
  expect(shown).toMatchObject({ fen: WON.start, moves: [], result: null, clock: null });
  expect(shown.veil).toEqual({ hasNext: true });
});

test("each step shows one more move, the step after the last one shows the result", () => {
  const texts = [1, 2, 3].map((steps) => veiled(WON, steps).moves.map(({ text }) => text));
  expect(texts).toEqual([["32-28"], ["32-28", "19-23"], ["32-28", "19-23", "28x19"]]);
  expect(veiled(WON, 2).fen).toContain("B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,20,23");
  expect(veiled(WON, 3)).toMatchObject({ result: null, veil: { hasNext: true } });
  expect(veiled(WON, 4)).toBe(WON);
});

test("a game in play ends at its last move until another one comes", () => {
  const running = { ...WON, result: null };
  expect(veiled(running, 3).veil).toEqual({ hasNext: false });
  expect(veiled(running, 9).moves.length).toBe(3);
  expect(veiled(running, EVERYTHING)).toBe(running);
});

test.each([
  [0, null],
  [1, null],
  [2, 2],
])("after %i steps the game is on paper from ply %s", (steps, expected) => {
  expect(veiled({ ...WON, onPaperFrom: 2 }, steps).onPaperFrom).toBe(expected);
});

test("a game without moves shows its result after one step", () => {
  const forfeited = { ...WON, moves: [], fen: WON.start };
  expect(veiled(forfeited, 0)).toMatchObject({ result: null, veil: { hasNext: true } });
  expect(veiled(forfeited, 1).result).toBe(WHITE_WINS);
});

test("matches are shown without their points", () => {
  const match = { first: 1, second: 2, games: ["r1-t1"], firstPoints: 3, secondPoints: 1 };
  const round: Round = {
    number: 1,
    state: "closed",
    games: ["r1-t1"],
    byes: [],
    kind: "round",
    matches: [match],
  };
  const [shown] = withoutPoints([round]);
  expect(shown?.matches).toEqual([{ ...match, firstPoints: 0, secondPoints: 0 }]);
  const plain = { ...round, matches: [] };
  expect(withoutPoints([plain])[0]).toBe(plain);
});
