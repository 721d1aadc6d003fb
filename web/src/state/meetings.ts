// The meetings of participants over all rounds: what a cross table and a player's page are made of.

import type { Game, Round } from "../wire/frames";
import type { Side } from "../wire/position";

/** A meeting from the side of one of its participants. */
export interface Meeting {
  readonly round: number;
  readonly opponent: number;
  /** The colour; `null` for a team. */
  readonly side: Side | null;
  /** The id of the game; `null` for a match of teams. */
  readonly game: string | null;
  /** True while it is played. */
  readonly isRunning: boolean;
  /** Its own points as people write them; `null` without a result. */
  readonly points: string | null;
}

/** The meetings of each participant, by round. */
export type Meetings = ReadonlyMap<number, readonly Meeting[]>;

/** Returns the points of a side as the result has them: `2` of `2-0`; `null` without a result. */
export function pointsOf(game: Game, side: Side): string | null {
  if (game.result === null || game.result.score === "unplayed") return null;
  return game.result.text.split("-")[side === "white" ? 0 : 1] ?? null;
}

/** Returns the meetings of players; `gameOf` finds a game, `null` if it is not known. */
export function meetingsOfPlayers(
  rounds: readonly Round[],
  gameOf: (id: string) => Game | null,
): Meetings {
  const found = new Map<number, Meeting[]>();
  for (const round of rounds) {
    for (const id of round.games) {
      const game = gameOf(id);
      if (game === null) continue;
      const isRunning = game.started && game.result === null;
      for (const side of ["white", "black"] as const) {
        add(found, game[side], {
          round: round.number,
          opponent: side === "white" ? game.black : game.white,
          side,
          game: id,
          isRunning,
          points: pointsOf(game, side),
        });
      }
    }
  }
  return found;
}

/**
 * Returns the meetings of teams; `write` writes board points, and returns `null` where they are not
 * to be told.
 */
export function meetingsOfTeams(
  rounds: readonly Round[],
  write: (points: number) => string | null,
): Meetings {
  const found = new Map<number, Meeting[]>();
  for (const round of rounds) {
    const meeting = (opponent: number, points: number): Meeting => ({
      round: round.number,
      opponent,
      side: null,
      game: null,
      isRunning: round.state === "open",
      points: round.state === "paired" ? null : write(points),
    });
    for (const match of round.matches) {
      add(found, match.first, meeting(match.second, match.firstPoints));
      add(found, match.second, meeting(match.first, match.secondPoints));
    }
  }
  return found;
}

function add(found: Map<number, Meeting[]>, participant: number, meeting: Meeting): void {
  const known = found.get(participant);
  if (known) known.push(meeting);
  else found.set(participant, [meeting]);
}
