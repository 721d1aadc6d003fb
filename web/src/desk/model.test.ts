import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GetTournamentResponseSchema, RoundSchema } from "../gen/damcast/v1/pairing_pb";
import { matchesByTable } from "./model";

test("each match of teams has its names before its first table, and none without tables", () => {
  const tournament = create(GetTournamentResponseSchema, {
    settings: { regulation: { boards: 2 } },
    teams: [
      { id: 1, name: "Balk" },
      { id: 2, name: "Snits" },
      { id: 3, name: "Hallum" },
      { id: 4, name: "Huizum" },
    ],
  });
  const round = create(RoundSchema, {
    paired: {
      matches: [
        { first: 1, second: 2, boards: [{ table: 0 }, { table: 1 }] },
        { first: 3, second: 4, boards: [{ table: 2 }, { table: 3 }] },
        { first: 2, second: 3, boards: [{ table: 0 }] },
      ],
    },
  });
  expect([...matchesByTable(tournament, round)]).toEqual([
    [1, "Balk – Snits"],
    [2, "Hallum – Huizum"],
  ]);
});
