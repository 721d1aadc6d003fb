// Keeps one tournament's stream open: WebSocket first, then server-sent events, then a pause that
// grows with each failure. Resumes from the last cursor; says plainly how it stands. Knows frames
// only as far as liveness goes: what they mean is for the receiver.

import { decodeFrame } from "../wire/decode";
import { WireError } from "../wire/fields";
import type { Changes, Frame, Resumed, Snapshot } from "../wire/frames";
import type { Open, Transport } from "./transports";

export type Status =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** The server answers but has no news itself; `since` is the server's moment of the last news. */
  | { readonly kind: "interrupted"; readonly since: number }
  /** `since` is the local moment of the last sign of life. */
  | { readonly kind: "offline"; readonly since: number };

export interface Receiver {
  /** Where to continue; `null` asks for a snapshot. */
  cursor(): string | null;
  /** Takes a frame; `false` when it does not fit, after which a snapshot is needed. */
  accept(frame: Snapshot | Resumed | Changes): boolean;
  /** Forgets everything, so that the next connection starts from a snapshot. */
  forget(): void;
  /** Takes the reason for which a text cannot be read. */
  complain(reason: string): void;
  /** The server's time, as it arrived. */
  time(now: number): void;
  status(status: Status): void;
}

export interface Paths {
  readonly socket: string;
  readonly events: string;
}

/** A first frame later than this means that the way is blocked. */
const FIRST_FRAME_MS = 8_000;
/** The server speaks every 10 s; two and a half beats of silence mean that it is gone. */
const SILENCE_MS = 25_000;
/** After a hidden tab returns, one missed beat is suspicious enough to reconnect; a late one is not. */
const WAKE_SILENCE_MS = 20_000;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A connection that holds this long ends the series of failures. */
const STEADY_MS = 10_000;
/** After so many failures in a row the cursor itself may be what the server refuses. */
const FAILURES_BEFORE_FORGETTING = 6;

type Way = "socket" | "events";

export class Connection {
  #transport: Transport | null = null;
  #way: Way = "socket";
  /** Whether the current transport has delivered a snapshot or a resumption. */
  #confirmed = false;
  /** Since when the server has no news, as it said last. */
  #interruptedSince: number | null = null;
  /** The interruption that the receiver knows of on this connection; `undefined` before the first. */
  #told: number | null | undefined;
  #failures = 0;
  #heardAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #steadyTimer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(
    private readonly paths: Paths,
    private readonly receiver: Receiver,
    private readonly open: Record<Way, Open>,
    private readonly random: () => number = Math.random,
  ) {
    this.#heardAt = Date.now();
  }

  start(): void {
    this.receiver.status({ kind: "connecting" });
    this.#attempt("socket");
  }

  stop(): void {
    this.#stopped = true;
    this.#disconnect();
  }

  /** Call when the page becomes visible or the network returns: checks at once, waits no longer. */
  wake(): void {
    if (this.#stopped) return;
    const waiting = this.#transport === null;
    const silent = this.#confirmed && Date.now() - this.#heardAt > WAKE_SILENCE_MS;
    if (!waiting && !silent) return;
    if (silent) this.receiver.status({ kind: "connecting" });
    this.#attempt("socket");
  }

  /**
   * Call when the browser says that the network is gone: its silence need not be waited for. Tries
   * again, because a server on this very machine can be reached all the same.
   */
  networkGone(): void {
    if (!this.#stopped && this.#transport !== null) this.#lost();
  }

  #attempt(way: Way): void {
    this.#disconnect();
    this.#way = way;
    const cursor = this.receiver.cursor();
    const path = this.paths[way];
    const resumePath = cursor === null ? path : `${path}?since=${encodeURIComponent(cursor)}`;
    this.#timer = setTimeout(() => this.#lost(), FIRST_FRAME_MS);
    this.#transport = this.open[way](resumePath, {
      text: (text) => this.#text(text),
      lost: () => this.#lost(),
    });
  }

  #text(text: string): void {
    let frame: Frame | null;
    try {
      frame = decodeFrame(text);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.receiver.complain(error.message);
      this.#misfit();
      return;
    }
    this.#heardAt = Date.now();
    if (this.#confirmed) this.#watchSilence();
    if (frame === null) return;
    if (frame.type !== "changes") {
      this.receiver.time(frame.now);
      this.#interruptedSince = frame.fresh?.since ?? null;
    }
    if (frame.type === "time") {
      if (this.#confirmed) this.#tell();
      return;
    }
    if (!this.receiver.accept(frame)) {
      this.#misfit();
    } else if (!this.#confirmed) {
      this.#confirmed = true;
      this.#watchSilence();
      this.#steadyTimer = setTimeout(() => {
        this.#failures = 0;
      }, STEADY_MS);
      this.#told = undefined;
      this.#tell();
    }
  }

  /** Says how a confirmed connection stands, when that is news. */
  #tell(): void {
    const since = this.#interruptedSince;
    if (since === this.#told) return;
    this.#told = since;
    this.receiver.status(since === null ? { kind: "live" } : { kind: "interrupted", since });
  }

  #watchSilence(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lost(), SILENCE_MS);
  }

  #lost(): void {
    const confirmed = this.#confirmed;
    if (!confirmed && this.#way === "socket") {
      this.#attempt("events");
      return;
    }
    this.#pause();
    this.receiver.status(
      confirmed ? { kind: "connecting" } : { kind: "offline", since: this.#heardAt },
    );
  }

  /** Starts over from a snapshot, because a change does not fit onto the known state. */
  #misfit(): void {
    this.receiver.forget();
    this.#pause();
    this.receiver.status({ kind: "connecting" });
  }

  #pause(): void {
    this.#disconnect();
    const most = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (this.#failures + 1));
    const pause = SHORTEST_PAUSE_MS + this.random() * (most - SHORTEST_PAUSE_MS);
    this.#failures += 1;
    if (this.#failures % FAILURES_BEFORE_FORGETTING === 0) this.receiver.forget();
    this.#timer = setTimeout(() => this.#attempt("socket"), pause);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#steadyTimer);
    this.#transport?.close();
    this.#transport = null;
    this.#confirmed = false;
  }
}
