// @vitest-environment happy-dom

import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { WatchVerdictsResponseSchema } from "../gen/damcast/v1/board_ingest_pb";
import {
  ArbiterCallSchema,
  BoardGapSchema,
  CallMatter,
  ClockStateSchema,
  Seat,
  ShownResultSchema,
} from "../gen/damcast/v1/events_pb";
import { GetGameResponseSchema } from "../gen/damcast/v1/rules_validation_pb";
import { Color, Score } from "../gen/damcast/v1/types_pb";
import { setLanguage } from "../text/language";
import { type Alarm, alarmChange, alarmOfCall, alarmsOfGame, inOrder, isCalling } from "./alarms";
import { deviceAlarmChange } from "./device_alarms";

setLanguage("en");

const GAME = create(GetGameResponseSchema, { state: {} });
const CALL = create(ArbiterCallSchema, {
  alarm: "call t12 3",
  device: "t12-white",
  table: 12,
  matter: CallMatter.CLOCK,
  text: "it stands still",
  atMs: 7n,
});

function told(response: Parameters<typeof create<typeof WatchVerdictsResponseSchema>>[1]) {
  return alarmChange(create(WatchVerdictsResponseSchema, response));
}

test("a call names its table, its matter and its device, and belongs to the game that is played there", () => {
  const alarm = alarmOfCall(CALL, ["r3-t1", "r3-t12"]);
  expect(alarm).toMatchObject({ key: "call t12 3", game: "r3-t12", sinceMs: 7 });
  expect(alarm.place).toContain("12");
  expect(alarm.text.replace(/[\u2068\u2069]/g, "")).toBe("Clock: it stands still (t12-white)");
  expect(isCalling(alarm)).toBe(true);
  expect(alarmOfCall(CALL, ["r3-t2"]).game).toBe("");
});

test("a call is done with a while after somebody has taken notice, and a conflict when it is decided", () => {
  const call = alarmOfCall(CALL, []);
  const conflict: Alarm = { ...call, key: "conflict", kind: "conflict", sinceMs: 3 };
  const waits: Alarm = { ...call, key: "waits", kind: "waits", sinceMs: 1 };
  const seen = { by: "Anna", atMs: 1_000 };
  const keys = (alarms: Alarm[], now: number) => inOrder(alarms, now).map(({ key }) => key);
  expect(keys([waits, call, conflict], 1_000)).toEqual(["conflict", "call t12 3", "waits"]);
  const all = [waits, { ...call, seen }, { ...conflict, seen }];
  expect(keys(all, 300_999)).toEqual(["waits", "conflict", "call t12 3"]);
  expect(keys(all, 301_000)).toEqual(["waits", "conflict"]);
});

test("a flag that falls again and a clock that differs again are other alarms", () => {
  const keys = (clock: Parameters<typeof create<typeof ClockStateSchema>>[1], flagAtMs: number) =>
    alarmsOfGame("r1-t1", GAME, create(ClockStateSchema, clock), flagAtMs).map(({ key }) => key);
  expect(keys({ flag: Color.WHITE }, 5_000)).toEqual(["flag r1-t1 1 5000"]);
  expect(keys({ flag: Color.WHITE }, 9_000)).toEqual(["flag r1-t1 1 9000"]);
  expect(keys({}, 9_000)).toEqual([]);
  const shows = (whiteMs: bigint) => ({ disagreement: { whiteMs, blackMs: 2n } });
  expect(keys(shows(1n), 0)).toEqual(["clock-apart r1-t1 1-2"]);
  expect(keys(shows(3n), 0)).toEqual(["clock-apart r1-t1 3-2"]);
  const over = create(GetGameResponseSchema, { state: { outcome: {} } });
  const clock = create(ClockStateSchema, { flag: Color.WHITE });
  expect(alarmsOfGame("r1-t1", over, clock, 5_000)).toEqual([]);
});

test("a result that a player does not agree with is an alarm, anew for another word", () => {
  const over = (disagrees: boolean, atMs: bigint) =>
    create(GetGameResponseSchema, {
      state: { outcome: {}, confirmations: [{ color: Color.BLACK, disagrees, atMs }] },
    });
  const keys = (disagrees: boolean, atMs: bigint) =>
    alarmsOfGame("r1-t1", over(disagrees, atMs), undefined, 0).map(({ key }) => key);
  expect(keys(true, 7n)).toEqual(["disputed r1-t1 2 7"]);
  expect(keys(true, 9n)).toEqual(["disputed r1-t1 2 9"]);
  expect(keys(false, 9n)).toEqual([]);
});

test("a player who has not come is an alarm with the end of the wait", () => {
  const clock = create(ClockStateSchema, { whiteStage: { absent: true }, deadlineMs: 5_000n });
  const [alarm] = alarmsOfGame("r1-t1", GAME, clock, 0);
  expect(alarm).toMatchObject({ kind: "not-come", key: "not-come r1-t1 1 5000" });
});

test("players who want to go on on paper need one tap, and a claim has its articles", () => {
  const call = (matter: CallMatter, articles: string) =>
    alarmOfCall(create(ArbiterCallSchema, { ...CALL, matter, articles, text: "" }), ["r3-t12"]);
  expect(call(CallMatter.PAPER, "C art. 5").tap).toEqual({ kind: "paper", game: "r3-t12" });
  const claim = call(CallMatter.CLAIM_COUNT, "art. 18");
  expect(claim.tap).toBeUndefined();
  expect(claim.text).toContain("art. 18");
});

test("a board that nothing explains offers the ways on, and the move from which they count", () => {
  const move = { from: 32, to: 28 };
  const continuation = { moves: [move], differences: { squares: [7] } };
  const gap = create(BoardGapSchema, { ply: 12, continuations: [continuation] });
  const call = create(ArbiterCallSchema, { ...CALL, matter: CallMatter.OTHER, gap });
  const alarm = alarmOfCall(call, ["r3-t12"]);
  expect(alarm.tap).toMatchObject({ kind: "gap", game: "r3-t12", ply: 12 });
  const ofGame = (game: string) => alarmOfCall({ ...call, gap: { ...gap, game } }, ["r3-t12"]);
  expect(ofGame("r3-t12").tap).toEqual(alarm.tap);
  // A call that comes late is of no game that is played now.
  expect(ofGame("r2-t12")).toMatchObject({ game: "", text: alarm.text });
  expect(ofGame("r2-t12").tap).toBeUndefined();
  expect(alarm.text).toContain("12");
  expect(alarm.text).not.toContain("it stands still");
  // A game that is over needs none.
  expect(alarmOfCall(call, []).tap).toBeUndefined();
});

test("a result that the players show on a board is offered for its own game, and for no later one", () => {
  const shown = create(ShownResultSchema, { game: "r3-t12", score: Score.DRAW });
  const call = create(ArbiterCallSchema, { ...CALL, matter: CallMatter.RESULT, shown });
  const tap = { kind: "result", game: "r3-t12", score: Score.DRAW };
  expect(alarmOfCall(call, ["r3-t12"]).tap).toEqual(tap);
  expect(alarmOfCall(call, ["r4-t12"])).toMatchObject({ game: "" });
  expect(alarmOfCall(call, ["r4-t12"]).tap).toBeUndefined();
});

test("a silent device, two for one place, and what a replaced one kept are alarms, and end", () => {
  const ofDevice = (response: Parameters<typeof create<typeof WatchVerdictsResponseSchema>>[1]) =>
    deviceAlarmChange(create(WatchVerdictsResponseSchema, response));
  const silent = { device: "t2-white", round: 1, table: 2, sinceMs: 7n };
  expect(ofDevice({ silent })?.alarm).toMatchObject({
    key: "silent t2-white 7",
    kind: "silent",
    game: "r1-t2",
  });
  const heard = { cause: "silent t2-white", alarm: null };
  expect(ofDevice({ silent: { device: "t2-white" } })).toEqual(heard);
  const seatClaimed = { device: "spare", table: 2, seat: Seat.WHITE, atMs: 7n };
  expect(ofDevice({ seatClaimed })?.alarm).toMatchObject({
    key: "seat-claim spare 7",
    tap: { kind: "seat", device: "spare", table: 2, seat: Seat.WHITE },
  });
  const decided = { cause: "seat-claim spare", alarm: null };
  expect(ofDevice({ seatClaimed: { ...seatClaimed, atMs: 0n } })).toEqual(decided);
  const replaced = [{ device: "t2-white", unsent: 2 }, { device: "other" }];
  const left = ofDevice({ seatTakenOver: { ...seatClaimed, replaced } })?.alarm;
  expect(left).toMatchObject({ key: "unsent spare 7", kind: "unsent" });
  expect(left?.text).toContain("2");
  expect(left?.text).not.toContain("other");
  expect(ofDevice({ verdict: {} })).toBeNull();
});

test("everything that is told has an alarm of its own, and ends", () => {
  const press = { case: "irregular" as const, value: { by: Color.BLACK, atMs: 7n } };
  const apart = (aheadMs?: bigint, atMs = 7n) => ({
    case: "machineApart" as const,
    value: { service: "clock", atMs, ...(aheadMs === undefined ? {} : { aheadMs }) },
  });
  const set = (aheadMs: bigint) => ({
    case: "timeOfDay" as const,
    value: { aheadMs, atMs: 7n },
  });
  for (const [response, kind, key] of [
    [{ delay: { sinceMs: 7n } }, "delay", "delay 7"],
    [{ standstill: { game: "r1-t1", sinceMs: 7n } }, "standstill", "standstill r1-t1 7"],
    [{ standstill: { sinceMs: 7n } }, "standstill", "standstill 7"],
    [{ logDamage: { stream: "GAME", sinceMs: 7n } }, "log-damage", "log-damage GAME 7"],
    [{ alarm: { game: "r1-t1", kind: press } }, "clock", "clock r1-t1 2-7 7"],
    [{ alarm: { kind: apart(2_400n) } }, "machine-apart", "machine-apart clock 2"],
    // Each desk is told it at a moment of its own.
    [{ alarm: { kind: apart(2_400n, 9n) } }, "machine-apart", "machine-apart clock 2"],
    [{ alarm: { kind: set(-3_600_000n) } }, "time-of-day", "time-of-day -3600"],
  ] as const) {
    expect(told(response)?.alarm, key).toMatchObject({ kind, key });
  }
  for (const [response, cause] of [
    [{ delay: {} }, "delay"],
    [{ standstill: { game: "r1-t1" } }, "standstill r1-t1"],
    [{ logDamage: { stream: "GAME" } }, "log-damage GAME"],
    [{ alarm: { kind: apart() } }, "machine-apart clock"],
  ] as const) {
    expect(told(response)).toEqual({ cause, alarm: null });
  }
  expect(told({ verdict: {} })).toBeNull();
});
