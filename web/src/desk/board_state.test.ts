import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { type WatchedBoard, WatchedBoardSchema } from "../gen/damcast/v1/board_ingest_pb";
import { BoardCapability, BoardReportSchema } from "../gen/damcast/v1/events_pb";
import { shownFen, stateOf, untoldOf, worriesOf } from "./board_state";

const NOW = 100_000;
const SQUARES = `${"b".repeat(20)}${"e".repeat(10)}${"w".repeat(20)}`;

function board(report: object, more: object = {}): WatchedBoard {
  return create(WatchedBoardSchema, {
    device: { device: "board-1", heardAtMs: BigInt(NOW - 5_000) },
    table: 1,
    ...more,
    report: create(BoardReportSchema, { squares: SQUARES, differences: {}, ...report }),
  });
}

test("the state of a board is the first thing that somebody has to look at", () => {
  expect(stateOf(board({}), NOW)).toBe("agrees");
  expect(stateOf(board({}), NOW + 26_000)).toBe("away");
  expect(stateOf(create(WatchedBoardSchema, { table: 1 }), NOW)).toBe("away");
  expect(stateOf(board({ squares: "" }), NOW)).toBe("no-board");
  const differs = { differences: { squares: [28] } };
  expect(stateOf(board(differs), NOW)).toBe("differs");
  expect(stateOf(board({ ...differs, outOfSync: true }), NOW)).toBe("unexplained");
  const waits = { ...differs, waitsForPosition: true, game: "r1-t1" };
  expect(stateOf(board(waits), NOW)).toBe("waits");
  expect(stateOf(board({ ...waits, orders: { muted: true } }), NOW)).toBe("muted");
  expect(stateOf(board({ ...differs, orders: { muted: true } }), NOW)).toBe("muted");
});

test("a weak battery, a wrong clock, what is unsent and a quiet board are worries", () => {
  const quiet = { quietMs: 56_000 };
  expect(worriesOf(board({ battery: 88, ...quiet }), NOW)).toEqual(["quiet"]);
  expect(worriesOf(board({ battery: 19 }), NOW)).toEqual(["battery"]);
  expect(worriesOf(board({}, { aheadMs: -2_100n }), NOW)).toEqual(["clock"]);
  expect(worriesOf(board({}, { aheadMs: 1_900n }), NOW)).toEqual([]);
  expect(worriesOf(board({ uncrowned: { squares: [3] } }), NOW)).toEqual(["crown"]);
  const device = { device: "board-1", heardAtMs: BigInt(NOW), unsent: 3 };
  expect(worriesOf(board({}, { device }), NOW)).toEqual(["queue"]);
});

test("an order that the board has not carried out is a worry once its game is open", () => {
  const orders = { rotated: true, muted: false, restarts: 1 };
  expect(worriesOf(board({ game: "r1-t1" }, { orders }), NOW)).toEqual(["orders"]);
  expect(worriesOf(board({ game: "r1-t1", orders }, { orders }), NOW)).toEqual([]);
  expect(worriesOf(board({}, { orders }), NOW)).toEqual([]);
});

test("the position of a board has the turn and the kings of its game", () => {
  const fen = "B:WK3,31:B4,K50";
  const shown = (letters: Record<number, string>) => {
    const all = Array.from({ length: 50 }, (_, at) => letters[at + 1] ?? "e").join("");
    return shownFen(create(BoardReportSchema, { fen, squares: all }));
  };
  expect(shown({ 3: "w", 31: "w", 4: "b", 50: "b" })).toBe(fen);
  // A piece on a square where the game has none is a man, unless the board sees that it is not.
  expect(shown({ 8: "w", 27: "W", 50: "b" })).toBe("B:W8,K27:BK50");
  expect(shown({ 3: "?", 4: "?" })).toBe("B:WK3:B4");
  expect(shown({ 7: "?" })).toBeNull();
  expect(shownFen(create(BoardReportSchema, { fen, squares: "" }))).toBeNull();
});

test("what a board cannot tell of its position is told to the arbiter", () => {
  const fen = "B:WK3,31:B4,K50";
  const untold = (letters: Record<number, string>, capability = BoardCapability.COLOUR) => {
    const squares = Array.from({ length: 50 }, (_, at) => letters[at + 1] ?? "e").join("");
    return untoldOf(create(BoardReportSchema, { fen, squares, capability }));
  };
  expect(untold({ 3: "w", 31: "w", 4: "b", 50: "b" })).toEqual({
    turn: "black",
    kings: [3, 50],
    gone: [],
  });
  // The king of White went somewhere, and one of Black's men stands where his king was.
  expect(untold({ 21: "w", 50: "b" })).toEqual({ turn: "black", kings: [50], gone: [3] });
  expect(untold({ 3: "b", 50: "?" })).toEqual({ turn: "black", kings: [50], gone: [3] });
  expect(untold({ 21: "W" }, BoardCapability.COLOUR_AND_CROWN)).toEqual({
    turn: "black",
    kings: null,
    gone: [],
  });
  expect(untoldOf(create(BoardReportSchema, { fen, squares: "" }))).toBeNull();
});
