// The people whom the venue knows: everybody who was entered in one of its tournaments, read from these.

import { signal } from "@preact/signals";
import type { GetTournamentResponse } from "../gen/damcast/v1/pairing_pb";
import { pairing } from "../wire/api";
import { type Entry, type Known, NOBODY } from "./known";
import { gamesOf } from "./model";

/** What the log keeps of one person. */
export interface PersonData {
  readonly name: string;
  readonly entries: readonly {
    readonly event: string;
    readonly venue: string;
    readonly tournament: string;
    readonly number: number;
    readonly club: string;
    readonly rating: number;
    readonly category: string;
    readonly birthYear: number;
    readonly games: readonly {
      readonly round: number;
      readonly table: number;
      readonly color: string;
    }[];
  }[];
}

/** The largest number of tournaments that are read. */
const TOURNAMENTS_MAX = 200;

/** The people that were read last, to propose them where somebody is entered. */
export const people = signal<readonly Known[]>([]);

/** Reads the people to propose; entering goes on without them if that fails. */
export async function prefetchPeople(): Promise<void> {
  try {
    people.value = await readRegister();
  } catch {
    // Then nobody is proposed.
  }
}

/** Reads every tournament; one that cannot be read is left out. */
export async function readRegister(): Promise<Known[]> {
  const { tournaments } = await pairing.listTournaments({ pageSize: TOURNAMENTS_MAX });
  const known = new Map<string, Entry[]>();
  for (const { tournament, name: event } of tournaments) {
    if (!tournament) continue;
    try {
      const { players } = await pairing.getTournament({ tournament });
      for (const player of players) addTo(known, { ...tournament, event, player });
    } catch {
      // It was deleted meanwhile, or this person may not read it.
    }
  }
  return [...known]
    .map(([name, entries]) => ({ name, entries: entries.reverse() }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function addTo(known: Map<string, Entry[]>, entry: Entry): void {
  const { name } = entry.player;
  if (name.startsWith(NOBODY)) return;
  known.set(name, [...(known.get(name) ?? []), entry]);
}

/** Returns what is known of a person, for them to have. */
export async function exportPerson({ name, entries }: Known): Promise<PersonData> {
  const told = [];
  for (const { venue, tournament, event, player } of entries) {
    const whole = await pairing.getTournament({ tournament: { venue, tournament } });
    const { id: number, club, rating, category, birth } = player;
    const games = gamesOfPlayer(whole, number);
    const birthYear = birth?.year ?? 0;
    told.push({ event, venue, tournament, number, club, rating, category, birthYear, games });
  }
  return { name, entries: told };
}

function gamesOfPlayer({ rounds }: GetTournamentResponse, id: number) {
  return rounds.flatMap((round) =>
    gamesOf(round)
      .filter(({ pairing: pair }) => pair?.white === id || pair?.black === id)
      .map(({ pairing: pair }) => ({
        round: round.number,
        table: pair?.table ?? 0,
        color: pair?.white === id ? "white" : "black",
      })),
  );
}
