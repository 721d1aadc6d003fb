// Estimates the server's time of day. A message can only arrive late, so the largest difference
// seen in the last minute comes from the fastest message and is the best estimate.

const WINDOW_MS = 60_000;
/** Differences further apart are no matter of delay: this machine slept, or a clock was set. */
const JUMP_MS = 1_000;
/** A better estimate may be this much earlier, and is waited for; beyond it the server's clock was set. */
const MOST_HELD_MS = 10_000;

/** The local moment in milliseconds since the Unix epoch, which nobody sets back or forth. */
export function localMoment(): number {
  return performance.timeOrigin + performance.now();
}

export class ServerTime {
  #samples: { at: number; offset: number }[] = [];
  #offset = 0;
  /** The latest time that was told. */
  #told = Number.NEGATIVE_INFINITY;

  /** Takes a server's `now` that arrived at the local moment `at`. */
  observe(now: number, at: number): void {
    const newest = { at, offset: now - at };
    // Until now only the local time was told.
    if (this.#samples.length === 0) this.#told = Number.NEGATIVE_INFINITY;
    const fits = (one: typeof newest) =>
      one.at > at - WINDOW_MS && Math.abs(one.offset - newest.offset) <= JUMP_MS;
    this.#samples = [...this.#samples.filter(fits), newest];
    this.#offset = Math.max(...this.#samples.map((sample) => sample.offset));
  }

  /** The server's time at the local moment `at`; the local time until anything was observed. */
  at(at: number): number {
    const time = at + this.#offset;
    // A clock that a spectator has seen run down does not go up again.
    if (time < this.#told && time >= this.#told - MOST_HELD_MS) return this.#told;
    this.#told = time;
    return time;
  }
}
