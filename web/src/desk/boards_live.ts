// The sensor boards of a tournament as they report themselves, and this desk seated so that it may tell
// them what to do.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { WatchedBoard } from "../gen/damcast/v1/board_ingest_pb";
import { language } from "../text/language";
import { boardIngest, refusalText } from "../wire/api";
import { seat } from "./device";
import type { Live } from "./live";

/** Longest time in milliseconds without a word of the service, which gives signs of life. */
const SILENCE_MS = 12_000;
/** Pauses in milliseconds before the boards are watched anew. */
const PAUSES_MS = { first: 500, most: 5_000 };

export class BoardsLive {
  readonly #boards = signal<readonly WatchedBoard[] | null>(null);
  readonly #fault = signal("");
  /** The milliseconds by which the service is ahead of this page. */
  readonly #aheadMs = signal(0);
  #stopped = new AbortController();

  constructor(readonly live: Live) {}

  /** The boards by table; `null` before they are known. */
  get boards(): ReadonlySignal<readonly WatchedBoard[] | null> {
    return this.#boards;
  }

  /** The reason why nothing can be watched; empty if it can. */
  get fault(): ReadonlySignal<string> {
    return this.#fault;
  }

  /** Returns the time of the service at a moment of this page. */
  timeAt(now: number): number {
    return now + this.#aheadMs.value;
  }

  start(): void {
    this.#stopped = new AbortController();
    void this.#follow(this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #follow(stopped: AbortSignal): Promise<void> {
    let pause = PAUSES_MS.first;
    while (!stopped.aborted) {
      const abort = new AbortController();
      const end = () => abort.abort();
      stopped.addEventListener("abort", end);
      let silence = setTimeout(end, SILENCE_MS);
      try {
        await seat(this.live);
        const request = { tournament: this.live.ref };
        for await (const told of boardIngest.watchBoards(request, { signal: abort.signal })) {
          clearTimeout(silence);
          silence = setTimeout(end, SILENCE_MS);
          pause = PAUSES_MS.first;
          this.#fault.value = "";
          this.#aheadMs.value = Number(told.sentAtMs) - Date.now();
          if (!told.unchanged) this.#boards.value = told.boards;
        }
      } catch (error) {
        if (!stopped.aborted) this.#fault.value = refusalText(error, language.peek());
      } finally {
        clearTimeout(silence);
        stopped.removeEventListener("abort", end);
      }
      if (stopped.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, PAUSES_MS.most);
    }
  }
}
