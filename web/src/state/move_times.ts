// The time that a move took: from the press of the clock before it to its own.

import type { Game } from "../wire/frames";

/**
 * Returns the milliseconds between the move before a ply (from 1) and its own; `null` for the first
 * move, for one that was noted on paper, and where the arbiter changed the record between them.
 */
export function spentMs(game: Game, ply: number): number | null {
  const [before, move] = [game.moves[ply - 2], game.moves[ply - 1]];
  if (!before || !move) return null;
  // A move that is noted on paper is entered later.
  if (game.onPaperFrom !== null && ply >= game.onPaperFrom) return null;
  if (before.fen !== null) return null;
  const spent = move.at - before.at;
  return spent >= 0 ? spent : null;
}

/** Returns a duration in whole seconds, rounded down: `0:07`, `12:05`, `1:02:03`. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
