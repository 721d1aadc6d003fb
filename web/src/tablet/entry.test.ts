import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Piece, type Position, parseFen } from "../wire/position";
import { obliged, type Variant } from "./captures";
import { allowed, type Entry, endsByTap, play, readMove, resolve, tap, written } from "./entry";

const START = parseFen("W:W31-50:B1-20");

/** Returns what these taps come to, such as `46x37 (41)`. */
function entered(fen: string, taps: readonly number[], variant: Variant = "international"): string {
  const position = parseFen(fen);
  let entry: Entry | null = null;
  for (const square of taps) entry = tap(position, variant, entry, square);
  if (entry === null) return "none";
  const resolved = resolve(position, variant, entry);
  if (resolved.kind !== "move") return `${resolved.kind} ${[entry.from, ...entry.way].join(" ")}`;
  const { from, via, to, captured } = resolved.move;
  return `${[from, ...via, to].join(" ")} (${captured.join(",")})`;
}

describe("taps", () => {
  // Each row: the position, the squares that are tapped, and what is entered then.
  test.each<[string, string, number[], string, Variant?]>([
    ["a quiet move", "W:W32:B1", [32, 28], "32 28 ()"],
    ["an empty square first is nothing", "W:W32:B1", [28], "none"],
    ["only the piece", "W:W32:B1", [32], "nothing 32"],
    ["the piece again puts it back", "W:W32:B1", [32, 32], "none"],
    ["another piece is chosen instead", "W:W32,33:B1", [32, 33, 29], "33 29 ()"],
    ["another end", "W:W32:B1", [32, 28, 27], "32 27 ()"],
    ["the end again takes it back", "W:W32:B1", [32, 28, 28], "nothing 32"],
    ["a capture by its end", "W:W32:B28", [32, 23], "32 23 (28)"],
    ["a piece cannot land on another", "W:W32:B28", [32, 28], "nothing 28"],
    ["a capture square by square", "W:W32:B28,19", [32, 23, 14], "32 23 14 (19,28)"],
    ["the same by its end", "W:W32:B28,19", [32, 14], "32 14 (19,28)"],
    ["too short a capture is entered like any other", "W:W32:B28,19", [32, 23], "32 23 (28)"],
    ["a missed capture is entered like any other", "W:W32:B28", [32, 27], "32 27 ()"],
    ["so is a piece of the other side", "W:W32:B18", [18, 23], "18 23 ()"],
    ["so is a square that the piece cannot reach", "W:W32:B1", [32, 12], "32 12 ()"],
    ["a king's capture", "W:WK46:B28", [46, 14], "46 14 (28)"],
    ["a king moves", "W:WK46:B1", [46, 19], "46 19 ()"],
    [
      "a circular capture needs another square",
      "W:W28:B22,12,13,23",
      [28, 17, 8, 19, 28],
      "28 17 8 19 28 (12,13,22,23)",
    ],
    [
      "a circular capture by one square",
      "W:W28:B22,12,13,23",
      [28, 8, 28],
      "28 8 28 (12,13,22,23)",
    ],
    ["two captures with one end are asked for", "W:W28:B22,23,12,13", [28, 8], "ambiguous 28 8"],
    ["a square in between answers", "W:W28:B22,23,12,13", [28, 8, 17], "28 17 8 (12,22)"],
    ["so does the other", "W:W28:B22,23,12,13", [28, 8, 19], "28 19 8 (13,23)"],
    ["Frisian captures go straight, too", "W:W28:B18", [28, 8], "28 8 (18)", "frisian"],
    ["and along rows", "W:W28:B27", [28, 26], "28 26 (27)", "frisian"],
    ["not in International draughts", "W:W28:B18", [28, 8], "28 8 ()"],
  ])("%s", (_name, fen, taps, expected, variant = "international") => {
    expect(entered(fen, taps, variant)).toBe(expected);
  });
});

describe("where a move presses the clock", () => {
  // Each row: the position, the taps, whether the last one presses, and the same in an event that shows moves.
  test.each<[string, string, number[], boolean, boolean, Variant?]>([
    ["a quiet move", "W:W32:B1", [32, 28], true, true],
    ["a quiet move of a king", "W:WK46:B1", [46, 19], true, true],
    ["a missed capture is a move like any other", "W:W32,33:B28", [32, 27], true, true],
    ["only the piece", "W:W32:B1", [32], false, false],
    ["a capture waits", "W:W32:B28", [32, 23], false, true],
    ["so does one that can go on", "W:W32:B28,19", [32, 23], false, false],
    ["and the whole of it", "W:W32:B28,19", [32, 23, 14], false, true],
    ["also by its end", "W:W32:B28,19", [32, 14], false, true],
    ["a king that lands short of the next piece", "W:WK46:B28,20", [46, 14], false, false],
    ["the whole way of that king", "W:WK46:B28,20", [46, 14, 25], false, true],
    ["two captures with one end", "W:W28:B22,23,12,13", [28, 8], false, false],
    ["and the one that was chosen", "W:W28:B22,23,12,13", [28, 8, 17], false, false],
    ["a capture of too little", "W:W32,33:B28,29,19", [33, 24], false, false],
    ["a piece of the other side", "W:W32:B18", [18, 23], false, false],
    ["a square that the piece cannot reach", "W:W32:B1", [32, 12], true, false],
    ["a man that goes back", "W:W32:B1", [32, 37], true, false],
    ["a Frisian capture along a column", "W:W28:B18", [28, 8], false, true, "frisian"],
  ])("%s", (_name, fen, taps, isPress, isPressIfShown, variant = "international") => {
    const position = parseFen(fen);
    let entry: Entry | null = null;
    for (const square of taps) entry = tap(position, variant, entry, square);
    const ends = (showsMoves: boolean) =>
      entry !== null && endsByTap(position, variant, entry, showsMoves);
    expect([ends(false), ends(true)]).toEqual([isPress, isPressIfShown]);
  });
});

test("a man that ends on its king row becomes a king, and only there", () => {
  const after = play(parseFen("W:W7:B46").board, { from: 7, to: 1, captured: [] });
  expect(after[1]).toBe("W");
  const back = play(parseFen("B:W7:B41").board, { from: 41, to: 46, captured: [] });
  expect(back[46]).toBe("B");
  expect(play(START.board, { from: 32, to: 28, captured: [] })[28]).toBe("w");
});

test.each([
  ["32-28", [32, 28]],
  ["46x37", [46, 37]],
  ["36 27 16 7", [36, 27, 16, 7]],
  ["36x27X16", [36, 27, 16]],
  [" 5 - 10 ", [5, 10]],
  ["32", null],
  ["32-51", null],
  ["x", null],
  ["", null],
])("a typed move: %s", (text, squares) => {
  const entry = readMove(text);
  expect(entry && [entry.from, ...entry.way]).toEqual(squares);
});

test("a move is written as on a score sheet", () => {
  expect([written(32, 28, false), written(46, 37, true)]).toEqual(["32-28", "46x37"]);
});

/** Longest time for a whole collection on a busy machine. */
const COLLECTION_MS = 120_000;

interface Row {
  readonly id: string;
  readonly variant: Variant;
  readonly fen: string;
  readonly moves: readonly { from: number; to: number; cap: readonly number[] }[];
}

const ROWS = gunzipSync(readFileSync("../tests/data/rules/moves.jsonl.gz"))
  .toString()
  .trim()
  .split("\n")
  .map((line): Row => JSON.parse(line));

test(
  "every legal move of the collection can be entered by its two ends, or is asked for",
  () => {
    expect(ROWS.length).toBeGreaterThan(1_800);
    let asked = 0;
    for (const { id, variant, fen, moves } of ROWS) {
      const position: Position = parseFen(fen);
      const captures = moves.filter((move) => move.cap.length > 0);
      const found = obliged(position.board, variant, position.turn);
      expect(found.length, id).toBe(captures.length);
      for (const { from, to, cap } of moves) {
        // A circular capture is entered by squares in between.
        if (from === to) continue;
        const same = moves.filter((move) => move.from === from && move.to === to);
        const resolved = resolve(position, variant, { from, way: [to] });
        if (same.length > 1) {
          expect(resolved.kind, id).toBe("ambiguous");
          asked += 1;
        } else {
          const captured = [...cap].sort((a, b) => a - b);
          const expected = { from, via: [], to, captured, namesCaptured: false };
          expect(resolved, id).toEqual({ kind: "move", move: expected });
        }
      }
    }
    expect(asked).toBeGreaterThan(0);
  },
  COLLECTION_MS,
);

interface Written {
  readonly variant: Variant;
  readonly fen: string;
  readonly moves: readonly { from: number; to: number; cap: readonly number[]; path: string }[];
}

test(
  "every capture of the collection can be entered square by square, circular ones too",
  () => {
    const lines = readFileSync("../tests/data/rules/notation.jsonl", "utf8").trim().split("\n");
    let circular = 0;
    for (const line of lines) {
      const { variant, fen, moves }: Written = JSON.parse(line);
      const position = parseFen(fen);
      for (const { from, to, cap, path } of moves.filter((move) => move.cap.length > 0)) {
        const [first, ...way] = path.split("x").map(Number);
        expect(first).toBe(from);
        let entry: Entry | null = { from, way: [] };
        for (const square of way) entry = entry && tap(position, variant, entry, square);
        const resolved = entry && resolve(position, variant, entry);
        const taken = resolved?.kind === "move" ? resolved.move.captured : resolved?.kind;
        expect(taken, `${fen} ${path}`).toEqual([...cap].sort((a, b) => a - b));
        if (from === to) circular += 1;
      }
    }
    expect(circular).toBeGreaterThan(0);
  },
  COLLECTION_MS,
);

test(
  "no capture of the collection is the press while it can go on, and none where nothing is shown",
  () => {
    const lines = readFileSync("../tests/data/rules/notation.jsonl", "utf8").trim().split("\n");
    let whole = 0;
    for (const line of lines) {
      const { variant, fen, moves }: Written = JSON.parse(line);
      const position = parseFen(fen);
      for (const { from, cap, path } of moves.filter((move) => move.cap.length > 0)) {
        const [, ...way] = path.split("x").map(Number);
        const ends = (showsMoves: boolean) =>
          way.map((_, index) => {
            const tapped = { from, way: way.slice(0, index + 1) };
            return endsByTap(position, variant, tapped, showsMoves);
          });
        expect(ends(false), `${fen} ${path}`).not.toContain(true);
        // Only a path that is written in full has all its squares.
        if (way.length !== cap.length) continue;
        expect(ends(true).slice(0, -1), `${fen} ${path}`).not.toContain(true);
        if (ends(true).at(-1)) whole += 1;
      }
    }
    expect(whole).toBeGreaterThan(100);
  },
  COLLECTION_MS,
);

test(
  "where a piece may go is what the rules allow",
  () => {
    const lines = readFileSync("../tests/data/rules/notation.jsonl", "utf8").trim().split("\n");
    for (const line of lines) {
      const { variant, fen, moves }: Written = JSON.parse(line);
      const position = parseFen(fen);
      const pieces = [...new Set(moves.map(({ from }) => from))].sort((a, b) => a - b);
      expect(allowed(position, variant, null), fen).toEqual(pieces);
      for (const from of pieces) {
        const ends = new Set(moves.filter((move) => move.from === from).map(({ to }) => to));
        expect(new Set(allowed(position, variant, from)), `${fen} ${from}`).toEqual(ends);
      }
    }
  },
  COLLECTION_MS,
);

test("a board that no game reaches does not hold the page up", () => {
  const board: Piece[] = new Array(51).fill("");
  for (let square = 6; square <= 45; square += 1) board[square] = square % 2 === 0 ? "b" : "";
  board[48] = "W";
  // The search is bounded; without the bound this would not end.
  const resolved = resolve({ turn: "white", board }, "frisian", { from: 48, way: [3] });
  expect(resolved.kind).not.toBe("");
});
