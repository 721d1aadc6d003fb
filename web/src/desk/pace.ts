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

/** Returns the stages as lines; increments in seconds. */
export function paceText(stages: readonly Stage[]): string {
  return stages
    .map(({ moves, timeMs, incrementMs }) => {
      const head = moves > 0 ? `${moves}/` : "";
      const tail = incrementMs > 0n ? ` +${incrementMs / 1000n}` : "";
      return `${head}${timeText(Number(timeMs / 1000n))}${tail}`;
    })
    .join("\n");
}

/**
 * Reads lines of stages; `null` if one cannot be read. Increments are those of `before`, stage by stage,
 * and by Fischer where there was none.
 */
export function readPace(text: string, before: readonly Stage[]): WrittenStage[] | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const stages = lines.map((line, at): WrittenStage | null => {
    const [, moves = "0", time = "", increment = "0"] = LINE.exec(line) ?? [];
    const timeMs = readTime(time);
    if (!timeMs) return null;
    const incrementMs = BigInt(Number(increment) * 1000);
    const known = before[at]?.kind || IncrementKind.FISCHER;
    const kind = incrementMs > 0n ? known : IncrementKind.UNSPECIFIED;
    return { moves: Number(moves), timeMs: BigInt(timeMs), incrementMs, kind };
  });
  if (stages.length === 0) return null;
  return stages.every((stage) => stage !== null) ? stages : null;
}

function timeText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
