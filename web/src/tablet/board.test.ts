import { expect, test } from "vitest";
import { nearestSquare } from "./board";

test.each([
  ["the middle of a square", 1.5, 0.5, 1],
  ["half of the light square beside it", 1.05, 0.5, 1],
  ["over the edge of it, too", 0.6, 0.4, 1],
  ["the last square", 8.5, 9.5, 50],
  ["the edge of the board", 9.99, 0.5, 5],
  ["beside the board", 10.2, 0.5, null],
])("%s", (_name, x, y, square) => {
  expect(nearestSquare(x, y, false)).toBe(square);
});

test("a turned board has the same squares from the other side", () => {
  expect([nearestSquare(8.5, 9.5, true), nearestSquare(1.5, 0.5, true)]).toEqual([1, 50]);
});
