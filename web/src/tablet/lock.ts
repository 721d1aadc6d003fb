// One page of a browser is the tablet: two would write side by side.

import { signal } from "@preact/signals";

const NAME = "damcast-tablet";

/** True in the page that is the tablet; false in one that is not; `null` until that is known. */
export const isHolder = signal<boolean | null>(null);

/** Loads this page anew as the tablet; another one that is stops. */
export function takeOver(): void {
  sessionStorage.setItem(NAME, "take");
  location.reload();
}

let letGo = () => {};

/** Loads this page anew. The lock is let go before: the next page may ask for it while this one still goes. */
export function loadAnew(): void {
  letGo();
  location.reload();
}

/** Becomes the tablet if no other page is, or if this one is to take over. */
export async function hold(): Promise<void> {
  // Browsers without locks have no second page to fear in a kiosk.
  if (!navigator.locks) {
    isHolder.value = true;
    return;
  }
  // The lock is taken by the page that keeps it: one that loads anew would let it go to the other in between.
  const options = sessionStorage.getItem(NAME) === null ? { ifAvailable: true } : { steal: true };
  sessionStorage.removeItem(NAME);
  const held = navigator.locks.request(NAME, options, (lock) => {
    isHolder.value = lock !== null;
    if (lock === null) return null;
    // Held until the page goes, or another takes it.
    return new Promise<void>((resolve) => {
      letGo = resolve;
    });
  });
  addEventListener("pagehide", () => letGo());
  // A page that the browser brings back has let the lock go.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
  held.catch(() => {
    // Another page took it. This one stops by beginning anew: it finds the lock taken.
    location.reload();
  });
}
