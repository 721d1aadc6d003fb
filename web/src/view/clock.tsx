// A clock face; while it runs, only its text changes.

import { computed, type ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { clockText, remainingMs } from "../state/clock";
import { texts } from "../text/language";
import { stagePhrase } from "../text/phrases";
import type { Clock } from "../wire/frames";
import type { Side } from "../wire/position";

interface ClockFaceProps {
  readonly clock: Clock | null;
  readonly side: Side;
  readonly now: ReadonlySignal<number>;
  /** True on the big board, which has room for the stage. */
  readonly full?: boolean;
}

export function ClockFace({ clock, side, now, full = false }: ClockFaceProps) {
  // Made anew for another side or another state, because it only follows signals.
  const text = useMemo(
    () => computed(() => (clock === null ? "–" : clockText(remainingMs(clock, side, now.value)))),
    [clock, side, now],
  );
  const t = texts.value;
  const flag = clock?.flag === side;
  const stage = (side === "white" ? clock?.whiteStage : clock?.blackStage) ?? null;
  const isGone = clock?.forfeit === side;
  return (
    <span
      class="clock"
      data-clock={side}
      data-running={clock?.running === side && !flag}
      data-flag={flag || isGone || undefined}
      data-paused={clock?.paused || undefined}
    >
      <span class="hidden">{clock === null ? t("no-clock") : t("clock")} </span>
      <span class="clock-time" aria-hidden={clock === null || undefined}>
        {text}
      </span>
      {flag && (
        <span class="clock-flag">
          <svg viewBox="0 0 10 10" aria-hidden="true" class="clock-sign">
            <path d="M2 0h1v10H2zM3 1h6L7 3.5 9 6H3z" />
          </svg>
          <span class="hidden"> {t("flag-fell")}</span>
        </span>
      )}
      {clock?.paused && (
        <span class="clock-paused">
          <svg viewBox="0 0 10 10" aria-hidden="true" class="clock-sign">
            <path d="M2 1h2v8H2zM6 1h2v8H6z" />
          </svg>
          <span class="hidden"> {t("paused")}</span>
        </span>
      )}
      {isGone && <span class="clock-stage">{t("did-not-come")}</span>}
      {!isGone && stage !== null && (full || stage.absent) && (
        <span class="clock-stage">{full ? stagePhrase(t, stage) : t("absent")}</span>
      )}
    </span>
  );
}
