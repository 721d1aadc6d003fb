// Work that takes turns: one at a time for each key, and once more if it was asked for meanwhile.

export class Turns {
  /** The keys under way; true for those that were asked for meanwhile. */
  readonly #underWay = new Map<string, boolean>();

  /** Does the work of a key, or has it done again after the turn that is under way. */
  async run(key: string, work: () => Promise<void>): Promise<void> {
    if (this.#underWay.has(key)) {
      this.#underWay.set(key, true);
      return;
    }
    try {
      do {
        this.#underWay.set(key, false);
        await work();
      } while (this.#underWay.get(key));
    } finally {
      this.#underWay.delete(key);
    }
  }
}
