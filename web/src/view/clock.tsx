// A clock face whose text alone changes while it runs.

import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { clockText, remainingMs } from "../state/clock";
import type { Side } from "../state/position";
import { texts } from "../text/language";
import type { Clock } from "../wire/frames";

interface ClockFaceProps {
  readonly clock: Clock | null;
  readonly side: Side;
  readonly now: ReadonlySignal<number>;
}

export function ClockFace({ clock, side, now }: ClockFaceProps) {
  // A new one for another side or another state: what is not a signal is not looked at again.
  const text = useMemo(
    () => computed(() => (clock === null ? "–" : clockText(remainingMs(clock, side, now.value)))),
    [clock, side, now],
  );
  const t = texts.value;
  const flag = clock?.flag === side;
  return (
    <span
      class="clock"
      data-clock={side}
      data-running={clock?.running === side && !flag}
      data-flag={flag || undefined}
    >
      <span class="hidden">{clock === null ? t.noClock : t.clock} </span>
      <span class="clock-time" aria-hidden={clock === null || undefined}>
        {text}
      </span>
      {flag && (
        <span class="clock-flag">
          <span aria-hidden="true">⚑</span>
          <span class="hidden"> {t.flagFell}</span>
        </span>
      )}
    </span>
  );
}
