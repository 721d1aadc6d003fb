// The players from whom a captain chooses those of each board.

import type { Participants, Player, Team } from "../wire/frames";

/**
 * Returns who may stand in the line-up of a team: first the players of its line-up and of the club with its name, then
 * the others, both by number. Players of the line-up of another team are left out.
 */
export function choiceOf(team: Team, { players, teams }: Participants): readonly Player[] {
  const others = teams.filter(({ id }) => id !== team.id);
  const taken = new Set(others.flatMap(({ boards = [] }) => boards));
  const free = players.filter(({ id }) => !taken.has(id)).toSorted((a, b) => a.id - b.id);
  const isOwn = (player: Player) => isOf(team, player);
  return [...free.filter(isOwn), ...free.filter((player) => !isOwn(player))];
}

function isOf({ name, boards = [] }: Team, { id, club }: Player): boolean {
  return boards.includes(id) || club === name;
}

/**
 * Returns the players that are proposed by board: the line-up that was handed in, or else the players of the club with the
 * team's name by number; 0 for a board without a player.
 */
export function proposedBoards(team: Team, participants: Participants): readonly number[] {
  if (team.boards && team.boards.length > 0) return team.boards;
  const own = choiceOf(team, participants).filter((player) => isOf(team, player));
  const ids = own.map(({ id }) => id);
  return Array.from({ length: team.boardCount ?? 0 }, (_, at) => ids[at] ?? 0);
}
