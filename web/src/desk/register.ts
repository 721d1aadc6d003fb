// The people whom the venue knows: everybody who was entered in one of its tournaments, read from these.

import { Code, ConnectError } from "@connectrpc/connect";
import { signal } from "@preact/signals";
import type { GetTournamentResponse, TournamentSummary } from "../gen/damcast/v1/pairing_pb";
import { pairing } from "../wire/api";
import { type Entry, type KnownPerson, peopleOf } from "./known";
import { gamesOf } from "./model";

/** The data of one person in the log. */
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
    readonly memberNumber: string;
    readonly games: readonly {
      readonly round: number;
      readonly table: number;
      readonly color: string;
    }[];
  }[];
}

/** Number of tournaments that are asked for at once. */
const PAGE = 500;
/** The largest number of tournaments that are read. */
const TOURNAMENTS_MAX = 2_000;
/** Number of tournaments that are read at the same time. */
const AT_ONCE = 6;

/** The people that were read last, to propose them where somebody is entered. */
export const people = signal<readonly KnownPerson[]>([]);

/** The people of all tournaments that this person may read. */
export interface Register {
  readonly known: readonly KnownPerson[];
  /** Number of tournaments that were left out, because there are too many or they cannot be read. */
  readonly omitted: number;
}

/** Reads the people to propose; entering goes on without them if that fails. */
export async function prefetchPeople(): Promise<void> {
  try {
    people.value = (await readRegister()).known;
  } catch {
    // Then nobody is proposed.
  }
}

/** The tournaments that whoever sits here was refused whole, and reads as they are published. */
const published = new Set<string>();

/** Reads a tournament, as far as whoever sits here may. */
async function readTournament(tournament: {
  venue: string;
  tournament: string;
}): Promise<GetTournamentResponse> {
  const name = `${tournament.venue}/${tournament.tournament}`;
  if (!published.has(name)) {
    try {
      return await pairing.getTournament({ tournament });
    } catch (error) {
      if (ConnectError.from(error).code !== Code.PermissionDenied) throw error;
      published.add(name);
    }
  }
  return pairing.getTournament({ tournament, published: true });
}

/** Returns every tournament of a venue, or of all. */
export async function allTournaments(venue = ""): Promise<TournamentSummary[]> {
  const all: TournamentSummary[] = [];
  for (let pageToken = "", isMore = true; isMore; isMore = pageToken !== "") {
    const answer = await pairing.listTournaments({ venue, pageSize: PAGE, pageToken });
    all.push(...answer.tournaments);
    pageToken = answer.nextPageToken;
  }
  return all;
}

/** Reads the tournaments, a few at a time; one that cannot be read is left out. */
export async function readRegister(): Promise<Register> {
  const all = await allTournaments();
  const waiting = all.slice(0, TOURNAMENTS_MAX);
  const entries: Entry[] = [];
  let omitted = all.length - waiting.length;
  const readNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { tournament, name: event } = next;
      if (!tournament) continue;
      try {
        const whole = await readTournament(tournament);
        const { venue, tournament: id } = tournament;
        const common = { venue, tournament: id, event, atMs: momentOf(whole) };
        entries.push(...whole.players.map((player) => ({ ...common, player })));
      } catch {
        // It was deleted meanwhile, or this person may not read it.
        omitted += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return { known: peopleOf(entries), omitted };
}

/** Returns the moment of an event: of its last round, else the begin of its season; 0 without either. */
function momentOf({ settings, rounds }: GetTournamentResponse): number {
  const moments = rounds.flatMap(({ openedAtMs, beginsAtMs, publishedAtMs }) =>
    [openedAtMs, beginsAtMs, publishedAtMs].map(Number),
  );
  const season = settings?.season ?? 0;
  return Math.max(0, season > 0 ? Date.UTC(season) : 0, ...moments);
}

/** Returns what is known of a person, for them to have. */
export async function exportPerson({ name, entries }: KnownPerson): Promise<PersonData> {
  const told = [];
  for (const { venue, tournament, event, player } of entries) {
    const whole = await readTournament({ venue, tournament });
    const { id: number, club, rating, category, birth, memberNumber } = player;
    const games = gamesOfPlayer(whole, number);
    const birthYear = birth?.year ?? 0;
    const data = { club, rating, category, birthYear, memberNumber };
    told.push({ event, venue, tournament, number, ...data, games });
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
