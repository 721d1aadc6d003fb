// The side, the move number and the position of each ply. Sides need not alternate: the arbiter may set a
// position.

import { carriedOut, fenOf } from "../wire/carried_out";
import type { Game, Move } from "../wire/frames";
import { parseFen, type Side } from "../wire/position";

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
  const { fen, plies } = knownBefore(game, ply - 1);
  const isBlack = fen.startsWith("B") !== ((ply - 1 - plies) % 2 === 1);
  return isBlack ? "black" : "white";
}

/** Returns the position after a number of plies, as FEN. */
export function fenAfter(game: Game, plies: number): string {
  if (plies === game.moves.length) return game.fen;
  const known = knownBefore(game, plies);
  if (known.plies === plies) return known.fen;
  const moves = game.moves.slice(known.plies, plies);
  return fenOf(moves.reduce(carriedOut, parseFen(known.fen)));
}

/** Returns the last position up to a number of plies that does not follow from a move, as FEN. */
function knownBefore(game: Game, plies: number): { fen: string; plies: number } {
  for (let ply = Math.min(plies, game.moves.length); ply > 0; ply -= 1) {
    const fen = game.moves[ply - 1]?.fen;
    if (fen) return { fen, plies: ply };
  }
  return { fen: game.start, plies: 0 };
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
    const isSame = now?.text === move.text && `${now.captured}` === `${move.captured}`;
    return !isSame || now?.fen !== move.fen;
  });
  if (changed >= 0) return { kind: "moves", ply: changed + 1 };
  return before.result !== null && after.result === null ? { kind: "result" } : null;
}
