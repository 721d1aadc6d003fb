import { expect, test } from "vitest";
import { parseFen } from "../wire/position";
import { EMPTY, FIRST, fenOf, isPossible, withPiece, withTurn } from "./drawn_position";

test("a position that is drawn is written as a FEN", () => {
  let position = withPiece(EMPTY, 31, "w");
  position = withPiece(position, 5, "W");
  position = withPiece(position, 20, "b");
  position = withPiece(position, 46, "B");
  expect(fenOf(position)).toBe("W:W31,K5:B20,K46");
  expect(fenOf(withTurn(position, "black"))).toBe("B:W31,K5:B20,K46");
  expect(parseFen(fenOf(position))).toEqual(position);
});

test("the same piece on its square takes it off, and another replaces it", () => {
  const man = withPiece(EMPTY, 31, "w");
  expect(fenOf(withPiece(man, 31, "w"))).toBe("W:W:B");
  expect(fenOf(withPiece(man, 31, "B"))).toBe("W:W:BK31");
});

test("no side has more than twenty pieces", () => {
  expect(isPossible(FIRST)).toBe(true);
  expect(isPossible(withPiece(FIRST, 25, "W"))).toBe(false);
});
