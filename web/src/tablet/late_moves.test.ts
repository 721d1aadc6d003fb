import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { TableGameSchema } from "../gen/damcast/v1/board_ingest_pb";
import { CorrectionKind } from "../gen/damcast/v1/events_pb";
import { Reason, Score } from "../gen/damcast/v1/types_pb";
import { type Position, parseFen } from "../wire/position";
import { playOn } from "./entry";
import { lateMoves } from "./late_moves";
import type { Input } from "./outbox";

const { RESULT, RESUMED, RETRACTED } = CorrectionKind;
const START = parseFen("W:W31-50:B1-20");

/** Returns inputs that were touched at 1, 2, … and refused: their ply, from, and to, each after the one before. */
function refused(...moves: readonly (readonly [number, number, number])[]): Input[] {
  let before: Position = START;
  return moves.map(([ply, from, to], index) => {
    const move = { from, via: [], to, captured: [], namesCaptured: false };
    const act = { kind: "move", ply, move, before } as const;
    before = playOn(before, move);
    const of = { game: "main/kk/r1-t1", device: "t1", seenAt: index + 1, line: 0 };
    return { ...of, act, sequence: index + 1, state: "refused", text: "over" };
  });
}

/** Returns the moves that came too late after these changes of the arbiter, each a kind and a moment. */
function late(
  inputs: readonly Input[],
  changes: readonly (readonly [CorrectionKind, number])[],
  { isOver = false, ply = 1, position = START } = {},
): string[] {
  const corrections = changes.map(([kind, at]) => ({ kind, atMs: BigInt(at) }));
  const outcome = isOver ? { score: Score.WHITE_WINS, reason: Reason.FLAG_FALL } : undefined;
  const game = create(TableGameSchema, { corrections, ...(outcome && { outcome }) });
  return lateMoves(game, inputs, { position, ply }).map(
    ({ act }) => `${act.move.from}-${act.move.to}`,
  );
}

const TWO = refused([1, 32, 28], [2, 19, 23]);
const [FIRST, SECOND] = TWO as [Input, Input];

describe("moves that came when the game was over", () => {
  test("are shown as long as it is, and offered once it goes on", () => {
    expect(late(TWO, [], { isOver: true })).toEqual(["32-28", "19-23"]);
    expect(late(TWO, [[RESUMED, 9]])).toEqual(["32-28", "19-23"]);
    expect(
      late(TWO, [
        [RESULT, 8],
        [RESUMED, 9],
      ]),
    ).toEqual(["32-28", "19-23"]);
  });

  test("are none while nobody has ruled that it goes on", () => {
    expect(late(TWO, [])).toEqual([]);
    expect(late(TWO, [[RESULT, 9]])).toEqual([]);
  });

  test("are none after any other change of the arbiter", () => {
    expect(
      late(TWO, [
        [RETRACTED, 8],
        [RESUMED, 9],
      ]),
    ).toEqual([]);
    expect(
      late(TWO, [
        [RETRACTED, 0],
        [RESUMED, 9],
      ]),
    ).toEqual(["32-28", "19-23"]);
  });

  test("are not offered again when they are refused again, or were played", () => {
    const again = { ...FIRST, sequence: 3, seenAt: 10 };
    expect(late([...TWO, again], [[RESUMED, 9]])).toEqual([]);
    expect(late([...TWO, { ...again, state: "kept" }], [[RESUMED, 9]])).toEqual([]);
  });

  test("are only those that follow on the position, without a gap", () => {
    const position = playOn(START, { from: 32, to: 28, captured: [] });
    expect(late(TWO, [[RESUMED, 9]], { ply: 2, position })).toEqual(["19-23"]);
    const other = playOn(START, { from: 31, to: 27, captured: [] });
    expect(late(TWO, [[RESUMED, 9]], { ply: 2, position: other })).toEqual([]);
    expect(late([SECOND], [[RESUMED, 9]])).toEqual([]);
  });
});
