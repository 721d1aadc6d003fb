// Keeps one tournament's stream open: first a WebSocket, then server-sent events, then a pause that
// grows with each failure. Resumes from the last cursor and reports its status. Interprets frames
// only as far as that requires; the rest is up to the receiver.

import { decodeFrame } from "../wire/decode";
import { WireError } from "../wire/fields";
import type { Changes, Frame, Freshness, Resumed, Snapshot } from "../wire/frames";
import type { Open, Transport } from "./transports";

export type Status =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /**
   * The server answers but is cut off from the log, or a message of its own is overdue; `since` is
   * the moment of its last news.
   */
  | { readonly kind: "interrupted"; readonly since: number }
  /** Moves are stored and cannot be shown yet; `since` is the server's moment of the first of them. */
  | { readonly kind: "delayed"; readonly since: number }
  /** Nothing comes from the venue; `since` is the server's moment of the last sign of it. */
  | { readonly kind: "venue-offline"; readonly since: number }
  /** `since` is the local moment of the last sign of life. */
  | { readonly kind: "offline"; readonly since: number };

export interface Receiver {
  /** Returns the cursor to continue from; `null` asks for a snapshot. */
  cursor(): string | null;
  /** Applies a frame; returns `false` if it does not fit, after which a snapshot is needed. */
  accept(frame: Snapshot | Resumed | Changes): boolean;
  /** Forgets everything, so that the next connection starts from a snapshot. */
  forget(): void;
  /** Reports the reason why a text cannot be read. */
  complain(reason: string): void;
  /** Receives the server's time as it arrives. */
  time(now: number): void;
  status(status: Status): void;
}

export interface Paths {
  readonly socket: string;
  readonly events: string;
}

/** Longest wait for a first frame, after which the way counts as blocked. */
const FIRST_FRAME_MS = 8_000;
/**
 * Longest silence of a server that is there: it sends something every 10 s, so this is two and a
 * half beats.
 */
const SILENCE_MS = 25_000;
/**
 * Longest silence after which the page still counts clocks down: one beat and three seconds. A pause or
 * a flag that nobody hears of must not be counted away.
 */
const QUIET_MS = 13_000;
/**
 * Longest silence after which a returning tab keeps its connection: one beat may be late, but not
 * missed.
 */
const WAKE_SILENCE_MS = 20_000;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A connection that holds this long ends the series of failures. */
const STEADY_MS = 10_000;
/**
 * Number of failures in a row after which the cursor is dropped, as the server may be refusing it.
 */
const FAILURES_BEFORE_FORGETTING = 6;

type Way = "socket" | "events";

export class Connection {
  #transport: Transport | null = null;
  #way: Way = "socket";
  /** True once the current transport has delivered a snapshot or a resumption. */
  #confirmed = false;
  /** The age of the server's state, as it reported last; `null` while it is up to date. */
  #fresh: Freshness | null = null;
  /**
   * The status last reported to the receiver on this connection, as text; `undefined` before the
   * first report.
   */
  #told: string | undefined;
  #failures = 0;
  #heardAt: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
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

  /**
   * Checks the connection at once; to be called when the page becomes visible or the network
   * returns.
   */
  wake(): void {
    if (this.#stopped) return;
    const waiting = this.#transport === null;
    const silent = this.#confirmed && Date.now() - this.#heardAt > WAKE_SILENCE_MS;
    if (!waiting && !silent) return;
    if (silent) this.receiver.status({ kind: "connecting" });
    this.#attempt("socket");
  }

  /**
   * Gives up the connection without waiting for its silence; to be called when the browser reports
   * that the network is gone. Tries again, because a server on this machine may still be reachable.
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
    if (frame.type === "changes") {
      if (this.#confirmed) this.#tell();
    } else {
      this.receiver.time(frame.now);
      this.#fresh = frame.fresh;
    }
    if (frame.type === "time") {
      // A server that is cut off from the log, and behind the cursor, says so and sends nothing older.
      if (!this.#confirmed && this.#fresh !== null) this.#watchSilence();
      if (this.#confirmed || this.#fresh !== null) this.#tell();
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
      this.#tell();
    }
  }

  /** Reports the status of the server if it has changed on this connection. */
  #tell(): void {
    this.#report(statusOf(this.#fresh));
  }

  #report(status: Status): void {
    const text = JSON.stringify(status);
    if (text === this.#told) return;
    this.#told = text;
    this.receiver.status(status);
  }

  #watchSilence(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#quietTimer);
    this.#timer = setTimeout(() => this.#lost(), SILENCE_MS);
    this.#quietTimer = setTimeout(() => this.#quiet(), QUIET_MS);
  }

  /** Reports that a message is overdue, unless the state was not live anyway. */
  #quiet(): void {
    if (this.#confirmed && this.#fresh === null) {
      this.#report({ kind: "interrupted", since: this.#heardAt });
    }
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

  /** Starts over from a snapshot, because a change does not fit the known state. */
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
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#steadyTimer);
    this.#transport?.close();
    this.#transport = null;
    this.#confirmed = false;
    this.#told = undefined;
  }
}

function statusOf(fresh: Freshness | null): Status {
  if (fresh === null) return { kind: "live" };
  const kind = fresh.state === "log-lost" ? "interrupted" : fresh.state;
  return { kind, since: fresh.since };
}
