// Chooses the round to show first, and the neighbours of a board.

import type { Game, Round } from "../wire/frames";

/** Returns the round to show by default: the one in play, else the last one played. */
export function currentRound(rounds: readonly Round[]): Round | null {
  return (
    rounds.findLast((round) => round.state === "open") ??
    rounds.findLast((round) => round.state === "closed") ??
    rounds[0] ??
    null
  );
}

/** Returns the games before and after one in its round. */
export function neighbours(
  rounds: readonly Round[],
  game: Game,
): { readonly previous: string | null; readonly next: string | null } {
  const games = rounds.find((round) => round.number === game.round)?.games ?? [];
  const index = games.indexOf(game.id);
  if (index < 0) return { previous: null, next: null };
  return { previous: games[index - 1] ?? null, next: games[index + 1] ?? null };
}
