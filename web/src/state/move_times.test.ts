import { expect, test } from "vitest";
import type { Game } from "../wire/frames";
import { durationText, spentMs } from "./move_times";

const game = (moves: { at: number; fen?: string }[], onPaperFrom: number | null = null) =>
  ({ moves: moves.map(({ at, fen = null }) => ({ at, fen })), onPaperFrom }) as unknown as Game;

test.each([
  ["the first move has none", game([{ at: 5_000 }]), 1, null],
  [
    "a later one took the time since the press before",
    game([{ at: 5_000 }, { at: 47_500 }]),
    2,
    42_500,
  ],
  ["a move on paper has none", game([{ at: 1 }, { at: 9 }], 2), 2, null],
  ["a move before the paper has one", game([{ at: 1 }, { at: 9 }], 3), 2, 8],
  [
    "a move after a position that was set has none",
    game([{ at: 1, fen: "x" }, { at: 9 }]),
    2,
    null,
  ],
  ["an older moment is no time", game([{ at: 9 }, { at: 1 }]), 2, null],
  ["beyond the last move there is none", game([{ at: 1 }]), 2, null],
])("%s", (_, played, ply, expected) => {
  expect(spentMs(played, ply)).toBe(expected);
});

test.each([
  [0, "0:00"],
  [7_999, "0:07"],
  [725_000, "12:05"],
  [3_723_000, "1:02:03"],
])("%i ms is written %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
