import { expect, test } from "vitest";
import { isFen, parseFen, place, squaresOf } from "./position";

test("a FEN with ranges, kings and an empty side is read", () => {
  const start = parseFen("W:W31-50:B1-20");
  expect(start.turn).toBe("white");
  expect(squaresOf(start, "w")).toHaveLength(20);
  expect(squaresOf(start, "b")).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const end = parseFen("B:WK5,31,32:B.");
  expect(end.turn).toBe("black");
  expect(squaresOf(end, "W")).toEqual([5]);
  expect(squaresOf(end, "w")).toEqual([31, 32]);
  expect(squaresOf(end, "b")).toEqual([]);
});

test("the king moves that Frisian draughts counts are no pieces", () => {
  const position = parseFen("W:W24,K39:B2,K49:H0:F1:+149+239");
  expect(squaresOf(position, "w")).toEqual([24]);
  expect(squaresOf(position, "W")).toEqual([39]);
  expect(squaresOf(position, "b")).toEqual([2]);
  expect(squaresOf(position, "B")).toEqual([49]);
});

test.each([
  ["W:W31-50:B1-20", true],
  ["B:WK5,31:BK1-3,7", true],
  ["W:W:B1", true],
  ["W:W24,K39,42:BK49:H0:F1:+0+139", true],
  ["W:W1:B2:+0+101.", true],
  ["W:W1:B2:K3", false],
  ["W:W1", false],
  ["W:W1:W2", false],
  ["B:B1:W50", true],
  ["W:W0:B1", false],
  ["W:W50:B51", false],
  ["W:W31-51:B1", false],
  ["X:W1:B2", false],
  ["W:W1,,2:B3", false],
  ["", false],
])("the form of %s", (fen, isOne) => {
  expect(isFen(fen)).toBe(isOne);
});

test.each([
  [1, 1, 0],
  [5, 9, 0],
  [6, 0, 1],
  [46, 0, 9],
  [50, 8, 9],
])("square %i lies at column %i of row %i, and opposite when flipped", (square, column, row) => {
  expect(place(square, false)).toEqual({ column, row });
  expect(place(square, true)).toEqual({ column: 9 - column, row: 9 - row });
});
