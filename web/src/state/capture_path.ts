// The squares that a piece stops on while it captures. Only the ends and the captured pieces are
// sent, from which the way follows; where several ways lead there, any of them shows the same move.

import { type Piece, type Position, place } from "../wire/position";

/** A move as far as its way depends on it. */
interface Capture {
  readonly from: number;
  readonly to: number;
  readonly captured: readonly number[];
}

const DIAGONALS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
/** Frisian pieces capture along rows and columns too, whose playing squares lie two apart. */
const STRAIGHTS = [
  [2, 0],
  [-2, 0],
  [0, 2],
  [0, -2],
] as const;

/** Most squares that are tried; a longer search gives up. */
const MOST_TRIED = 5_000;

/**
 * Returns the squares from `from` to `to` at which the piece turns or lands, both ends included;
 * `null` for a move without captures and if no way is found.
 */
export function capturePath(before: Position, move: Capture): number[] | null {
  if (move.captured.length === 0) return null;
  return search(before, move, DIAGONALS) ?? search(before, move, [...DIAGONALS, ...STRAIGHTS]);
}

function search(
  { board }: Position,
  { from, to, captured }: Capture,
  directions: readonly (readonly [number, number])[],
): number[] | null {
  const isKing = board[from] === "W" || board[from] === "B";
  let tried = 0;
  /** The piece has left its square, so it is free. */
  const at = (square: number): Piece => (square === from ? "" : (board[square] ?? ""));
  const onFrom = (square: number, left: ReadonlySet<number>): number[] | null => {
    if (left.size === 0) return square === to ? [square] : null;
    for (const direction of directions) {
      let victim = next(square, direction);
      while (isKing && victim !== null && at(victim) === "") victim = next(victim, direction);
      if (victim === null || !left.has(victim)) continue;
      const rest = new Set(left);
      rest.delete(victim);
      let landing = next(victim, direction);
      while (landing !== null && at(landing) === "") {
        tried += 1;
        if (tried > MOST_TRIED) return null;
        const way = onFrom(landing, rest);
        if (way !== null) return [square, ...way];
        if (!isKing) break;
        landing = next(landing, direction);
      }
    }
    return null;
  };
  return onFrom(from, new Set(captured));
}

/** Returns the playing square one step further; `null` beyond the edge. */
function next(square: number, [right, down]: readonly [number, number]): number | null {
  const { column, row } = place(square, false);
  const [x, y] = [column + right, row + down];
  if (x < 0 || x > 9 || y < 0 || y > 9) return null;
  return 5 * y + Math.floor(x / 2) + 1;
}
