// The things that need the arbiter: read from the games themselves, so that a reload or another desk shows
// the same; clocks, devices and the store as the services tell them.

import { ConnectError } from "@connectrpc/connect";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { WatchVerdictsResponse } from "../gen/damcast/v1/board_ingest_pb";
import type { ClockState } from "../gen/damcast/v1/events_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { clockText } from "../state/clock";
import { language } from "../text/language";
import { boardIngest, clocks, rules } from "../wire/api";
import { person } from "../wire/session";
import { act } from "./acts";
import { deviceId, seat } from "./device";
import { isKnown } from "./do";
import type { Live } from "./live";
import { words } from "./text";

export type AlarmKind =
  | "conflict"
  | "irregular"
  | "draw-agreed"
  | "waits"
  | "clock"
  | "clock-apart"
  | "flag"
  | "device"
  | "time-of-day"
  | "delay"
  | "standstill";

export interface Alarm {
  /** The same for as long as its cause is the same, at every desk and after a restart. */
  readonly key: string;
  readonly kind: AlarmKind;
  /** The game, as in `r3-t12`; empty if it is about none. */
  readonly game: string;
  readonly sinceMs: number;
  readonly text: string;
  /** Who has taken notice of it first; `null` if nobody has. */
  readonly seen: Seen | null;
}

/** A person who has taken notice of an alarm. */
export interface Seen {
  readonly by: string;
  readonly atMs: number;
}

/** The alarms for which a game stands still, or everything does. */
const URGENT: ReadonlySet<AlarmKind> = new Set([
  "conflict",
  "irregular",
  "flag",
  "delay",
  "standstill",
]);
const PAUSES_MS = { first: 500, most: 5_000 };

export function isUrgent(alarm: Alarm): boolean {
  return URGENT.has(alarm.kind);
}

/** Returns true if it is urgent and nobody has taken notice of it yet. */
export function isCalling(alarm: Alarm): boolean {
  return isUrgent(alarm) && alarm.seen === null;
}

export class Watch {
  /** The games of the open round as the judge has them, by id. */
  readonly #games = signal<ReadonlyMap<string, GetGameResponse>>(new Map());
  /** What is told once and not part of a game. */
  readonly #told = signal<ReadonlyMap<string, Alarm>>(new Map());
  /** The clocks, by game, as they were when a clock last gave an alarm. */
  readonly #clocks = signal<ReadonlyMap<string, ClockState>>(new Map());
  /** Who has taken notice of which alarm, by its key. */
  readonly #seen = signal<ReadonlyMap<string, Seen>>(new Map());
  readonly #fault = signal("");
  readonly #reading = new Map<string, boolean>();
  readonly #firstSeen = new Map<string, number>();
  #open: readonly string[] = [];
  #stopped = new AbortController();

  constructor(readonly live: Live) {}

  get games(): ReadonlySignal<ReadonlyMap<string, GetGameResponse>> {
    return this.#games;
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
    const of = [...this.#games.value].flatMap(([id, game]) => this.#alarmsOf(id, game));
    const all = [...of, ...this.#told.value.values()].map((alarm) => ({
      ...alarm,
      seen: this.#seen.value.get(alarm.key) ?? null,
    }));
    const rank = (alarm: Alarm) => (alarm.seen === null ? 0 : 2) + (isUrgent(alarm) ? 0 : 1);
    return all.sort((one, other) => rank(one) - rank(other) || one.sinceMs - other.sinceMs);
  }

  /** Records that whoever sits here has taken notice of an alarm; every desk is told. */
  async acknowledge({ key, kind, game }: Alarm): Promise<void> {
    if (!(await isKnown())) return;
    const w = words.value;
    const label = w("sees-alarm", { alarm: w(`alarm-${kind}`), game });
    const request = { tournament: this.live.ref, device: deviceId(), alarm: key };
    await act(`seen ${key}`, label, () =>
      boardIngest.acknowledgeAlarm({ ...request, by: person.value }),
    );
  }

  /** Takes an alarm off the list that tells of something over, by its cause. */
  dismiss(cause: string): void {
    this.#told.value = new Map([...this.#told.peek()].filter(([one]) => one !== cause));
  }

  start(): void {
    this.#stopped = new AbortController();
    void this.#follow(this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Reads the games of the round that is open; they change with the round. */
  setOpen(ids: readonly string[]): void {
    this.#open = ids;
    const kept = [...this.#games.peek()].filter(([id]) => ids.includes(id));
    this.#games.value = new Map(kept);
    for (const id of ids) void this.read(id);
  }

  /** Reads a game again; a change during the reading is read after it. */
  async read(id: string): Promise<void> {
    if (this.#reading.has(id)) {
      this.#reading.set(id, true);
      return;
    }
    do {
      this.#reading.set(id, false);
      try {
        const request = { game: { ...this.live.ref, game: id }, language: language.peek() };
        const game = await rules.getGame(request, { signal: this.#stopped.signal });
        this.#games.value = new Map([...this.#games.peek(), [id, game]]);
      } catch {
        // It has not begun yet, or is read again with the next connection.
      }
    } while (this.#reading.get(id));
    this.#reading.delete(id);
  }

  #alarmsOf(id: string, game: GetGameResponse): Alarm[] {
    if (game.state?.outcome) return [];
    const alarms: Alarm[] = [];
    const add = (kind: AlarmKind, at: string, text: string, sinceMs = 0) => {
      const key = `${kind} ${id} ${at}`.trim();
      const seen = this.#firstSeen.get(key) ?? (sinceMs || Date.now());
      this.#firstSeen.set(key, seen);
      alarms.push({ key, kind, game: id, sinceMs: sinceMs || seen, text, seen: null });
    };
    for (const { ply, input } of game.conflicts) {
      add("conflict", `${ply} ${input?.device} ${input?.sequence}`, "");
    }
    if (game.noted) {
      const { ply, atMs } = game.noted;
      add("irregular", `${ply} ${atMs}`, game.notedExplanation, Number(atMs));
    }
    const clock = this.#clocks.value.get(id);
    if (clock?.disagreement) {
      const { whiteMs, blackMs } = clock.disagreement;
      const [white, black] = [whiteMs, blackMs].map((ms) => clockText(Number(ms)));
      add(
        "clock-apart",
        "",
        words.value("clock-shows", { white: white ?? "", black: black ?? "" }),
      );
    }
    if (clock && clock.flag !== Color.UNSPECIFIED) add("flag", String(clock.flag), "");
    if (game.isDrawAgreed) add("draw-agreed", String(game.state?.plies.length), "");
    const [held] = game.held;
    if (held && game.conflicts.length === 0 && !game.noted) {
      add("waits", `${held.ply} ${held.atMs}`, "", Number(held.atMs));
    }
    return alarms;
  }

  async #follow(stopped: AbortSignal): Promise<void> {
    let pause = PAUSES_MS.first;
    while (!stopped.aborted) {
      try {
        await seat(this.live);
        const request = {
          tournament: this.live.ref,
          device: deviceId(),
          language: language.peek(),
        };
        const stream = boardIngest.watchVerdicts(request, { signal: stopped });
        void this.#readClocks();
        // The games have what happened while nothing was heard.
        for (const id of this.#open) void this.read(id);
        this.#fault.value = "";
        for await (const response of stream) {
          pause = PAUSES_MS.first;
          this.#take(response);
        }
      } catch (error) {
        if (stopped.aborted) return;
        this.#fault.value = ConnectError.from(error).rawMessage;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, PAUSES_MS.most);
    }
  }

  #take(response: WatchVerdictsResponse): void {
    const { verdict, alarm, delay, standstill, inputsInDoubt, acknowledged } = response;
    if (acknowledged) {
      const { alarm: key, by, atMs } = acknowledged;
      this.#seen.value = new Map([...this.#seen.peek(), [key, { by, atMs: Number(atMs) }]]);
    }
    if (verdict?.game && this.#open.includes(verdict.game.game)) void this.read(verdict.game.game);
    // No event tells that a clock agrees again, so the clocks are asked.
    const clock = this.#clocks.peek().get(verdict?.game?.game ?? "");
    if (clock?.disagreement || clock?.flag) void this.#readClocks();
    if (inputsInDoubt) for (const id of this.#open) void this.read(id);
    if (delay) this.#tell("delay", "", "delay", Number(delay.sinceMs), "");
    if (standstill) {
      const { game, sinceMs, explanation } = standstill;
      this.#tell("standstill", game, "standstill", Number(sinceMs), explanation);
    }
    if (!alarm) return;
    const { game, kind, explanation } = alarm;
    switch (kind.case) {
      case "deviceClock": {
        const { device, fault, atMs } = kind.value;
        this.#tell("device", "", device, fault ? Number(atMs) : 0, explanation);
        break;
      }
      case "timeOfDay": {
        const { aheadMs, atMs } = kind.value;
        this.#tell(
          "time-of-day",
          "",
          "time",
          aheadMs === undefined ? 0 : Number(atMs),
          explanation,
        );
        break;
      }
      case "disagreed":
      case "flagWaived":
        // The clock itself has it, also for desks that come later.
        void this.#readClocks();
        break;
      default:
        this.#tell("clock", game, String(kind.case), Date.now(), explanation);
    }
  }

  /** Reads the clocks; a desk that may not sees no alarms of theirs. */
  async #readClocks(): Promise<void> {
    try {
      const request = { tournament: this.live.ref };
      const { clocks: told } = await clocks.listClocks(request, { signal: this.#stopped.signal });
      const states = told.flatMap(({ game, state }) =>
        game && state ? [[game.game, state] as const] : [],
      );
      this.#clocks.value = new Map(states);
    } catch {
      // They are read again with the next connection.
    }
  }

  /** Notes an alarm, or its end if it is since no moment. */
  #tell(kind: AlarmKind, game: string, about: string, sinceMs: number, text: string): void {
    const cause = [kind, game, about].filter((part) => part !== "").join(" ");
    if (sinceMs === 0) {
      this.dismiss(cause);
      return;
    }
    // An alarm that ends and comes back is another one; a clock tells no moment.
    const key = kind === "clock" ? cause : `${cause} ${sinceMs}`;
    const alarm = { key, kind, game, sinceMs, text, seen: null };
    this.#told.value = new Map([...this.#told.peek(), [cause, alarm]]);
  }
}
