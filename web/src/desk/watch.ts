// The things that need the arbiter: read from the games and clocks themselves, so that a reload or another
// desk shows the same; calls, devices and the store as the services tell them.

import { Code, ConnectError } from "@connectrpc/connect";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { SeatedDevice, WatchVerdictsResponse } from "../gen/damcast/v1/board_ingest_pb";
import type { ArbiterCall, ClockState } from "../gen/damcast/v1/events_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { language } from "../text/language";
import { boardIngest, clocks, refusalText, rules } from "../wire/api";
import { deviceId } from "../wire/desk_device";
import { person } from "../wire/session";
import { act } from "./acts";
import { type Alarm, alarmChange, alarmOfCall, alarmsOfGame, inOrder, type Seen } from "./alarms";
import { seat } from "./device";
import { deviceAlarmChange } from "./device_alarms";
import { isKnown } from "./do";
import type { Live } from "./live";
import { begunGame } from "./model";
import { notSeen } from "./not_seen";
import { checkIn } from "./presence_acts";
import { enterShown } from "./rounds";
import { rule } from "./rulings";
import { words } from "./text";
import { Turns } from "./turns";

/** Pauses in milliseconds before the watch begins anew; after a refusal the longest. */
const PAUSES_MS = { first: 500, most: 5_000, refused: 600_000 };
/** Interval in milliseconds at which devices and clocks are looked at. */
const LOOK_MS = 10_000;

export class Watch {
  /** The watched games as the judge has them, by id. */
  readonly #games = signal<ReadonlyMap<string, GetGameResponse>>(new Map());
  /** The alarms that are not part of a game, by their causes. */
  readonly #told = signal<ReadonlyMap<string, Alarm>>(new Map());
  /** The calls for the arbiter, by their names as alarms. */
  readonly #calls = signal<ReadonlyMap<string, ArbiterCall>>(new Map());
  /** The clocks, by game, as they were when a clock last gave an alarm. */
  readonly #clocks = signal<ReadonlyMap<string, ClockState>>(new Map());
  /** The moments at which flags fell that end no game, by game. */
  readonly #flags = signal<ReadonlyMap<string, number>>(new Map());
  /** The alarms of which somebody took notice, by their keys. */
  readonly #seen = signal<ReadonlyMap<string, Seen>>(new Map());
  /** The devices, by table. */
  readonly #devices = signal<ReadonlyMap<number, readonly SeatedDevice[]>>(new Map());
  readonly #fault = signal("");
  readonly #reading = new Turns();
  /** The games that could not be read when they changed. */
  readonly #unread = new Set<string>();
  readonly #firstSeen = new Map<string, number>();
  #watched: readonly string[] = [];
  #isSeated = false;
  /** True if this person may not read games, as the last answer said. */
  #isRefused = false;
  #stopped = new AbortController();

  constructor(readonly live: Live) {}

  get games(): ReadonlySignal<ReadonlyMap<string, GetGameResponse>> {
    return this.#games;
  }

  /** The devices of each table, as they were heard when somebody looked last. */
  get devices(): ReadonlySignal<ReadonlyMap<number, readonly SeatedDevice[]>> {
    return this.#devices;
  }

  /** The reason why nothing can be watched; empty if it can. */
  get fault(): ReadonlySignal<string> {
    return this.#fault;
  }

  /**
   * Returns what needs somebody: what nobody has taken notice of, the most urgent and then the oldest
   * first.
   */
  alarms(): Alarm[] {
    const ofGames = [...this.#games.value].flatMap(([id, game]) => {
      const clock = this.#clocks.value.get(id);
      return alarmsOfGame(id, game, clock, this.#flags.value.get(id) ?? 0);
    });
    // A clock and a silent device concern nobody after their game.
    const told = [...this.#told.value.values()].filter(
      ({ kind, game }) => (kind !== "clock" && kind !== "silent") || this.#isInPlay(game),
    );
    const calls = [...this.#calls.value.values()].map((call) => alarmOfCall(call, this.#watched));
    const tournament = this.live.tournament.value;
    const watched = { games: this.#games.value, clocks: this.#clocks.value };
    const missing = tournament ? notSeen(tournament, watched, Date.now()) : [];
    const all = [...ofGames, ...missing, ...told, ...calls].map((alarm) => {
      const sinceMs = alarm.sinceMs || (this.#firstSeen.get(alarm.key) ?? Date.now());
      this.#firstSeen.set(alarm.key, sinceMs);
      return { ...alarm, sinceMs, seen: this.#seen.value.get(alarm.key) ?? null };
    });
    return inOrder(all, Date.now());
  }

  #isInPlay(game: string): boolean {
    return this.#watched.includes(game) && !this.#games.value.get(game)?.state?.outcome;
  }

  /** Does what one tap does about an alarm: with `yes` what is asked for, else it stays as it is. */
  async decide(alarm: Alarm, yes: boolean): Promise<void> {
    const { tap } = alarm;
    if (!tap || !(await isKnown())) return;
    const w = words.value;
    if (tap.kind === "paper") {
      await rule(this.live, tap.game, w("consent-paper"), { case: "goOnPaper", value: {} });
      return this.acknowledge(alarm);
    }
    // A board that nothing explains has choices of its own.
    if (tap.kind === "gap") return;
    if (tap.kind === "result") {
      const tournament = this.live.tournament.peek();
      const game = tournament && begunGame(tournament, tap.game);
      const round = Number(/^r(\d+)/.exec(tap.game)?.[1] ?? 0);
      if (!game) return;
      const isRecorded = await enterShown(this.live, tournament, round, game, tap.score);
      return isRecorded ? this.acknowledge(alarm) : undefined;
    }
    if (tap.kind === "here") {
      const { participant: id, name, round } = tap;
      await checkIn(this.live, { id, name, state: "missing" }, round, true);
      return;
    }
    const { device, table, seat: place } = tap;
    const of = { tournament: this.live.ref, device, by: person.value };
    await act(`place ${device}`, w(yes ? "take-over" : "stays-out"), async () => {
      if (yes) await boardIngest.assignTable({ ...of, table, seat: place });
      else await boardIngest.releaseTable(of);
    });
  }

  /** Records that whoever sits here has taken notice of an alarm; every desk is told. */
  async acknowledge({ key, kind, place }: Alarm): Promise<void> {
    if (!(await isKnown())) return;
    const w = words.value;
    const label = w("sees-alarm", { alarm: w(`alarm-${kind}`), game: place });
    const request = { tournament: this.live.ref, device: deviceId(), alarm: key };
    await act(`seen ${key}`, label, () =>
      boardIngest.acknowledgeAlarm({ ...request, by: person.value }),
    );
  }

  start(): void {
    this.#stopped = new AbortController();
    void this.#follow(this.#stopped.signal);
    const looking = setInterval(() => this.#look(), LOOK_MS);
    this.#stopped.signal.addEventListener("abort", () => clearInterval(looking));
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Watches other games than until now; they change with the rounds, and with results. */
  setWatched(ids: readonly string[]): void {
    this.#watched = ids;
    const kept = [...this.#games.peek()].filter(([id]) => ids.includes(id));
    this.#games.value = new Map(kept);
    if (this.#isSeated) void this.#readWatched();
  }

  /** Reads the watched games: the others only if this person may read the first. */
  async #readWatched(): Promise<void> {
    const [first, ...others] = this.#watched;
    if (first === undefined) return;
    await this.read(first);
    if (this.#isRefused) return;
    for (const id of others) void this.read(id);
  }

  /** Reads a game again; a change during the reading is read after it. */
  read(id: string): Promise<void> {
    return this.#reading.run(id, async () => {
      this.#unread.delete(id);
      try {
        const request = { game: { ...this.live.ref, game: id }, language: language.peek() };
        const game = await rules.getGame(request, { signal: this.#stopped.signal });
        this.#games.value = new Map([...this.#games.peek(), [id, game]]);
        this.#isRefused = false;
      } catch (error) {
        const { code } = ConnectError.from(error);
        this.#isRefused = code === Code.PermissionDenied;
        // A verdict tells of a game that has not begun yet.
        if (!this.#isRefused && code !== Code.NotFound) this.#unread.add(id);
      }
    });
  }

  async #follow(stopped: AbortSignal): Promise<void> {
    let pause = PAUSES_MS.first;
    while (!stopped.aborted) {
      try {
        await seat(this.live);
        this.#isSeated = true;
        const request = {
          tournament: this.live.ref,
          device: deviceId(),
          language: language.peek(),
        };
        const stream = boardIngest.watchVerdicts(request, {
          signal: stopped,
          onHeader: () => this.#catchUp(),
        });
        for await (const response of stream) {
          pause = PAUSES_MS.first;
          this.#take(response);
        }
      } catch (error) {
        if (stopped.aborted) return;
        this.#fault.value = refusalText(error, language.peek());
        // A reader who may not watch is not put on record for that every few seconds.
        if (ConnectError.from(error).code === Code.PermissionDenied) pause = PAUSES_MS.refused;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, PAUSES_MS.most);
    }
  }

  /**
   * Reads what happened while nothing was heard. The service answers once it has this watch: a game that
   * was read before might change unheard.
   */
  #catchUp(): void {
    this.#fault.value = "";
    void this.#readWatched();
    this.#look();
  }

  #take(response: WatchVerdictsResponse): void {
    const { verdict, alarm, inputsInDoubt, acknowledged, call } = response;
    if (acknowledged) {
      const { alarm: key, by, atMs } = acknowledged;
      this.#seen.value = new Map([...this.#seen.peek(), [key, { by, atMs: Number(atMs) }]]);
    }
    if (call) this.#calls.value = new Map([...this.#calls.peek(), [call.alarm, call]]);
    const judged = verdict?.game?.game;
    if (judged !== undefined && this.#watched.includes(judged)) void this.read(judged);
    // No event tells that a clock agrees again, so the clocks are asked.
    const clock = this.#clocks.peek().get(judged ?? "");
    if (clock?.disagreement || clock?.flag) void this.#readClocks();
    if (inputsInDoubt) void this.#readWatched();
    // The clock itself has it, also for desks that come later.
    if (alarm?.kind.case === "disagreed" || alarm?.kind.case === "flagWaived") {
      void this.#readClocks();
    }
    const change = alarmChange(response) ?? deviceAlarmChange(response);
    if (!change) return;
    // A device that came, went or changed its place.
    if (response.silent || response.seatClaimed || response.seatTakenOver) this.#look();
    const others = [...this.#told.peek()].filter(([cause]) => cause !== change.cause);
    this.#told.value = new Map(change.alarm ? [...others, [change.cause, change.alarm]] : others);
  }

  /** Looks at the devices, the clocks and what could not be read, while somebody looks at this page. */
  #look(): void {
    if (this.live.link.peek() === "hidden") return;
    if (!this.#isSeated || document.visibilityState === "hidden") return;
    for (const id of this.#watched) if (this.#unread.has(id)) void this.read(id);
    void this.#readClocks();
    void this.#readDevices();
  }

  #readDevices(): Promise<void> {
    return this.#reading.run("devices", async () => {
      try {
        const request = { tournament: this.live.ref };
        const { tables } = await boardIngest.listTables(request, { signal: this.#stopped.signal });
        this.#devices.value = new Map(tables.map(({ table, devices }) => [table, devices]));
      } catch {
        // They are read again in a while; a desk that may not sees none.
      }
    });
  }

  /** Reads the clocks, once more if one changes meanwhile; a desk that may not sees no alarms of theirs. */
  #readClocks(): Promise<void> {
    return this.#reading.run("clocks", async () => {
      try {
        const request = { tournament: this.live.ref };
        const { clocks: told } = await clocks.listClocks(request, { signal: this.#stopped.signal });
        const states = told.flatMap(({ game, state }) =>
          game && state ? [[game.game, state] as const] : [],
        );
        const flagged = states.filter(([, { flag }]) => flag !== Color.UNSPECIFIED);
        const flags = flagged
          .filter(([id]) => this.#watched.includes(id))
          .map(async ([id, { flag }]) => [id, await this.#fallOf(id, flag)] as const);
        this.#flags.value = new Map(await Promise.all(flags));
        this.#clocks.value = new Map(states);
      } catch {
        // They are read again with the next connection.
      }
    });
  }

  /** Returns the moment at which a side's flag fell last without an end of the game; 0 if nothing tells it. */
  async #fallOf(id: string, flag: Color): Promise<number> {
    const request = { game: { ...this.live.ref, game: id }, withHistory: true };
    const { history } = await rules.getGame(request, { signal: this.#stopped.signal });
    const falls = history
      .flatMap(({ events }) => events)
      .flatMap(({ event }) =>
        event.case === "flagWaived" && event.value.color === flag ? [Number(event.value.atMs)] : [],
      );
    return falls.at(-1) ?? 0;
  }
}
