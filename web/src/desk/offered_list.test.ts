import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { PlayerSchema } from "../gen/damcast/v1/tournament_pb";
import { listOf, offerList, takeOffered } from "./offered_list";
import { readPlayers } from "./paste";

test("players of an event are read again from their list", () => {
  const anna = { id: 3, name: "Anna de Vries, jr.", club: "Hijken", rating: 1250 };
  const players = [
    create(PlayerSchema, {
      ...anna,
      category: "A",
      birth: { year: 1990 },
      memberNumber: "12345",
      publicity: 2,
    }),
    create(PlayerSchema, { id: 4, name: "Bauke" }),
  ];
  const { rows, unused } = readPlayers(listOf(players), ["bauke"]);
  expect(unused).toEqual([]);
  expect(rows).toEqual([
    {
      line: 2,
      name: "Anna de Vries, jr.",
      club: "Hijken",
      rating: 1250,
      category: "A",
      birthYear: 1990,
      memberNumber: "12345",
      publicity: 2,
      doubts: [],
    },
    {
      line: 3,
      name: "Bauke",
      club: "",
      rating: 0,
      category: "",
      birthYear: 0,
      memberNumber: "",
      publicity: 0,
      doubts: ["entered"],
    },
  ]);
});

test("a list is taken once, by the tournament that it is for", () => {
  offerList("main/kk", "name");
  expect(takeOffered("main/ha")).toBe("");
  expect(takeOffered("main/kk")).toBe("name");
  expect(takeOffered("main/kk")).toBe("");
});
