import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { PlayerSchema } from "../gen/damcast/v1/tournament_pb";
import { type Known, matching, withoutData } from "./known";

const known: Known[] = ["Wiebe van der Wijngaard", "Jelle Wiersma", "Jéan-Marie Bos"].map(
  (name) => ({
    name,
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
  const entry = { venue: "main", tournament: "kk", event: "KK", player };
  expect(withoutData(entry)).toEqual({ id: 7, name: "N.N. 7" });
});
