import { expect, test } from "vitest";
import type { Game, Round } from "../wire/frames";
import { currentRound, neighbours } from "./rounds";
import { newMoves, shownPly, stepTo } from "./stepping";

test("a spectator who follows the game sees its end; one who stepped back stays", () => {
  expect(shownPly(null, 10)).toBe(10);
  const back = stepTo(null, 8, 10);
  expect(shownPly(back, 10)).toBe(8);
  expect(shownPly(back, 13)).toBe(8);
  expect(newMoves(back, 13)).toBe(3);
});

test("steps count new moves from where the end was left", () => {
  const back = stepTo(stepTo(null, 8, 10), 7, 12);
  expect(newMoves(back, 12)).toBe(2);
  expect(stepTo(back, 12, 12)).toBeNull();
  expect(newMoves(null, 12)).toBe(0);
});

test("steps end at both ends, and a correction may cut the game short", () => {
  expect(stepTo(null, -1, 10)).toEqual({ ply: 0, left: 10 });
  expect(stepTo(null, 99, 10)).toBeNull();
  expect(shownPly({ ply: 8, left: 10 }, 5)).toBe(5);
  expect(newMoves({ ply: 8, left: 10 }, 5)).toBe(0);
});

const round = (number: number, state: Round["state"], games: string[] = []): Round => ({
  number,
  state,
  games,
  byes: [],
  kind: "round",
  matches: [],
});

test("the round of interest is the one in play, else the last one played, else the first", () => {
  expect(currentRound([])).toBeNull();
  expect(currentRound([round(1, "paired"), round(2, "paired")])?.number).toBe(1);
  expect(currentRound([round(1, "closed"), round(2, "closed"), round(3, "paired")])?.number).toBe(
    2,
  );
  expect(currentRound([round(1, "closed"), round(2, "open"), round(3, "paired")])?.number).toBe(2);
});

test("neighbours lie in the same round", () => {
  const rounds = [round(1, "closed", ["a", "b", "c"])];
  const at = (id: string) => neighbours(rounds, { id, round: 1 } as Game);
  expect(at("a")).toEqual({ previous: null, next: "b" });
  expect(at("b")).toEqual({ previous: "a", next: "c" });
  expect(at("x")).toEqual({ previous: null, next: null });
});
