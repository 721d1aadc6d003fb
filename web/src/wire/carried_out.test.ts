import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { carriedOut, fenOf } from "./carried_out";
import { parseFen } from "./position";

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
