// One tournament as the desk sees it: whole after each decision, of whichever desk.

import { Code, ConnectError } from "@connectrpc/connect";
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { GetTournamentResponse } from "../gen/damcast/v1/pairing_pb";
import { language, timeOfDay } from "../text/language";
import { access, noteAnswer, pairing } from "../wire/api";
import { isSignedIn } from "../wire/session";
import type { Witness } from "./acts";
import { isOffered, type Roles, type Seen, seenBy } from "./rights";

/** The tournament is heard, or not; there is none; or it is hidden from whoever sits here. */
export type LinkState = "connecting" | "live" | "away" | "missing" | "hidden";

/** Longest time in milliseconds without a message of a stream that gives signs of life. */
const SILENCE_MS = 12_000;
/** The shortest and the longest pause in milliseconds before a stream is opened again. */
const PAUSES_MS = { first: 300, most: 5_000 };
/** The pause in milliseconds before somebody asks again who may not see the tournament. */
const HIDDEN_PAUSE_MS = 600_000;
/** Longest time in milliseconds to wait for the roles of whoever sits here, without which everything is offered. */
const ROLES_WITHIN_MS = 2_000;
/** Number of decisions that are asked for at once. */
const PAGE = 500;
/** Number of decisions of others that a refusal tells. */
const TOLD = 3;

export class Live implements Witness {
  readonly #tournament = signal<GetTournamentResponse | null>(null);
  readonly #link = signal<LinkState>("connecting");
  readonly #since = signal(Date.now());
  readonly #roles = signal<Roles>(null);
  #version = 0;
  #stopped = new AbortController();

  constructor(
    readonly venue: string,
    readonly id: string,
  ) {}

  /** The tournament; `null` before it is known. */
  get tournament(): ReadonlySignal<GetTournamentResponse | null> {
    return this.#tournament;
  }

  get link(): ReadonlySignal<LinkState> {
    return this.#link;
  }

  /** The moment of the last change of the link. */
  get since(): ReadonlySignal<number> {
    return this.#since;
  }

  /** The roles in this tournament of whoever sits here. */
  get roles(): ReadonlySignal<Roles> {
    return this.#roles;
  }

  /** Returns true if an act is offered to whoever sits here. */
  offers(act: string): boolean {
    const isPaired = (this.#tournament.value?.rounds.length ?? 0) > 0;
    return isOffered(this.#roles.value, act, isPaired);
  }

  /** Returns what names it in calls. */
  get ref(): { venue: string; tournament: string } {
    return { venue: this.venue, tournament: this.id };
  }

  version(): number {
    return this.#version;
  }

  async decidedSince(version: number): Promise<string> {
    const told: string[] = [];
    try {
      for (let pageToken = "", isMore = true; isMore; ) {
        const request = {
          tournament: this.ref,
          language: language.peek(),
          pageSize: PAGE,
          pageToken,
        };
        const { decisions, nextPageToken } = await pairing.listDecisions(request);
        for (const one of decisions) {
          if (Number(one.version) <= version || one.by === "") continue;
          const text = one.events.map((event) => event.text).join("; ");
          told.push(`${one.by}, ${timeOfDay(Number(one.atMs))}: ${text}`);
        }
        pageToken = nextPageToken;
        isMore = nextPageToken !== "";
      }
    } catch {
      // The refusal itself stands.
    }
    return told.slice(-TOLD).join(". ");
  }

  async heard(within: number): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => end(false), within);
      const end = (is: boolean) => {
        clearTimeout(late);
        queueMicrotask(() => stop());
        resolve(is);
      };
      const stop = effect(() => {
        if (this.#link.value === "live") end(true);
      });
    });
  }

  /** Follows the tournament until `stop`. */
  start(): void {
    this.#stopped = new AbortController();
    void this.#follow(this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Reads the roles of whoever sits here; returns the part that they see, and "whole" if nothing tells. */
  async #readRoles(signal: AbortSignal): Promise<Seen> {
    if (!isSignedIn.peek()) return "whole";
    try {
      const within = { signal, timeoutMs: ROLES_WITHIN_MS };
      const { subject } = await access.getOwnAccess({ venue: this.venue }, within);
      const grants = (subject?.grants ?? []).filter(({ limits }) => {
        return !limits?.tournament || limits.tournament === this.id;
      });
      this.#roles.value = grants.map(({ role }) => role);
    } catch {
      // Those that were read before are as good as any.
    }
    return seenBy(this.#roles.peek());
  }

  #set(link: LinkState): void {
    if (this.#link.peek() === link) return;
    this.#since.value = Date.now();
    this.#link.value = link;
  }

  async #follow(stopped: AbortSignal): Promise<void> {
    let pause = PAUSES_MS.first;
    while (!stopped.aborted) {
      const abort = new AbortController();
      const silence = new Silence(() => abort.abort());
      const end = () => abort.abort();
      stopped.addEventListener("abort", end);
      addEventListener("offline", end);
      try {
        const published = (await this.#readRoles(abort.signal)) === "published";
        const request = { tournament: this.ref, published };
        const stream = pairing.watchTournament(request, { signal: abort.signal });
        for await (const { version, tournament } of stream) {
          silence.heard();
          pause = PAUSES_MS.first;
          if (tournament) {
            this.#version = Number(version);
            this.#tournament.value = tournament;
          }
          noteAnswer();
          this.#set("live");
        }
        this.#set("away");
      } catch (error) {
        const { code } = ConnectError.from(error);
        const isGone = code === Code.NotFound || code === Code.FailedPrecondition;
        // Without the roles more was asked than they may see: they are read once more.
        const isKnown = this.#roles.peek() !== null || !isSignedIn.peek();
        const isHidden = code === Code.PermissionDenied && isKnown;
        // Whoever may not watch is not put on record for that every few seconds.
        if (isHidden) pause = HIDDEN_PAUSE_MS;
        this.#set(isHidden ? "hidden" : isGone ? "missing" : "away");
      } finally {
        silence.end();
        removeEventListener("offline", end);
        stopped.removeEventListener("abort", end);
      }
      if (stopped.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, PAUSES_MS.most);
    }
  }
}

/** Calls somebody when nothing was heard for too long. */
class Silence {
  #timer: ReturnType<typeof setTimeout>;

  constructor(readonly told: () => void) {
    this.#timer = setTimeout(told, SILENCE_MS);
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.told, SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
