// The inputs of this tablet: each is stored before it looks confirmed, and is sent until it is answered,
// always as the same input.

import { signal } from "@preact/signals";
import { inTime } from "../wire/disk";
import type { Position, Side } from "../wire/position";
import type { EnteredMove } from "./entry";

/** An act of a player. */
export type Act =
  | {
      readonly kind: "move";
      readonly ply: number;
      readonly move: EnteredMove;
      /** The position in which it was entered. */
      readonly before: Position;
    }
  | { readonly kind: "press"; readonly side: Side }
  | { readonly kind: "draw"; readonly side: Side }
  | { readonly kind: "resign"; readonly side: Side }
  /** Says whether a side agrees with the result that it was shown. */
  | {
      readonly kind: "result";
      readonly side: Side;
      readonly score: number;
      readonly reason: number;
      readonly agrees: boolean;
    }
  /** Calls the arbiter, under a name of its own. */
  | { readonly kind: "call"; readonly id: string; readonly matter: number; readonly text: string };

/**
 * The state of an input: kept on this tablet, stored by the service, accepted, waiting for the arbiter, refused,
 * or left over: it was made at another table or under another enrolment, and is not taken any more.
 */
export type InputState = "kept" | "stored" | "accepted" | "arbiter" | "refused" | "left";

/** An input before it is kept. */
export interface Draft {
  /** The game, as in "main/kk/r3-t12". */
  readonly game: string;
  readonly device: string;
  readonly act: Act;
  /** The moment of the touch, by the service's time as it was estimated then, whole milliseconds. */
  readonly seenAt: number;
  /** Number of changes of the record by the arbiter that the tablet knew of. */
  readonly line: number;
}

/** An input that is kept. */
export interface Input extends Draft {
  /** The tablet's number of it, from 1. */
  readonly sequence: number;
  readonly state: InputState;
  /** The answer of the service to the player; may be empty. */
  readonly text: string;
}

/** Returns true unless an input changed nothing. */
export function isStanding({ state }: Input): boolean {
  return state !== "refused" && state !== "left";
}

/** The storage of inputs. A promise is fulfilled once it is on the disk. */
export interface InputStorage {
  all(): Promise<Input[]>;
  /** Stores an input under the next number. */
  add(draft: Draft): Promise<Input>;
  put(input: Input): Promise<void>;
  remove(sequences: readonly number[]): Promise<void>;
}

/** The answer to an input that was sent. */
export type InputAnswer =
  | { readonly kind: "judged"; readonly state: InputState; readonly text: string }
  /** Nothing came back, or the service cannot take it now: it has to be sent again. */
  | { readonly kind: "unanswered"; readonly text: string };

interface OutboxParts {
  readonly inputStorage: InputStorage;
  readonly send: (input: Input) => Promise<InputAnswer>;
  /** Waits for some milliseconds, or less. */
  readonly pause: (ms: number) => Promise<void>;
  /** A number from 0 to 1. */
  readonly random?: () => number;
  /** Waits for some milliseconds, never less. */
  readonly hold?: (ms: number) => Promise<void>;
  /** The time that has passed on this page, in milliseconds. */
  readonly now?: () => number;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/**
 * Time in milliseconds after which an input that the log has is on its disk, unless the connection was lost meanwhile. The
 * log may write once a second; a lost connection is noticed after 12 seconds.
 */
export const SAFE_MS = 60_000;

/** Returns the time until the next try after so many without an answer, in milliseconds. */
export function pauseAfter(tries: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  // Tablets that lost the same network do not come back at once.
  return Math.round(longest * (0.75 + random / 4));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export class Outbox {
  /** All inputs that are kept, in the order in which they were made. */
  readonly inputs = signal<readonly Input[]>([]);
  /** The reason why the last try was not answered; empty while sending goes well. */
  readonly trouble = signal("");
  /** The number of the input that is not sent yet because it may be taken back; `null` if there is none. */
  readonly held = signal<number | null>(null);
  readonly #parts: OutboxParts;
  /** The moments since when the log is known to have an input, by the numbers of the inputs. */
  readonly #stored = new Map<number, number>();
  #isSending = false;
  #tries = 0;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Reads what was kept, and goes on sending. */
  async open(): Promise<void> {
    const read = await this.#parts.inputStorage.all();
    // What was made during the reading is newer than what was read of it.
    const made = this.inputs.peek();
    const isMade = ({ sequence }: Input) => made.some((one) => one.sequence === sequence);
    const all = [...read.filter((input) => !isMade(input)), ...made];
    this.inputs.value = all.sort((a, b) => a.sequence - b.sequence);
    void this.flush();
  }

  /**
   * Keeps an input, then sends it, after so many milliseconds or with the next one: until then it may be taken back.
   *
   * @throws if it could not be stored: then it was not made.
   */
  async add(draft: Draft, holdMs = 0): Promise<Input> {
    const input = await this.#parts.inputStorage.add(draft);
    this.held.value = holdMs > 0 ? input.sequence : null;
    this.inputs.value = [...this.inputs.value, input];
    void this.flush();
    if (holdMs > 0) void this.#sendAfter(input.sequence, holdMs);
    return input;
  }

  /** Takes the input back that is not sent yet; returns false if there is none, or it is on its way. */
  async takeBack(): Promise<boolean> {
    const sequence = this.held.peek();
    const input = this.inputs.peek().find((one) => one.sequence === sequence);
    this.held.value = null;
    if (!input) return false;
    // Nothing sends it while it is taken off the disk.
    this.inputs.value = this.inputs.peek().filter((one) => one !== input);
    try {
      await this.#parts.inputStorage.remove([input.sequence]);
      return true;
    } catch {
      // It is on the disk, and the next page would send it.
      const all = [...this.inputs.peek(), input];
      this.inputs.value = all.sort((a, b) => a.sequence - b.sequence);
      void this.flush();
      return false;
    }
  }

  async #sendAfter(sequence: number, ms: number): Promise<void> {
    await (this.#parts.hold ?? wait)(ms);
    if (this.held.peek() !== sequence) return;
    this.held.value = null;
    void this.flush();
  }

  /** Sends what is not stored yet, one after the other, until nothing is left. */
  async flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (;;) {
        const next = this.#next();
        if (!next) return;
        const answer = await this.#parts.send(next);
        if (answer.kind === "judged") {
          this.#tries = 0;
          this.trouble.value = "";
          await this.#set(next.sequence, answer.state, answer.text);
        } else {
          this.#tries += 1;
          this.trouble.value = answer.text;
          const random = (this.#parts.random ?? Math.random)();
          await this.#parts.pause(pauseAfter(this.#tries, random));
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  /** Returns the input to send next: the first, or a call for the arbiter, which waits for no move. */
  #next(): Input | undefined {
    const held = this.held.peek();
    const isDue = ({ state, sequence }: Input) => state === "kept" && sequence !== held;
    const kept = this.inputs.value.filter(isDue);
    const call = kept.find((input) => input.act.kind === "call");
    const other = kept.find((input) => input.act.kind !== "call");
    // After a try that failed it is the turn of the other.
    return this.#tries % 2 === 0 ? (call ?? other) : (other ?? call);
  }

  /** Takes note of a verdict that came later. */
  async judge(sequence: number, state: InputState, text: string): Promise<void> {
    // The service has an input that it judges.
    await this.#set(sequence, state, text);
  }

  /**
   * Takes note of the inputs of a game that the service has from this device: those that it lost, although it
   * had answered them, are sent again, as are those without a last answer. Those of an earlier enrolment are not listed,
   * and were answered.
   */
  async compare(game: string, device: string, listed: ReadonlySet<number>): Promise<void> {
    for (const input of this.inputs.value) {
      // Calls for the arbiter are listed elsewhere.
      if (input.game !== game || input.device !== device || input.act.kind === "call") continue;
      const isLost = input.state === "accepted" && !listed.has(input.sequence);
      // A verdict may have passed while the tablet was not connected: an input that is sent again has it in its answer.
      const waits = input.state === "stored" || input.state === "arbiter";
      if (isLost || waits) await this.#set(input.sequence, "kept", "");
    }
    this.settle(game);
    void this.flush();
  }

  /** Takes note that the log may have lost what it had: nothing is safe until it was compared, and some time passed. */
  doubt(): void {
    this.#stored.clear();
  }

  /** Takes note that nothing more of a game is to be compared: what was answered has to be sent no more. */
  settle(game: string): void {
    for (const input of this.inputs.value) if (input.game === game) this.#noteStored(input);
  }

  #noteStored({ sequence, state }: Pick<Input, "sequence" | "state">): void {
    if (state === "kept") this.#stored.delete(sequence);
    else if (!this.#stored.has(sequence)) this.#stored.set(sequence, this.#now());
  }

  /**
   * Forgets the answered inputs of other games than these once they are safe, but none that is left over: a loss of power
   * may take the last that the log had, and be heard of when the next game is at the table.
   */
  async forgetBut(...games: readonly string[]): Promise<void> {
    const isOpen = ({ state }: Input) => state === "kept" || state === "left";
    const due = this.#now() - SAFE_MS;
    const isSafe = ({ sequence }: Input) => (this.#stored.get(sequence) ?? Infinity) <= due;
    await this.forget((input) => !games.includes(input.game) && !isOpen(input) && isSafe(input));
  }

  #now(): number {
    return (this.#parts.now ?? (() => performance.now()))();
  }

  /** Forgets inputs. */
  async forget(isOld: (input: Input) => boolean): Promise<void> {
    const old = this.inputs.value.filter(isOld).map((input) => input.sequence);
    if (old.length === 0) return;
    await this.#parts.inputStorage.remove(old);
    this.inputs.value = this.inputs.value.filter((input) => !old.includes(input.sequence));
    for (const sequence of old) this.#stored.delete(sequence);
  }

  async #set(sequence: number, state: InputState, text: string): Promise<void> {
    const known = this.inputs.value.find((input) => input.sequence === sequence);
    if (!known || (known.state === state && known.text === text)) return;
    // A verdict may overtake the answer that says no more than that it is stored.
    if (state === "stored" && known.state !== "kept") return;
    const next = { ...known, state, text };
    this.#noteStored(next);
    this.inputs.value = this.inputs.value.map((input) => (input === known ? next : input));
    try {
      // A disk that does not answer holds up nothing that is to be sent.
      await inTime(this.#parts.inputStorage.put(next));
    } catch {
      // The next page sends it again then, as the same input, and is answered the same.
    }
  }
}
