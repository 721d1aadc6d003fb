import { expect, test } from "vitest";
import type { Game, Round } from "../wire/frames";
import { scheduleOf } from "./schedule";

const round = (number: number, games: string[]): Round => ({
  number,
  state: "open",
  games,
  byes: [],
  kind: "round",
  matches: [],
});

test("a round began with the first move of any of its games", () => {
  const games = new Map(
    Object.entries({ a: [300, 900], b: [200], c: [] }).map(([id, moments]) => [
      id,
      { moves: moments.map((at) => ({ at })) } as unknown as Game,
    ]),
  );
  const [first, second] = [round(1, ["a", "b", "c", "x"]), round(2, ["c"])];
  expect(scheduleOf([first, second], (id) => games.get(id) ?? null)).toEqual([
    { round: first, at: 200 },
    { round: second, at: null },
  ]);
});
