import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { carriedOut, fenOf, isFen, parseFen, place, squaresOf } from "./position";

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
  ["a man moves", "W:W32:B19", 32, 28, [], "B:W28:B19"],
  ["pieces are captured", "W:W32,K50:B28,K19,20", 32, 14, [28, 19], "B:W14,K50:B20"],
  ["a white man is crowned", "W:W7:B20", 7, 1, [], "B:WK1:B20"],
  ["a black man is crowned", "B:W20:B43", 43, 49, [], "W:W20:BK49"],
  ["a man that captures past the last row is not", "W:W8:B2,3,13", 8, 19, [13], "B:W19:B2,3"],
  ["a king stays one", "B:W20:BK4", 4, 15, [], "W:W20:BK15"],
  ["a capture in a circle", "W:WK29:B12,13,22,23", 29, 29, [12, 13, 22, 23], "B:WK29:B"],
])("the position after a move: %s", (_, before, from, to, captured, after) => {
  expect(fenOf(carriedOut(parseFen(before), { from, to, captured }))).toBe(after);
});

// Two Frisian games as the rules of the services played them, a line for each ply.
test("whole games lead to the positions that the services recorded", () => {
  const lines = readFileSync(new URL("moves.fixture.txt", import.meta.url), "utf8").split("\n");
  let [position, plies] = [parseFen("W:W:B"), 0];
  for (const line of lines.filter((one) => one !== "")) {
    const [move = "", captured = "", after = ""] = line.split(" ");
    if (move === "start") {
      position = parseFen(captured);
      continue;
    }
    const [from = 0, to = 0] = move.split("-").map(Number);
    const gone = captured === "-" ? [] : captured.split(",").map(Number);
    position = carriedOut(position, { from, to, captured: gone });
    plies += 1;
    expect([plies, position]).toEqual([plies, parseFen(after)]);
  }
  expect(plies).toBe(143);
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
