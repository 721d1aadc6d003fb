// The choice to be told no results, stored in the browser, and how far each game was stepped
// through.

import { type ReadonlySignal, signal } from "@preact/signals";

const STORED_UNDER = "damcast.no-spoilers";
/** Where the steps of a tournament are stored for as long as the tab is open. */
const STEPS_UNDER = "damcast.steps";

const chosen = signal(false);

/** True if results, standings and positions are hidden. */
export const hidesResults: ReadonlySignal<boolean> = chosen;

/** Reads the stored choice. */
export function startSpoilers(): void {
  chosen.value = read("localStorage", STORED_UNDER) === "1";
}

/** Changes the choice and stores it. */
export function setHidesResults(hides: boolean): void {
  chosen.value = hides;
  write("localStorage", STORED_UNDER, hides ? "1" : "0");
}

/** Returns the number of steps by game that were made in this tab. */
export function storedSteps(venue: string, id: string): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(
      read("sessionStorage", `${STEPS_UNDER}.${venue}/${id}`) ?? "{}",
    );
    if (typeof stored !== "object" || stored === null) return new Map();
    return new Map(
      Object.entries(stored).filter((one): one is [string, number] => Number.isSafeInteger(one[1])),
    );
  } catch {
    return new Map();
  }
}

/** Stores the number of steps by game. */
export function storeSteps(venue: string, id: string, steps: ReadonlyMap<string, number>): void {
  const text = JSON.stringify(Object.fromEntries(steps));
  write("sessionStorage", `${STEPS_UNDER}.${venue}/${id}`, text);
}

type Store = "localStorage" | "sessionStorage";

function read(store: Store, key: string): string | null {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

function write(store: Store, key: string, value: string): void {
  try {
    window[store].setItem(key, value);
  } catch {
    // Storage may be forbidden; then the choice lasts for this visit.
  }
}
