// Alarms about the devices at the tables: silent ones, two for one place, and what a replaced one kept.

import type { WatchVerdictsResponse } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { texts, timeOfDay } from "../text/language";
import type { Alarm, AlarmChange, AlarmKind } from "./alarms";
import { words } from "./text";

/** Returns the side of a seat in words. */
export function seatName(seat: Seat): string {
  const t = texts.value;
  if (seat === Seat.WHITE) return t("white");
  return seat === Seat.BLACK ? t("black") : words.value("seat-both");
}

/** Returns the alarm about a device, or its end; `null` for what is none. */
export function deviceAlarmChange(response: WatchVerdictsResponse): AlarmChange | null {
  const w = words.value;
  const { silent, seatClaimed, seatTakenOver } = response;
  if (silent) {
    const { device, round, table } = silent;
    const sinceMs = Number(silent.sinceMs);
    const text = w("silent-text", { device, time: timeOfDay(sinceMs) });
    const told = of("silent", `silent ${device}`, sinceMs, table, text);
    return told.alarm ? { ...told, alarm: { ...told.alarm, game: `r${round}-t${table}` } } : told;
  }
  if (seatClaimed) {
    const { device, table, seat, atMs } = seatClaimed;
    const text = w("seat-claim-text", { device, seat: seatName(seat) });
    const told = of("seat-claim", `seat-claim ${device}`, Number(atMs), table, text);
    if (!told.alarm) return told;
    return { ...told, alarm: { ...told.alarm, tap: { kind: "seat", device, table, seat } } };
  }
  if (seatTakenOver) {
    const { device, table, seat, atMs, replaced } = seatTakenOver;
    const left = replaced
      .filter(({ unsent = 0 }) => unsent > 0)
      .map(({ device: name, unsent = 0 }) => w("unsent-text", { device: name, count: unsent }));
    const text = `${seatName(seat)}: ${left.join(" ")}`;
    return of("unsent", `unsent ${device}`, Number(atMs), table, text);
  }
  return null;
}

function of(
  kind: AlarmKind,
  cause: string,
  sinceMs: number,
  table: number,
  text: string,
): AlarmChange {
  if (sinceMs === 0) return { cause, alarm: null };
  const place = words.value("table-number", { table });
  const key = `${cause} ${sinceMs}`;
  const alarm: Alarm = { key, kind, game: "", place, sinceMs, text, seen: null };
  return { cause, alarm };
}
