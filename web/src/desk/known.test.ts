import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { PlayerSchema } from "../gen/damcast/v1/tournament_pb";
import { type Entry, type KnownPerson, matching, onlyOne, peopleOf, withoutData } from "./known";

const known: KnownPerson[] = ["Wiebe van der Wijngaard", "Jelle Wiersma", "Jéan-Marie Bos"].map(
  (name) => ({
    name,
    birthYear: 0,
    entries: [],
  }),
);
const names = (letters: string) => matching(known, letters).map(({ name }) => name);

test("a person is found by the first letters of any word of the name", () => {
  expect(names("wi")).toEqual(["Wiebe van der Wijngaard", "Jelle Wiersma"]);
  expect(names("je wi")).toEqual(["Jelle Wiersma"]);
  expect(names("jean")).toEqual(["Jéan-Marie Bos"]);
  expect(names("mar")).toEqual(["Jéan-Marie Bos"]);
  expect(names("ngaard")).toEqual([]);
});

test("an entry without its person keeps the number alone", () => {
  const player = create(PlayerSchema, { id: 7, name: "Wiebe", club: "Hallum", rating: 1200 });
  const entry = { venue: "main", tournament: "kk", event: "KK", atMs: 7, player };
  expect(withoutData(entry)).toEqual({ id: 7, name: "N.N. 7" });
});

function entry(name: string, year: number, atMs: number): Entry {
  const player = create(PlayerSchema, { name, ...(year > 0 ? { birth: { year } } : {}) });
  return { venue: "main", tournament: `t${atMs}`, event: "KK", atMs, player };
}

test("a person has the entries of one name and one year of birth, the newest first", () => {
  const told = (entries: Entry[]) =>
    peopleOf(entries).map(({ name, birthYear, entries: of }) => [
      name,
      birthYear,
      of.map(({ atMs }) => atMs),
    ]);
  const one = [entry("Jan de Vries", 0, 1), entry("Ján de Vries", 1960, 3), entry("Cor", 0, 2)];
  expect(told(one)).toEqual([
    ["Cor", 0, [2]],
    ["Ján de Vries", 1960, [3, 1]],
  ]);
  const two = [...one, entry("Jan de Vries", 2004, 4)];
  expect(told(two)).toEqual([
    ["Cor", 0, [2]],
    ["Jan de Vries", 0, [1]],
    ["Jan de Vries", 2004, [4]],
    ["Ján de Vries", 1960, [3]],
  ]);
  expect(told([entry("N.N. 7", 0, 1)])).toEqual([]);
  const known = peopleOf(two);
  expect(onlyOne(known, "cor", 0)?.entries).toHaveLength(1);
  expect(onlyOne(known, "Jan de Vries", 0)).toBeNull();
  expect(onlyOne(peopleOf(one), "Jan de Vries", 1960)?.birthYear).toBe(1960);
  expect(onlyOne(peopleOf(one), "Jan de Vries", 1970)).toBeNull();
});
