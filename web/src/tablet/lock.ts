// One page of a browser is the tablet: two would write side by side.

import { signal } from "@preact/signals";

const NAME = "damcast-tablet";

/** True in the page that is the tablet; false in one that is not; `null` until that is known. */
export const isHolder = signal<boolean | null>(null);

/** Becomes the tablet if no other page is; with `take` also if one is, which then stops. */
export async function hold(take = false): Promise<void> {
  // Browsers without locks have no second page to fear in a kiosk.
  if (!navigator.locks) {
    isHolder.value = true;
    return;
  }
  const options = take ? { steal: true } : { ifAvailable: true };
  const held = navigator.locks.request(NAME, options, (lock) => {
    isHolder.value = lock !== null;
    // Held until the page goes, or another takes it.
    return lock === null ? null : new Promise(() => {});
  });
  held.catch(() => {
    // Another page took it. This one stops by beginning anew: it finds the lock taken.
    location.reload();
  });
}
