// A clock, by the moments that the service told; between them the page counts on.

import { signal, useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clockText } from "../state/clock";
import type { Side } from "../wire/position";
import { clock } from "./in_play";
import { serverNow } from "./link";
import { timeLeft } from "./shown_game";
import { sideName, words } from "./text";

const TICK_MS = 100;
const now = signal(0);

export function Clock({ side }: { readonly side: Side }) {
  const w = words.value;
  const shown = clock.value;
  const text = useComputed(() => {
    const state = clock.value;
    return state === null ? "" : clockText(timeLeft(state, side, Math.max(now.value, state.asOf)));
  });
  useEffect(() => {
    const tick = () => {
      now.value = serverNow();
    };
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (shown === null) return null;
  return (
    <span
      class="clock"
      data-clock={side}
      data-running={shown.running === side && shown.flag === null && !shown.paused}
      data-flag={shown.flag === side || undefined}
    >
      <span class="hidden">{w("your-clock", { side: sideName(side) })} </span>
      <span class="clock-time">{text}</span>
      {shown.flag === side && <span class="clock-stage">{w("flag-fell")}</span>}
      {shown.paused && <span class="clock-stage">{w("paused")}</span>}
      {shown.isEstimated && <span class="clock-stage">{w("estimated")}</span>}
    </span>
  );
}
