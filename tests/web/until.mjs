// Waits for a condition up to a limit, and never for a fixed time.

/** Longest time for anything on a slow, busy machine, in milliseconds. */
export const LIMIT_MS = 60_000;
/** Interval at which a condition is checked that no event announces, in milliseconds. */
const GLANCE_MS = 20;

/**
 * Calls `look` until it returns something other than `undefined`, `null` or `false`, and returns
 * that. An error, such as one thrown by an assertion, counts as "not yet" and is reported when the
 * limit passes.
 */
export async function until(what, look, limitMs = LIMIT_MS) {
  const end = Date.now() + limitMs;
  for (;;) {
    let reason;
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      if (error instanceof Ended) throw error;
      reason = error;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${limitMs / 1000} s for ${what}`, { cause: reason });
    }
    await new Promise((resolve) => setTimeout(resolve, GLANCE_MS));
  }
}

/** The awaited condition can no longer come true. */
export class Ended extends Error {}
