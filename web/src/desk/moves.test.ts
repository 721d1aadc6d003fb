import { expect, test } from "vitest";
import { readMove, readMoves, readTime } from "./moves";

test.each([
  ["32-28", { from: 32, to: 28, via: [] }],
  [" 46x37 ", { from: 46, to: 37, via: [] }],
  ["26x17x8", { from: 26, to: 8, via: [17] }],
  ["3228", { from: 32, to: 28, via: [] }],
  ["328", null],
  ["3251", null],
  ["51-1", null],
  ["32", null],
  ["", null],
])("%j is a move or none", (text, move) => {
  expect(readMove(text)).toEqual(move);
});

test("moves of a sheet are read with their numbers, or not at all", () => {
  expect(readMoves("12. 32-28 19x23\n13. 28x19")?.length).toBe(3);
  expect(readMoves("12... 19-23")?.length).toBe(1);
  expect(readMoves("32-28 nonsense")).toBeNull();
  expect(readMoves("")).toBeNull();
});

test.each([
  ["1:20:00", 4_800_000],
  ["20:30", 1_230_000],
  ["20", 1_200_000],
  ["", null],
  ["a", null],
  ["1:2:3:4", null],
])("%j is a time or none", (text, ms) => {
  expect(readTime(text)).toBe(ms);
});
