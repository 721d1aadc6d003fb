// The position of a game that a spectator looks at: the latest one, or one they chose.

/** `null` follows the game. */
export type Stepping = {
  readonly ply: number;
  /** How long the game was when the spectator left its end. */
  readonly left: number;
} | null;

/** The ply on the board; a correction may have made the game shorter than the chosen move. */
export function shownPly(stepping: Stepping, length: number): number {
  return stepping === null ? length : Math.min(stepping.ply, length);
}

/** Looks at another ply; the end means following again. */
export function stepTo(stepping: Stepping, ply: number, length: number): Stepping {
  const next = Math.max(0, Math.min(ply, length));
  return next === length ? null : { ply: next, left: stepping?.left ?? length };
}

/** After a correction: the chosen move as long as the game still has moves behind it, else its end. */
export function afterCorrection(stepping: Stepping, length: number): Stepping {
  if (stepping === null || stepping.ply >= length) return null;
  return { ply: stepping.ply, left: Math.min(stepping.left, length) };
}

/** How many moves came while the spectator looked elsewhere. */
export function newMoves(stepping: Stepping, length: number): number {
  return stepping === null ? 0 : Math.max(0, length - stepping.left);
}
