// Thinking time as people write it: a line a stage, such as `80:00 +60` or `50/2:00:00` for fifty moves.

import type { Stage } from "../gen/damcast/v1/regulation_pb";
import { IncrementKind } from "../gen/damcast/v1/types_pb";
import { readTime } from "./moves";

export interface WrittenStage {
  readonly moves: number;
  readonly timeMs: bigint;
  readonly incrementMs: bigint;
  readonly kind: IncrementKind;
}

const LINE = /^(?:(\d{1,4})\s*\/\s*)?([\d:]+)(?:\s*\+\s*(\d{1,4}))?$/;

/** Returns the stages as lines; increments in seconds. Parts of a second are not written. */
export function paceText(stages: readonly Stage[]): string {
  return stages.map(stageText).join("\n");
}

function stageText({ moves, timeMs, incrementMs }: Stage): string {
  const head = moves > 0 ? `${moves}/` : "";
  const tail = incrementMs > 0n ? ` +${incrementMs / 1000n}` : "";
  return `${head}${timeText(Number(timeMs / 1000n))}${tail}`;
}

/**
 * Reads lines of stages; `null` if one cannot be read. A line that is as it was written is the stage of
 * `before`, to the millisecond. Increments are of its kind, and by Fischer where there was none.
 */
export function readPace(text: string, before: readonly Stage[]): WrittenStage[] | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const stages = lines.map((line, at): WrittenStage | null => {
    const known = before[at];
    if (known && line === stageText(known)) {
      const { moves, timeMs, incrementMs, kind } = known;
      return { moves, timeMs, incrementMs, kind };
    }
    const [, moves = "0", time = "", increment = "0"] = LINE.exec(line) ?? [];
    const timeMs = readTime(time);
    if (!timeMs) return null;
    const incrementMs = BigInt(Number(increment) * 1000);
    const kind =
      incrementMs > 0n ? known?.kind || IncrementKind.FISCHER : IncrementKind.UNSPECIFIED;
    return { moves: Number(moves), timeMs: BigInt(timeMs), incrementMs, kind };
  });
  if (stages.length === 0) return null;
  return stages.every((stage) => stage !== null) ? stages : null;
}

/** Returns a time as minutes, such as `15`, or with seconds, such as `1:30`; without parts of a second. */
export function minutesText(ms: bigint): string {
  const seconds = Number(ms / 1000n);
  if (seconds % 60 === 0) return String(seconds / 60);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Reads minutes as they are written; `null` if they cannot be read. What is as it was written stays `before`. */
export function readMinutes(text: string, before: bigint): bigint | null {
  if (text.trim() === minutesText(before)) return before;
  const ms = readTime(text.trim() === "" ? "0" : text);
  return ms === null ? null : BigInt(ms);
}

function timeText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
