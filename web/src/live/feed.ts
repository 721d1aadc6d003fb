// One tournament, live: folds the frames of a connection and publishes the state as signals, at
// most once per painted frame. A board listens only to the signal of its own game.

import { batch, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { localMoment, ServerTime } from "../state/server_time";
import { fold, type TournamentState } from "../state/tournament";
import { EVERYTHING, type ShownGame, veiled, withoutPoints } from "../state/veil";
import { complain } from "../wire/complain";
import type { Player, Round, Table, Team, TournamentInfo } from "../wire/frames";
import { Connection, type Status } from "./connection";
import { storedSteps, storeSteps } from "./spoilers";
import { type Open, openEvents, openSocket } from "./transports";

/** Milliseconds between two updates of running clocks, whose text changes each second or tenth. */
const CLOCK_LOOK_MS = 100;
/** Milliseconds between two updates of a hidden page, whose title and live regions still follow. */
const HIDDEN_PUBLISH_MS = 1_000;

export class Feed {
  readonly #status = signal<Status>({ kind: "connecting" });
  readonly #tournament = signal<TournamentInfo | null>(null);
  readonly #players = signal<ReadonlyMap<number, Player>>(new Map());
  readonly #rounds = signal<readonly Round[]>([]);
  readonly #tables = signal<readonly Table[]>([]);
  readonly #teams = signal<ReadonlyMap<number, Team>>(new Map());
  readonly #gameIds = signal<ReadonlySet<string>>(new Set());
  readonly #missing = signal(false);
  readonly #now = signal(localMoment());
  readonly #games = new Map<string, Signal<ShownGame | null>>();
  /** The number of steps by game; counts only while results are hidden. */
  readonly #steps: Map<string, number>;

  readonly #time = new ServerTime();
  readonly #connection: Connection;
  /** The state that the next change is applied to; it may be ahead of the published one. */
  #state: TournamentState | null = null;
  #published: TournamentState | null = null;
  #publishing: (() => void) | null = null;
  #unfollow: (() => void) | null = null;
  #look: ReturnType<typeof setInterval> | undefined;

  /** Everything that the signals show passes the veil while `hides` is true. */
  constructor(
    readonly venue: string,
    readonly id: string,
    readonly hides: ReadonlySignal<boolean> = signal(false),
    open: Record<"socket" | "events", Open> = { socket: openSocket, events: openEvents },
  ) {
    this.#steps = storedSteps(venue, id);
    const base = apiPath(venue, id);
    this.#connection = new Connection(
      { socket: `${base}/ws`, events: `${base}/events` },
      {
        cursor: () => this.#state?.cursor ?? null,
        accept: (frame) => {
          const outcome = fold(this.#state, frame);
          if (outcome.kind === "gap") return false;
          this.#state = outcome.state;
          this.#publishSoon();
          return true;
        },
        // The screen keeps its content, marked as not live, until the snapshot replaces it.
        forget: () => {
          this.#state = null;
        },
        complain,
        time: (now) => this.#time.observe(now, localMoment()),
        status: (status) => this.#setStatus(status),
      },
      open,
    );
  }

  get status(): ReadonlySignal<Status> {
    return this.#status;
  }
  /** `null` until the first snapshot. */
  get tournament(): ReadonlySignal<TournamentInfo | null> {
    return this.#tournament;
  }
  get players(): ReadonlySignal<ReadonlyMap<number, Player>> {
    return this.#players;
  }
  get rounds(): ReadonlySignal<readonly Round[]> {
    return this.#rounds;
  }
  /** The tables, one for each group. */
  get tables(): ReadonlySignal<readonly Table[]> {
    return this.#tables;
  }
  /** The teams by number; empty where players compete individually. */
  get teams(): ReadonlySignal<ReadonlyMap<number, Team>> {
    return this.#teams;
  }
  /** The ids of all games; changes only when a game is added or removed. */
  get gameIds(): ReadonlySignal<ReadonlySet<string>> {
    return this.#gameIds;
  }
  /** True if the server answers but does not know this tournament. */
  get missing(): ReadonlySignal<boolean> {
    return this.#missing;
  }
  /** The server's time of day; it moves while the connection is live and the page is visible. */
  get now(): ReadonlySignal<number> {
    return this.#now;
  }

  /** Returns one game; its value is `null` while the game is unknown. */
  game(id: string): ReadonlySignal<ShownGame | null> {
    let found = this.#games.get(id);
    if (!found) {
      found = signal(this.#shown(id));
      this.#games.set(id, found);
    }
    return found;
  }

  /** Steps on in a game of which something is hidden, by one move or to the result. */
  stepOn(id: string): void {
    if (!this.game(id).peek()?.veil?.hasNext) return;
    const known = this.#published?.games.get(id)?.moves.length ?? 0;
    // A correction may have made the game shorter than it was stepped through.
    this.#see(id, Math.min(this.#steps.get(id) ?? 0, known) + 1);
  }

  /** Shows everything of a game from now on. */
  unveil(id: string): void {
    this.#see(id, EVERYTHING);
  }

  #see(id: string, steps: number): void {
    this.#steps.set(id, steps);
    storeSteps(this.venue, this.id, this.#steps);
    const game = this.#games.get(id);
    if (game) game.value = this.#shown(id);
  }

  #shown(id: string): ShownGame | null {
    const game = this.#published?.games.get(id) ?? null;
    if (game === null || !this.hides.peek()) return game;
    return veiled(game, this.#steps.get(id) ?? 0);
  }

  start(): void {
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#networkGone);
    addEventListener("pageshow", this.#wake);
    this.#look = setInterval(() => this.#lookAtClocks(), CLOCK_LOOK_MS);
    this.#unfollow = effect(() => {
      void this.hides.value;
      const state = this.#published;
      if (state !== null) batch(() => this.#show(state, null));
    });
    this.#connection.start();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#networkGone);
    removeEventListener("pageshow", this.#wake);
    clearInterval(this.#look);
    this.#unfollow?.();
    this.#publishing?.();
    this.#connection.stop();
  }

  readonly #wake = () => {
    if (document.visibilityState !== "visible") return;
    this.#publish();
    this.#connection.wake();
  };

  readonly #networkGone = () => this.#connection.networkGone();

  #setStatus(status: Status): void {
    this.#status.value = status;
    if (status.kind === "live") this.#missing.value = false;
    if (status.kind === "offline" && this.#published === null) void this.#askWhetherMissing();
  }

  /** Asks by a plain request, because a refused WebSocket gives no reason. */
  async #askWhetherMissing(): Promise<void> {
    try {
      const answer = await fetch(apiPath(this.venue, this.id), { cache: "no-store" });
      this.#missing.value = answer.status === 404;
    } catch {
      this.#missing.value = false;
    }
  }

  #lookAtClocks(): void {
    if (document.visibilityState !== "visible" || this.#status.value.kind !== "live") return;
    this.#now.value = this.#time.at(localMoment());
  }

  #publishSoon(): void {
    // The first state is shown at once, and a status never before it.
    if (this.#published === null) {
      this.#publish();
    } else if (this.#publishing) {
      // The next painted frame shows the newest state anyway.
    } else if (document.visibilityState === "visible") {
      const frame = requestAnimationFrame(() => this.#publish());
      this.#publishing = () => cancelAnimationFrame(frame);
    } else {
      const timer = setTimeout(() => this.#publish(), HIDDEN_PUBLISH_MS);
      this.#publishing = () => clearTimeout(timer);
    }
  }

  #publish(): void {
    this.#publishing?.();
    this.#publishing = null;
    const state = this.#state;
    if (state === null || state === this.#published) return;
    const before = this.#published;
    this.#published = state;
    batch(() => {
      this.#tournament.value = state.tournament;
      this.#players.value = state.players;
      this.#teams.value = state.teams;
      this.#now.value = this.#time.at(localMoment());
      this.#show(state, before);
      const known = this.#gameIds.value;
      if (known.size !== state.games.size || [...state.games.keys()].some((id) => !known.has(id))) {
        this.#gameIds.value = new Set(state.games.keys());
      }
    });
  }

  /** Publishes what results can be read from, as far as it differs from the state before. */
  #show(state: TournamentState, before: TournamentState | null): void {
    const hides = this.hides.peek();
    if (state.rounds !== before?.rounds) {
      this.#rounds.value = hides ? withoutPoints(state.rounds) : state.rounds;
    }
    if (state.tables !== before?.tables) this.#tables.value = hides ? [] : state.tables;
    for (const [id, game] of this.#games) {
      if (state.games.get(id) !== before?.games.get(id) || before === null) {
        game.value = this.#shown(id);
      }
    }
  }
}

/** Returns the path of a tournament at the broadcast service. */
export function apiPath(venue: string, id: string): string {
  return `/api/v1/tournaments/${encodeURIComponent(venue)}/${encodeURIComponent(id)}`;
}
