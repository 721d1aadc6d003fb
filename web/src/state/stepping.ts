// The position of a game that a spectator is looking at: the latest one, or one that they chose.

/** The chosen position; `null` follows the game. */
export type Stepping = {
  readonly ply: number;
  /** Number of moves in the game when the spectator left its end. */
  readonly left: number;
} | null;

/**
 * Returns the ply on the board; a correction may have made the game shorter than the chosen move.
 */
export function shownPly(stepping: Stepping, length: number): number {
  return stepping === null ? length : Math.min(stepping.ply, length);
}

/** Steps to another ply; the last one means following the game again. */
export function stepTo(stepping: Stepping, ply: number, length: number): Stepping {
  const next = Math.max(0, Math.min(ply, length));
  return next === length ? null : { ply: next, left: stepping?.left ?? length };
}

/**
 * Adapts to a correction: keeps the chosen move if the game still has moves after it, else follows
 * the game.
 */
export function afterCorrection(stepping: Stepping, length: number): Stepping {
  if (stepping === null || stepping.ply >= length) return null;
  return { ply: stepping.ply, left: Math.min(stepping.left, length) };
}

/** Returns the number of moves that came while the spectator looked elsewhere. */
export function newMoves(stepping: Stepping, length: number): number {
  return stepping === null ? 0 : Math.max(0, length - stepping.left);
}
