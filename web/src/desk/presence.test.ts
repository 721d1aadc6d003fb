import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GetTournamentResponseSchema } from "../gen/damcast/v1/pairing_pb";
import { countsOf, expectedOf } from "./presence";

test("everybody who has not withdrawn is here, absent or missing for a round", () => {
  const names = ["Anna", "Bauke", "Cor", "Durk", "Eelke"];
  const tournament = create(GetTournamentResponseSchema, {
    players: names.map((name, at) => ({ id: at + 1, name })),
    withdrawn: [5],
    absences: [
      { participant: 2, round: 1 },
      { participant: 3, round: 2 },
    ],
    checkedIn: [
      { participant: 1, round: 1, here: true },
      { participant: 4, round: 2, here: true },
    ],
  });
  const expected = expectedOf(tournament, 1);
  expect(expected.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "Anna here",
    "Bauke absent",
    "Cor missing",
    "Durk missing",
  ]);
  expect(countsOf(expected)).toEqual({ here: 1, absent: 1, missing: 2 });
});
