import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GetTournamentResponseSchema } from "../gen/damcast/v1/pairing_pb";
import { Reason, Score } from "../gen/damcast/v1/types_pb";
import { chartOf } from "./wall_chart_rows";

const player = (id: number, name: string) => ({ id, name });
const game = (table: number, white: number, black: number, score?: Score, reason?: Reason) => ({
  pairing: { table, white, black },
  ...(score === undefined ? {} : { outcome: { score, reason: reason ?? Reason.ARBITER } }),
});

test("a chart has opponents, colours and results, free rounds and absences", () => {
  const tournament = create(GetTournamentResponseSchema, {
    players: [player(1, "Anna"), player(3, "Cor"), player(4, "Durk"), player(5, "Eelke")],
    rounds: [
      {
        number: 1,
        games: [game(1, 1, 3, Score.DRAW), game(2, 4, 5, Score.BLACK_WINS, Reason.FORFEIT)],
      },
      { number: 2, games: [game(1, 3, 4), { ...game(2, 1, 5), off: true }], free: [1] },
    ],
    absences: [{ participant: 5, round: 2 }],
  });
  const met = (rival: number, color: string, result: string, isByRule = false) => ({
    kind: "game",
    rival,
    color,
    result,
    isByRule,
  });
  expect(chartOf(tournament).map(({ number, name, cells }) => [number, name, ...cells])).toEqual([
    [1, "Anna", met(2, "white", "1"), { kind: "free" }],
    [2, "Cor", met(1, "black", "1"), met(3, "white", "")],
    [3, "Durk", met(4, "white", "0", true), met(2, "black", "")],
    [4, "Eelke", met(3, "black", "2", true), { kind: "absent" }],
  ]);
});

test("a chart of teams has the points of the boards once all are played", () => {
  const match = {
    first: 1,
    second: 2,
    boards: [
      { table: 1, white: 1, black: 3, firstHasWhite: true },
      { table: 2, white: 4, black: 2, firstHasWhite: false },
      { table: 0, white: 5, black: 0, firstHasWhite: true },
    ],
  };
  const of = (second?: Score) =>
    create(GetTournamentResponseSchema, {
      settings: { regulation: { boards: 3 } },
      teams: [player(1, "Balk"), player(2, "Sneek")],
      rounds: [
        {
          number: 1,
          games: [game(1, 1, 3, Score.WHITE_WINS), game(2, 4, 2, second)],
          paired: { matches: [match] },
        },
      ],
    });
  const results = (tournament: ReturnType<typeof of>) =>
    chartOf(tournament).map(({ cells: [cell] }) => cell?.kind === "game" && cell.result);
  expect(results(of())).toEqual(["", ""]);
  expect(results(of(Score.DRAW))).toEqual(["3", "1"]);
});
