import { expect, test } from "vitest";
import type { Game, Result, Round } from "../wire/frames";
import { WHITE_WINS } from "../wire/result.fixture";
import { meetingsOfPlayers, meetingsOfTeams, pointsOf } from "./meetings";

const game = (id: string, white: number, black: number, result: Result | null, started = true) =>
  ({ id, white, black, result, started }) as Game;
const round = (number: number, games: string[], matches: Round["matches"] = []): Round => ({
  number,
  state: "open",
  games,
  byes: [],
  kind: "round",
  matches,
});
const DRAW = { ...WHITE_WINS, score: "draw", text: "½-½" } as const;

test.each([
  ["a win", WHITE_WINS, "2", "0"],
  ["a draw where a win counts one", DRAW, "½", "½"],
  ["a draw with a bonus", { ...DRAW, text: "1.04-0.96" }, "1.04", "0.96"],
  ["a game that was not played", { ...DRAW, score: "unplayed", text: "*" } as const, null, null],
  ["a game without a result", null, null, null],
])("%s gives each side its points", (_, result, white, black) => {
  const played = game("r1-t1", 1, 2, result);
  expect([pointsOf(played, "white"), pointsOf(played, "black")]).toEqual([white, black]);
});

test("each player has the games of all rounds, with colour, opponent and points", () => {
  const games = new Map([
    ["r1-t1", game("r1-t1", 1, 2, WHITE_WINS)],
    ["r2-t1", game("r2-t1", 2, 3, null)],
    ["r2-t2", game("r2-t2", 1, 4, null, false)],
  ]);
  const rounds = [round(1, ["r1-t1"]), round(2, ["r2-t1", "r2-t2", "r2-t9"])];
  const found = meetingsOfPlayers(rounds, (id) => games.get(id) ?? null);
  expect(found.get(2)).toEqual([
    { round: 1, opponent: 1, side: "black", game: "r1-t1", isRunning: false, points: "0" },
    { round: 2, opponent: 3, side: "white", game: "r2-t1", isRunning: true, points: null },
  ]);
  expect(found.get(4)?.[0]).toMatchObject({ opponent: 1, isRunning: false, points: null });
});

test("teams have their board points, or none where they are not told", () => {
  const match = { first: 1, second: 2, games: [], firstPoints: 9, secondPoints: 7 };
  const rounds = [round(1, [], [match])];
  const told = meetingsOfTeams(rounds, String);
  expect(told.get(2)).toEqual([
    { round: 1, opponent: 1, side: null, game: null, isRunning: true, points: "7" },
  ]);
  expect(meetingsOfTeams(rounds, () => null).get(1)?.[0]?.points).toBeNull();
});
