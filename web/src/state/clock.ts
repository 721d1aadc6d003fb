// Computes the time that a clock shows. The server sends states, not ticks, so the page counts.

import type { Clock } from "../wire/frames";
import type { Side } from "../wire/position";

/** Returns the milliseconds left for one side at `now` (server time), never below zero. */
export function remainingMs(clock: Clock, side: Side, now: number): number {
  const left = side === "white" ? clock.white : clock.black;
  // A moment before `asOf` comes from an estimate of the server's time that is slightly slow.
  const passed = clock.running === side ? Math.max(0, now - clock.asOf) : 0;
  // Time within a simple delay is not used up.
  const spent = Math.max(0, passed - (clock.delay ?? 0));
  return Math.max(0, left - spent);
}

/**
 * Returns a time as `1:05:09`, `5:09`, or with tenths in the last ten seconds: `0:09.4`. Rounds
 * down.
 */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  if (ms < 10_000) return `0:0${seconds}.${Math.floor((ms % 1000) / 100)}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
