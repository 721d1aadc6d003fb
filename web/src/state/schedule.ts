// The rounds of a tournament with the moments when they began.

import type { Game, Round } from "../wire/frames";

/** A round of the schedule. */
export interface ScheduledRound {
  readonly round: Round;
  /** The moment of the first move of its games; `null` before it. */
  readonly at: number | null;
}

/** Returns the rounds in order; `gameOf` finds a game, `null` if it is not known. */
export function scheduleOf(
  rounds: readonly Round[],
  gameOf: (id: string) => Game | null,
): ScheduledRound[] {
  return rounds.map((round) => {
    const moments = round.games.flatMap((id) => gameOf(id)?.moves[0]?.at ?? []);
    return { round, at: moments.length > 0 ? Math.min(...moments) : null };
  });
}
