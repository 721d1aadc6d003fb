// The side and the move number of each ply. Sides need not alternate: the arbiter may set a
// position.

import type { Game, Move } from "../wire/frames";
import type { Side } from "../wire/position";

export interface Numbered {
  readonly move: Move;
  readonly ply: number;
}

/** A line of a move list. */
export interface Pair {
  readonly number: number;
  readonly white: Numbered | null;
  readonly black: Numbered | null;
}

/** Returns the side that makes a ply, counted from 1; also for the ply that comes next. */
export function sideOf(game: Game, ply: number): Side {
  const before = ply > 1 ? game.moves[ply - 2]?.fen : game.start;
  return before?.startsWith("B") ? "black" : "white";
}

/** Returns the moves in pairs. */
export function pairs(game: Game): Pair[] {
  const found: Pair[] = [];
  game.moves.forEach((move, index) => {
    const one = { move, ply: index + 1 };
    const last = found.at(-1);
    if (sideOf(game, one.ply) === "white") {
      found.push({ number: found.length + 1, white: one, black: null });
    } else if (last && last.black === null) found[found.length - 1] = { ...last, black: one };
    else found.push({ number: found.length + 1, white: null, black: one });
  });
  return found;
}

/** Returns the number of the move that a ply is half of, for the ply that comes next too. */
export function moveNumber(game: Game, ply: number): number {
  let number = 0;
  for (let one = 1; one <= ply; one += 1) {
    const isSecondHalf =
      one > 1 && sideOf(game, one) === "black" && sideOf(game, one - 1) === "white";
    if (!isSecondHalf) number += 1;
  }
  return number;
}

/** A change of a game by the arbiter. */
export type Correction =
  | { readonly kind: "moves" /** The first ply that differs. */; readonly ply: number }
  | { readonly kind: "result" };

/**
 * Returns the change or withdrawal between two states of a game; `null` if moves were only added.
 */
export function correctionOf(before: Game, after: Game): Correction | null {
  if (!before.started) return null;
  if (before.start !== after.start) return { kind: "moves", ply: 1 };
  const changed = before.moves.findIndex((move, index) => {
    const now = after.moves[index];
    return now?.text !== move.text || now.fen !== move.fen;
  });
  if (changed >= 0) return { kind: "moves", ply: changed + 1 };
  return before.result !== null && after.result === null ? { kind: "result" } : null;
}
