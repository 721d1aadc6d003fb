// Estimates the server's time of day. A message can only arrive late, so the largest difference
// seen in the last minute comes from the fastest message and is the best estimate.

const WINDOW_MS = 60_000;

export class ServerTime {
  #samples: { at: number; offset: number }[] = [];
  #offset = 0;

  /** Takes a server's `now` that arrived at the local moment `at`. */
  observe(now: number, at: number): void {
    this.#samples = this.#samples.filter((sample) => sample.at > at - WINDOW_MS && sample.at <= at);
    this.#samples.push({ at, offset: now - at });
    this.#offset = Math.max(...this.#samples.map((sample) => sample.offset));
  }

  /** The server's time at the local moment `at`; the local time until anything was observed. */
  at(at: number): number {
    return at + this.#offset;
  }
}
