// A clock face whose text alone changes while it runs.

import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
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
  const shown = useSignal(clock);
  useLayoutEffect(() => {
    shown.value = clock;
  }, [clock, shown]);
  const text = useComputed(() =>
    shown.value === null ? "–" : clockText(remainingMs(shown.value, side, now.value)),
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
