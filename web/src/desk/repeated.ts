// What a part of the page does again and again while it is shown.

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Interval in milliseconds at which ages are shown anew. */
const AGE_SHOWN_MS = 1_000;

/** Returns the moment by this machine's clock, once a second. */
export function useNow(): ReadonlySignal<number> {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
    }, AGE_SHOWN_MS);
    return () => clearInterval(timer);
  }, [now]);
  return now;
}

/** Calls `read` now and at an interval, and from the start again for another `of`. */
export function useRepeatedly(read: () => Promise<void>, everyMs: number, of?: unknown): void {
  useEffect(() => {
    void read();
    const timer = setInterval(() => void read(), everyMs);
    return () => clearInterval(timer);
  }, [of, everyMs]);
}
