// Games and rounds for a spectator who wants no results told: as far as they have stepped, and no
// further.

import type { Game, Round } from "../wire/frames";
import { fenAfter } from "./plies";

/** A game as a spectator may see it. */
export interface ShownGame extends Game {
  /** Absent if nothing of the game is hidden. */
  readonly veil?: {
    /** True if a move, or the result after the last move, can be stepped on to. */
    readonly hasNext: boolean;
  };
}

/** The number of steps that shows everything of a game, its clocks too, now and in future. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER;

/**
 * Returns a game after a number of steps. Each step shows one more move; the step after the last
 * move shows the result, and with it everything.
 */
export function veiled(game: Game, steps: number): ShownGame {
  const { length } = game.moves;
  if (steps === EVERYTHING || (steps > length && game.result !== null)) return game;
  const plies = Math.min(steps, length);
  return {
    ...game,
    fen: fenAfter(game, plies),
    moves: game.moves.slice(0, plies),
    result: null,
    // Clocks tell how far a game is, and that it is over.
    clock: null,
    onPaperFrom: game.onPaperFrom !== null && game.onPaperFrom <= plies ? game.onPaperFrom : null,
    veil: { hasNext: plies < length || game.result !== null },
  };
}

/** Returns the rounds without the points of matches. */
export function withoutPoints(rounds: readonly Round[]): readonly Round[] {
  const hidden = (round: Round) => ({
    ...round,
    matches: round.matches.map((match) => ({ ...match, firstPoints: 0, secondPoints: 0 })),
  });
  return rounds.map((round) => (round.matches.length === 0 ? round : hidden(round)));
}
