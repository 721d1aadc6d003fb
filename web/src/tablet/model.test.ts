import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { TableGameSchema } from "../gen/damcast/v1/board_ingest_pb";
import { ClockStateSchema, Seat } from "../gen/damcast/v1/events_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { parseFen } from "../wire/position";
import { pathOf, refOf, sidesOf } from "./model";
import type { Input, InputState } from "./outbox";
import { shownClock, shownGame, timeLeft } from "./shown_game";

const AFTER_ONE = "B:W28,31,33-50:B1-20";

function game(line = 0) {
  const ref = { venue: "main", tournament: "kk", game: "r1-t1" };
  return create(TableGameSchema, {
    game: ref,
    fen: AFTER_ONE,
    moves: [{ from: 32, to: 28 }],
    line,
  });
}

function input(ply: number, from: number, to: number, more: Partial<Input> = {}): Input {
  const move = { from, via: [], to, captured: [], namesCaptured: false };
  const act = { kind: "move", ply, move, before: parseFen(AFTER_ONE) } as const;
  const state: InputState = "kept";
  return {
    game: "main/kk/r1-t1",
    device: "t1",
    act,
    seenAt: 0,
    line: 0,
    sequence: ply,
    state,
    text: "",
    ...more,
  };
}

describe("the game on the tablet", () => {
  const row = (name: string, inputs: Input[], moves: string[], line = 0) =>
    [name, inputs, moves, line] as const;
  test.each([
    row("is what the service tells", [], ["32-28"]),
    row(
      "goes on with its own moves",
      [input(2, 19, 23), input(3, 28, 19)],
      ["32-28", "19-23", "28-19"],
    ),
    row(
      "has a move once",
      [input(1, 32, 28, { state: "accepted" }), input(2, 19, 23)],
      ["32-28", "19-23"],
    ),
    row("is without refused moves", [input(2, 19, 23, { state: "refused" })], ["32-28"]),
    row(
      "shows a corrected move only",
      [input(2, 19, 23, { state: "refused" }), input(2, 18, 22)],
      ["32-28", "18-22"],
    ),
    row("has no move after a gap", [input(3, 19, 23)], ["32-28"]),
    row("has no move of another game", [input(2, 19, 23, { game: "main/kk/r2-t1" })], ["32-28"]),
    row(
      "has no move of another tournament",
      [input(2, 19, 23, { game: "main/club/r1-t1" })],
      ["32-28"],
    ),
    row("has no move from before the arbiter changed the record", [input(2, 19, 23)], ["32-28"], 1),
    row(
      "shows a move that waits for the arbiter",
      [input(2, 19, 23, { state: "arbiter" })],
      ["32-28", "19-23"],
    ),
  ])("%s", (_name, inputs, moves, line) => {
    const shown = shownGame(game(line), inputs);
    expect(shown.moves.map(({ from, to }) => `${from}-${to}`)).toEqual(moves);
    expect(shown.ply).toBe(moves.length + 1);
    expect(shown.position.turn).toBe(moves.length % 2 === 0 ? "white" : "black");
  });
});

test("a game has a name among those of all tournaments", () => {
  const ref = { venue: "main", tournament: "kk", game: "r3-t12" };
  expect([pathOf(ref), pathOf(undefined)]).toEqual(["main/kk/r3-t12", ""]);
  expect(refOf("main/kk/r3-t12")).toEqual(ref);
});

test("a seat speaks for its sides", () => {
  expect([Seat.WHITE, Seat.BLACK, Seat.TABLE].map(sidesOf)).toEqual([
    ["white"],
    ["black"],
    ["white", "black"],
  ]);
});

test("moves that are not sent press the clock that is shown", () => {
  const stage = { number: 1, incrementMs: 5_000n };
  const state = create(ClockStateSchema, {
    whiteMs: 60_000n,
    blackMs: 50_000n,
    running: Color.BLACK,
    asOfMs: 1_000n,
    whiteStage: stage,
    blackStage: stage,
  });
  const told = shownClock(state, [], false);
  expect([timeLeft(told, "white", 11_000), timeLeft(told, "black", 11_000)]).toEqual([
    60_000, 40_000,
  ]);
  const pressed = shownClock(state, [input(2, 19, 23, { seenAt: 11_000 })], false);
  expect([pressed.running, pressed.isEstimated]).toEqual(["white", true]);
  expect([timeLeft(pressed, "white", 12_000), timeLeft(pressed, "black", 12_000)]).toEqual([
    59_000, 45_000,
  ]);
  const stands = create(ClockStateSchema, { whiteMs: 5n });
  const still = shownClock(stands, [input(2, 19, 23)], false);
  expect([still.running, timeLeft(still, "white", 99_000)]).toEqual([null, 5]);
});

test("where moves are noted and not pressed all times are estimates", () => {
  const state = create(ClockStateSchema, { whiteMs: 5n, running: Color.WHITE });
  expect([shownClock(state, [], false), shownClock(state, [], true)]).toMatchObject([
    { isEstimated: false },
    { isEstimated: true },
  ]);
});
