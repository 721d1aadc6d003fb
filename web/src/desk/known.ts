// People whom the venue knows: found by letters of their names, and without their data. Nothing is read here.

import type { Player } from "../gen/damcast/v1/tournament_pb";

/** The name of somebody whose data were removed. */
export const NOBODY = "N.N.";

export interface Entry {
  readonly venue: string;
  readonly tournament: string;
  readonly event: string;
  /** The moment of the event as far as its rounds or its season tell it; 0 if nothing does. */
  readonly atMs: number;
  readonly player: Player;
}

/** A person: the entries under one name, and with one year of birth where that is known; the newest first. */
export interface KnownPerson {
  /** The name as it was written last. */
  readonly name: string;
  /** 0 if unknown. */
  readonly birthYear: number;
  readonly entries: readonly Entry[];
}

/**
 * Returns the people of entries, by name. Entries with another year of birth are of another person; those
 * without one are of the person of that name, unless there are several.
 */
export function peopleOf(entries: readonly Entry[]): KnownPerson[] {
  const byName = groupedBy(
    entries.filter(({ player }) => !player.name.startsWith(NOBODY)),
    ({ player }) => plain(player.name),
  );
  return [...byName.values()]
    .flatMap((of) => {
      const byYear = groupedBy(of, ({ player }) => player.birth?.year ?? 0);
      if (byYear.size <= 2 && byYear.has(0)) return [person(of)];
      return [...byYear.values()].map(person);
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.birthYear - other.birthYear);
}

function person(entries: readonly Entry[]): KnownPerson {
  const newest = entries.toSorted((one, other) => other.atMs - one.atMs);
  const years = newest.map(({ player }) => player.birth?.year ?? 0);
  const birthYear = years.find((year) => year > 0) ?? 0;
  return { name: newest[0]?.player.name ?? "", birthYear, entries: newest };
}

function groupedBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** Returns the one person of this name, and with this year of birth if it is given; `null` if several are. */
export function onlyOne(
  known: readonly KnownPerson[],
  name: string,
  birthYear: number,
): KnownPerson | null {
  const named = known.filter(
    (one) =>
      plain(one.name) === plain(name) &&
      (birthYear === 0 || one.birthYear === 0 || one.birthYear === birthYear),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Returns the people of whose name each word begins a word with these letters. */
export function matching(known: readonly KnownPerson[], letters: string): KnownPerson[] {
  const parts = plain(letters)
    .split(/\s+/)
    .filter((part) => part !== "");
  return known.filter(({ name }) => {
    const words = plain(name).split(/[\s-]+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  });
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns an entry without the data of its person, whose number stays. */
export function withoutData({ player }: Entry): { id: number; name: string } {
  return { id: player.id, name: `${NOBODY} ${player.id}` };
}
