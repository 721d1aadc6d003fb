import { expect, test } from "vitest";
import type { Game, Move } from "../wire/frames";
import { WHITE_WINS } from "../wire/result.fixture";
import { correctionOf, fenAfter, moveNumber, pairs, sideOf } from "./plies";

/** A game reduced to the sides to move: `wb` is White, then Black, and nothing known after that. */
const played = (turns: string): Game => {
  const fens = [...turns].map((turn) => `${turn.toUpperCase()}:W31:B1`);
  const moves: Move[] = fens.slice(1).map((fen, index) => ({
    text: `m${index + 1}`,
    from: 31,
    to: 27,
    captured: [],
    fen,
    at: 1,
    irregular: null,
  }));
  return {
    id: "r1-t1",
    round: 1,
    table: 1,
    white: 1,
    black: 2,
    started: true,
    version: 1,
    start: fens[0] ?? "",
    fen: fens.at(-1) ?? "",
    moves,
    result: null,
    clock: null,
    onPaperFrom: null,
    colorsReversed: false,
  };
};

// Each letter is a side to move, the last one after the last move.
test.each([
  ["w", []],
  ["wb", ["1 m1 -"]],
  ["wbw", ["1 m1 m2"]],
  ["wbwb", ["1 m1 m2", "2 m3 -"]],
  ["bwb", ["1 - m1", "2 m2 -"]],
  ["wwb", ["1 m1 -", "2 m2 -"]],
  ["wbbw", ["1 m1 m2", "2 - m3"]],
  ["bbw", ["1 - m1", "2 - m2"]],
])("who moves in turn %s", (turns, expected) => {
  const game = played(turns);
  const lines = pairs(game).map(({ number, white, black }) =>
    [number, white?.move.text ?? "-", black?.move.text ?? "-"].join(" "),
  );
  expect(lines).toEqual(expected);
  for (const { number, white, black } of pairs(game)) {
    for (const [one, side] of [
      [white, "white"],
      [black, "black"],
    ] as const) {
      if (one === null) continue;
      expect(moveNumber(game, one.ply)).toBe(number);
      expect(sideOf(game, one.ply)).toBe(side);
    }
  }
});

test("positions follow from the moves, from the last one that the arbiter let stand", () => {
  const move = (from: number, to: number, fen: string | null = null): Move => {
    return { text: `${from}-${to}`, from, to, captured: [], fen, at: 1, irregular: null };
  };
  const moves = [move(32, 28), move(19, 23), move(31, 27, "W:W27,31:B23"), move(31, 26)];
  const game = { ...played("w"), start: "W:W31,32:B19", moves, fen: "B:W26,27:B23" };
  expect([0, 1, 2, 3, 4].map((plies) => fenAfter(game, plies))).toEqual([
    "W:W31,32:B19",
    "B:W28,31:B19",
    "W:W28,31:B23",
    "W:W27,31:B23",
    "B:W26,27:B23",
  ]);
  expect([1, 2, 3, 4, 5].map((ply) => sideOf(game, ply))).toEqual([
    "white",
    "black",
    "white",
    "white",
    "black",
  ]);
});

test("the next ply has its number, too", () => {
  expect(["w", "wb", "wbw", "b"].map((turns) => moveNumber(played(turns), turns.length))).toEqual([
    1, 1, 2, 1,
  ]);
});

test.each<[string, Game, Game, ReturnType<typeof correctionOf>]>([
  ["a move more", played("wb"), played("wbw"), null],
  ["nothing", played("wb"), played("wb"), null],
  ["an end", played("wb"), { ...played("wb"), result: WHITE_WINS }, null],
  [
    "another result",
    { ...played("wb"), result: WHITE_WINS },
    { ...played("wb"), result: { ...WHITE_WINS, text: "0-2" } },
    null,
  ],
  [
    "a result taken back",
    { ...played("wb"), result: WHITE_WINS },
    played("wb"),
    { kind: "result" },
  ],
  ["moves taken back", played("wbwb"), played("wb"), { kind: "moves", ply: 2 }],
  ["another position", played("wbw"), played("wbb"), { kind: "moves", ply: 2 }],
  ["another start", played("wb"), played("bb"), { kind: "moves", ply: 1 }],
  ["the start", { ...played("w"), started: false }, played("bw"), null],
])("what a correction is: %s", (_, before, after, expected) => {
  expect(correctionOf(before, after)).toEqual(expected);
});
