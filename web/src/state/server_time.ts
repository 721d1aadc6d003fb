// Estimates the server's time of day. A message can only arrive late, so the largest difference
// seen in the last minute comes from the fastest message and is the best estimate.

const WINDOW_MS = 60_000;
/** Differences that are further apart are no delay: this machine slept, or a clock was set. */
const JUMP_MS = 1_000;
/**
 * If a better estimate is earlier by at most this much, time stands still until it catches up;
 * beyond it the server's clock was set.
 */
const MOST_HELD_MS = 10_000;

/** Returns the local moment in milliseconds since the Unix epoch, from a clock that nobody sets. */
export function localMoment(): number {
  return performance.timeOrigin + performance.now();
}

export class ServerTime {
  #samples: { at: number; offset: number }[] = [];
  #offset = 0;
  /** The latest time that was returned. */
  #told = Number.NEGATIVE_INFINITY;

  /** Adds a sample: a server's `now` that arrived at the local moment `at`. */
  observe(now: number, at: number): void {
    const newest = { at, offset: now - at };
    // Only the local time was returned so far.
    if (this.#samples.length === 0) this.#told = Number.NEGATIVE_INFINITY;
    const fits = (one: typeof newest) =>
      one.at > at - WINDOW_MS && Math.abs(one.offset - newest.offset) <= JUMP_MS;
    this.#samples = [...this.#samples.filter(fits), newest];
    this.#offset = Math.max(...this.#samples.map((sample) => sample.offset));
  }

  /** Returns the milliseconds by which the server's time is ahead of the local one, as best estimated now. */
  offset(): number {
    return this.#offset;
  }

  /** Returns the server's time at the local moment `at`; the local time before the first sample. */
  at(at: number): number {
    const time = at + this.#offset;
    // A clock that was seen to run down does not go up again.
    if (time < this.#told && time >= this.#told - MOST_HELD_MS) return this.#told;
    this.#told = time;
    return time;
  }
}
