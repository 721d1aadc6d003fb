// The time for which the device slept: browsers' own clock, which nobody sets, may stand still meanwhile.

/** A time of day that goes ahead by less has its pace, or was corrected a little. */
const SLEPT_MS = 2_000;

/** Two clocks in milliseconds: one that nobody sets, and the time of day. */
export interface Clocks {
  readonly steady: () => number;
  readonly timeOfDay: () => number;
}

export class Sleep {
  /** Milliseconds that the device slept so far, as far as the time of day tells. */
  slept = 0;
  readonly #clocks: Clocks;
  #apart: number;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#apart = this.#difference();
  }

  /**
   * Returns true if the time of day has gone ahead since the last look. A sleep is believed then: if the time
   * of day was set instead, the next message of the service shows it, as any other jump.
   */
  hasSlept(): boolean {
    const apart = this.#difference();
    const ahead = apart - this.#apart;
    // Two clocks drift apart slowly, too.
    this.#apart = apart;
    if (ahead < SLEPT_MS) return false;
    this.slept += ahead;
    return true;
  }

  #difference(): number {
    return this.#clocks.timeOfDay() - this.#clocks.steady();
  }
}
