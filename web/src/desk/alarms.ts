// Alarms: what needs the arbiter, each with a key that is the same at every desk and after a restart, and
// another one when the same thing happens again.

import type { WatchVerdictsResponse } from "../gen/damcast/v1/board_ingest_pb";
import {
  type ArbiterCall,
  type BoardContinuation,
  CallMatter,
  type ClockState,
  type Seat,
} from "../gen/damcast/v1/events_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color, type Score } from "../gen/damcast/v1/types_pb";
import { clockText } from "../state/clock";
import { texts, timeOfDay } from "../text/language";
import { tableName } from "./rulings";
import { words } from "./text";

export type AlarmKind =
  | "call"
  | "conflict"
  | "irregular"
  | "draw-agreed"
  | "waits"
  | "clock"
  | "clock-apart"
  | "disputed"
  | "not-come"
  | "not-seen"
  | "silent"
  | "seat-claim"
  | "unsent"
  | "flag"
  | "device"
  | "time-of-day"
  | "machine-apart"
  | "delay"
  | "log-damage"
  | "standstill";

export interface Alarm {
  /** The same for as long as its cause is the same, at every desk and after a restart. */
  readonly key: string;
  readonly kind: AlarmKind;
  /** The game, as in `r3-t12`; empty if it is about none. */
  readonly game: string;
  /** The table in words; empty if it is about none. */
  readonly place: string;
  /** The moment since when; 0 if nothing tells it. */
  readonly sinceMs: number;
  readonly text: string;
  /** The person who took notice of it first; `null` if nobody has. */
  readonly seen: Seen | null;
  /** The act of one tap that answers it; absent if that takes more. */
  readonly tap?: Tap;
}

/** The ways in which the game of a board may have gone on after so many plies. */
export interface GapTap {
  readonly kind: "gap";
  readonly game: string;
  readonly ply: number;
  readonly ways: readonly BoardContinuation[];
}

/** The result that the players of a game show on their board. */
export interface ResultTap {
  readonly kind: "result";
  readonly game: string;
  readonly score: Score;
}

/** Decides who has a place at a table, how a game goes on or ended, or checks somebody in. */
export type Tap =
  | {
      readonly kind: "seat";
      readonly device: string;
      readonly table: number;
      readonly seat: Seat;
    }
  | { readonly kind: "paper"; readonly game: string }
  | GapTap
  | ResultTap
  | {
      readonly kind: "here";
      readonly participant: number;
      readonly name: string;
      readonly round: number;
    };

/** A person who has taken notice of an alarm. */
export interface Seen {
  readonly by: string;
  readonly atMs: number;
}

/** An alarm that is told, or the end of one: `null`. */
export interface AlarmChange {
  readonly cause: string;
  readonly alarm: Alarm | null;
}

/** The alarms for which a game stands still, or everything does, or for which somebody waits. */
const URGENT: ReadonlySet<AlarmKind> = new Set([
  "call",
  "conflict",
  "irregular",
  "flag",
  "delay",
  "log-damage",
  "standstill",
  "disputed",
  "silent",
  "seat-claim",
]);
/** The alarms about something over: they are done with once somebody has taken notice. */
const PASSING: ReadonlySet<AlarmKind> = new Set(["call", "clock", "unsent"]);
/** Time in milliseconds for which the others still see who has taken notice of one of these. */
const DONE_SHOWN_MS = 300_000;

const MATTERS = {
  [CallMatter.UNSPECIFIED]: "other",
  [CallMatter.IRREGULAR_MOVE]: "irregular-move",
  [CallMatter.CLOCK]: "clock",
  [CallMatter.DISTURBANCE]: "disturbance",
  [CallMatter.RESULT]: "result",
  [CallMatter.OTHER]: "other",
  [CallMatter.PAPER]: "paper",
  [CallMatter.CLAIM_REPETITION]: "claim-repetition",
  [CallMatter.CLAIM_COUNT]: "claim-count",
  [CallMatter.CLAIM_FLAG]: "claim-flag",
  [CallMatter.CLAIM_IRREGULARITY]: "claim-irregularity",
} as const;

export function isUrgent(alarm: Alarm): boolean {
  return URGENT.has(alarm.kind);
}

/** Returns true if it is urgent and nobody has taken notice of it yet. */
export function isCalling(alarm: Alarm): boolean {
  return isUrgent(alarm) && alarm.seen === null;
}

/** Returns what is not done with: what nobody has taken notice of, the most urgent and then the oldest first. */
export function inOrder(alarms: readonly Alarm[], now: number): Alarm[] {
  const rank = (alarm: Alarm) => (alarm.seen === null ? 0 : 2) + (isUrgent(alarm) ? 0 : 1);
  return alarms
    .filter(({ kind, seen }) => !PASSING.has(kind) || now < (seen?.atMs ?? now) + DONE_SHOWN_MS)
    .sort((one, other) => rank(one) - rank(other) || one.sinceMs - other.sinceMs);
}

/**
 * Returns the alarm of a call, at the game of its table if one of these is. A board that nothing explains, or
 * that shows a result, says which game it means: that of an earlier round is none of the game that is played now.
 */
export function alarmOfCall(call: ArbiterCall, open: readonly string[]): Alarm {
  const w = words.value;
  const { alarm: key, table, matter, articles, text: remark, by, device, atMs, gap, shown } = call;
  const atTable = open.find((id) => id.endsWith(`-t${table}`)) ?? "";
  const meant = gap?.game || shown?.game || atTable;
  const isOther = meant !== atTable;
  const game = isOther ? "" : atTable;
  const told = w("call-text", {
    matter: `${w(`call-${MATTERS[matter]}`)}${articles === "" ? "" : ` · ${articles}`}`,
    remark: remark === "" ? "" : `: ${remark}`,
    name: by || device,
  });
  const text = gap ? w("gap-text", { ply: gap.ply, name: by || device }) : told;
  const place = w("table-number", { table });
  const alarm: Alarm = { key, kind: "call", game, place, sinceMs: Number(atMs), text, seen: null };
  if (gap && game !== "") {
    return { ...alarm, tap: { kind: "gap", game, ply: gap.ply, ways: gap.continuations } };
  }
  if (shown && game !== "") {
    return { ...alarm, tap: { kind: "result", game, score: shown.score } };
  }
  const isForPaper = matter === CallMatter.PAPER && game !== "";
  return isForPaper ? { ...alarm, tap: { kind: "paper", game } } : alarm;
}

/** Returns what a game needs; `flagAtMs` is the moment at which a flag fell that does not end it. */
export function alarmsOfGame(
  id: string,
  game: GetGameResponse,
  clock: ClockState | undefined,
  flagAtMs: number,
): Alarm[] {
  const alarms: Alarm[] = [];
  const place = tableName(id);
  const add = (kind: AlarmKind, at: string, text: string, sinceMs = 0) => {
    const key = `${kind} ${id} ${at}`.trim();
    alarms.push({ key, kind, game: id, place, sinceMs, text, seen: null });
  };
  const sideName = (color: Color) => texts.value(color === Color.WHITE ? "white" : "black");
  for (const { color, disagrees, atMs } of game.state?.confirmations ?? []) {
    if (!disagrees) continue;
    const text = words.value("disputed-text", { side: sideName(color) });
    add("disputed", `${color} ${atMs}`, text, Number(atMs));
  }
  if (game.state?.outcome) return alarms;
  for (const [color, stage] of [
    [Color.WHITE, clock?.whiteStage],
    [Color.BLACK, clock?.blackStage],
  ] as const) {
    if (!clock || !stage?.absent) continue;
    const time = timeOfDay(Number(clock.deadlineMs));
    const text = words.value("not-come-text", { side: sideName(color), time });
    add("not-come", `${color} ${clock.deadlineMs}`, clock.deadlineMs > 0n ? text : sideName(color));
  }
  for (const { ply, input } of game.conflicts) {
    add("conflict", `${ply} ${input?.device} ${input?.sequence}`, "");
  }
  if (game.noted) {
    const { ply, atMs } = game.noted;
    add("irregular", `${ply} ${atMs}`, game.notedExplanation, Number(atMs));
  }
  if (clock?.disagreement) {
    // It is told once, until they agree, so these times tell it from another one.
    const { whiteMs, blackMs } = clock.disagreement;
    const [white = "", black = ""] = [whiteMs, blackMs].map((ms) => clockText(Number(ms)));
    const text = words.value("clock-shows", { white, black });
    add("clock-apart", `${whiteMs}-${blackMs}`, text);
  }
  if (clock && clock.flag !== Color.UNSPECIFIED) {
    add("flag", `${clock.flag} ${flagAtMs || ""}`.trim(), "", flagAtMs);
  }
  if (game.isDrawAgreed) add("draw-agreed", String(game.state?.plies.length), "");
  const [held] = game.held;
  if (held && game.conflicts.length === 0 && !game.noted) {
    add("waits", `${held.ply} ${held.atMs}`, "", Number(held.atMs));
  }
  return alarms;
}

/** Returns the alarm that a service tells and that no game has; `null` for what is none. */
export function alarmChange(response: WatchVerdictsResponse): AlarmChange | null {
  const { alarm, delay, standstill, logDamage } = response;
  if (delay) return told("delay", [], Number(delay.sinceMs), "");
  if (standstill) {
    const { game, sinceMs, explanation } = standstill;
    return told("standstill", [game], Number(sinceMs), explanation, game);
  }
  if (logDamage) {
    const { stream, sinceMs, explanation } = logDamage;
    return told("log-damage", [stream], Number(sinceMs), explanation);
  }
  if (!alarm) return null;
  const { game, kind, explanation } = alarm;
  switch (kind.case) {
    case "deviceClock": {
      const { device, fault, atMs } = kind.value;
      return told("device", [device], fault ? Number(atMs) : 0, explanation);
    }
    case "irregular": {
      const atMs = Number(kind.value.atMs);
      return told("clock", [game, `${kind.value.by}-${atMs}`], atMs, explanation, game);
    }
    case "timeOfDay": {
      const { aheadMs, atMs } = kind.value;
      return apart("time-of-day", [], aheadMs, Number(atMs), explanation);
    }
    case "machineApart": {
      const { service, aheadMs, atMs } = kind.value;
      return apart("machine-apart", [service], aheadMs, Number(atMs), explanation);
    }
    default:
      return null;
  }
}

/** Returns an alarm that begins anew with another moment, or its end if it is since no moment. */
function told(
  kind: AlarmKind,
  about: readonly string[],
  sinceMs: number,
  text: string,
  game = "",
): AlarmChange {
  const cause = [kind, ...about].filter((part) => part !== "").join(" ");
  if (sinceMs === 0) return { cause, alarm: null };
  const place = game === "" ? "" : tableName(game);
  const key = `${cause} ${sinceMs}`;
  return { cause, alarm: { key, kind, game, place, sinceMs, text, seen: null } };
}

/** Returns an alarm that each desk is told anew: by the time that lies between, in seconds. */
function apart(
  kind: AlarmKind,
  about: readonly string[],
  aheadMs: bigint | undefined,
  atMs: number,
  text: string,
): AlarmChange {
  const { cause, alarm } = told(kind, about, aheadMs === undefined ? 0 : atMs, text);
  const key = `${cause} ${Math.round(Number(aheadMs ?? 0n) / 1000)}`;
  return { cause, alarm: alarm && { ...alarm, key } };
}
