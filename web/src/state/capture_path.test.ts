import { expect, test } from "vitest";
import { parseFen } from "../wire/position";
import { capturePath } from "./capture_path";

test.each([
  ["a man captures one piece", "W:W28:B23", 28, 19, [23], [28, 19]],
  ["a man captures round a corner", "W:W32:B28,19,20", 32, 25, [19, 20, 28], [32, 23, 14, 25]],
  ["a king flies to the piece and behind it", "W:WK46:B28", 46, 19, [28], [46, 19]],
  ["a king turns where the next piece lies", "W:WK46:B28,9", 46, 3, [9, 28], [46, 14, 3]],
  [
    "a piece comes back to where it began",
    "W:W28:B23,13,12,22",
    28,
    28,
    [12, 13, 22, 23],
    [28, 19, 8, 17, 28],
  ],
  ["a Frisian man captures along a column", "W:W28:B18", 28, 8, [18], [28, 8]],
  ["a Frisian man captures along a row", "W:W28:B27", 28, 26, [27], [28, 26]],
])("%s", (_, fen, from, to, captured, expected) => {
  expect(capturePath(parseFen(fen), { from, to, captured })).toEqual(expected);
});

test("a move without a capture and a capture that no piece can make have no path", () => {
  const position = parseFen("W:W28:B23");
  expect(capturePath(position, { from: 28, to: 22, captured: [] })).toBeNull();
  expect(capturePath(position, { from: 28, to: 1, captured: [23] })).toBeNull();
});

test("a search among many pieces gives up in the end", () => {
  const victims = Array.from({ length: 20 }, (_, at) => at + 7).filter((one) => one % 2 === 1);
  const position = parseFen(`W:WK46:B${victims.join(",")}`);
  expect(capturePath(position, { from: 46, to: 2, captured: [...victims, 50] })).toBeNull();
});
