// Tables at which somebody may not have come: the time of a side runs that has made no move yet.

import type { Game } from "../wire/frames";

/** Time in milliseconds after which a side that has not moved yet is shown to the arbiter. */
const LATE_MS = 60_000;

/** Returns the side whose time has run for a minute before its first move; `null` if there is none. */
export function lateForFirstMove(
  game: Pick<Game, "started" | "moves" | "clock" | "result" | "onPaperFrom"> | null,
  now: number,
): "white" | "black" | null {
  if (!game?.started || game.result !== null || game.onPaperFrom !== null) return null;
  const { clock, moves } = game;
  const side = clock?.running ?? null;
  if (side === null || !clock || clock.paused || clock.flag !== null) return null;
  const hasMoved = moves.length > (side === "white" ? 0 : 1);
  return !hasMoved && now - clock.asOf >= LATE_MS ? side : null;
}
