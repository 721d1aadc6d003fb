import { expect, test } from "vitest";
import type { Participants, Player, Team } from "../wire/frames";
import { choiceOf, proposedBoards } from "./team_choice";

const player = (id: number, club: string | null): Player => {
  return { id, name: `Player ${id}`, club, rating: null };
};
const HALLUM: Team = { id: 1, name: "Hallum", boards: [], boardCount: 3 };
const HUIZUM: Team = { id: 2, name: "Huizum", boards: [3, 0, 6], boardCount: 3 };
const PLAYERS = [
  player(6, "Huizum"),
  player(5, null),
  player(4, "Hallum"),
  player(3, "Hallum"),
  player(2, "Balk"),
  player(1, "Hallum"),
];
const BOTH: Participants = { players: PLAYERS, teams: [HALLUM, HUIZUM] };

const numbers = (players: readonly Player[]) => players.map(({ id }) => id);

test("a captain chooses first from the players of the club, and not from those of another team", () => {
  expect(numbers(choiceOf(HALLUM, BOTH))).toEqual([1, 4, 2, 5]);
  expect(numbers(choiceOf(HUIZUM, BOTH))).toEqual([3, 6, 1, 2, 4, 5]);
});

test("the line-up that was handed in is proposed, or else the players of the club by number", () => {
  expect(proposedBoards(HUIZUM, BOTH)).toEqual([3, 0, 6]);
  expect(proposedBoards(HALLUM, BOTH)).toEqual([1, 4, 0]);
});

test("a team has the boards that its event gives it before anybody has handed in a line-up", () => {
  const alone: Participants = { players: PLAYERS, teams: [HALLUM] };
  expect(proposedBoards(HALLUM, alone)).toEqual([1, 3, 4]);
  expect(proposedBoards({ ...HALLUM, boardCount: 5 }, alone)).toEqual([1, 3, 4, 0, 0]);
  expect(proposedBoards({ ...HALLUM, name: "Snits", boardCount: 2 }, alone)).toEqual([0, 0]);
});
