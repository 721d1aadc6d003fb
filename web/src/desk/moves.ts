// Moves and times that people write: `32-28`, `46x37`, `26x17x8` by squares, as the contract takes
// them, or `3228` as one types fast; `1:20:00`.

export interface WrittenMove {
  readonly from: number;
  readonly to: number;
  /** Squares in between, if several captures share start and end. */
  readonly via: number[];
}

const MOVE = /^(?:\d{1,2}(?:\s*[-x–:]\s*\d{1,2})+|\d{4})$/i;

/** Reads a move; `null` if it is none. */
export function readMove(text: string): WrittenMove | null {
  if (!MOVE.test(text.trim())) return null;
  const squares = text.match(/\d{1,2}/g)?.map(Number) ?? [];
  const [from, to] = [squares[0], squares.at(-1)];
  if (from === undefined || to === undefined) return null;
  if (squares.some((square) => square < 1 || square > 50)) return null;
  return { from, to, via: squares.slice(1, -1) };
}

/** Returns the moves of a text as they are written, between spaces and line ends, without numbers such as `12.`. */
export function writtenMoves(text: string): string[] {
  return text
    .replace(/\b\d+\.(?:\.\.)?/g, " ")
    .split(/\s+/)
    .filter((one) => one !== "");
}

/** Reads moves between spaces and line ends; numbers of moves such as `12.` are passed over. */
export function readMoves(text: string): WrittenMove[] | null {
  const moves = writtenMoves(text).map(readMove);
  return moves.length > 0 && moves.every((move) => move !== null) ? moves : null;
}

/** Returns the milliseconds of `1:20:00`, `20:00` or `20`, the last being minutes; else `null`. */
export function readTime(text: string): number | null {
  const parts = text.trim().split(":");
  if (!parts.every((part) => /^\d{1,3}$/.test(part)) || parts.length > 3) return null;
  const [first = 0, second = 0, third = 0] = parts.map(Number);
  const seconds =
    parts.length === 1
      ? first * 60
      : parts.length === 2
        ? first * 60 + second
        : first * 3600 + second * 60 + third;
  return seconds * 1_000;
}
