// Parses a FEN of 10x10 draughts into a board, and computes the places of squares. Judges no move.

/** The content of one square: a white or black man, a white or black king, or nothing. */
export type Piece = "" | "w" | "b" | "W" | "B";

export type Side = "white" | "black";

export interface Position {
  readonly turn: Side;
  /** Indexed by square 1 to 50; index 0 is unused. */
  readonly board: readonly Piece[];
}

const SQUARE = "(?:[1-9]|[1-4]\\d|50)";
const PIECES = `K?${SQUARE}(?:-${SQUARE})?`;
const SIDE = `(?:${PIECES}(?:,${PIECES})*)?`;
/** The side to move, the pieces of both sides, and a tail of counters that no picture shows. */
const FEN = new RegExp(`^[WB](?::W${SIDE}:B${SIDE}|:B${SIDE}:W${SIDE})(?::[HF+][\\d+]*)*\\.?$`);

/**
 * Returns true if a text has the form of a FEN, including ranges such as `31-50` and the move
 * counters of Frisian draughts such as `:H0:F1:+0+133`.
 */
export function isFen(text: string): boolean {
  return FEN.test(text);
}

/** Parses a FEN whose form `isFen` has accepted. */
export function parseFen(fen: string): Position {
  const board: Piece[] = new Array(51).fill("");
  const [turn, ...sides] = fen.replace(/\.$/, "").split(":");
  for (const side of sides.slice(0, 2)) {
    const white = side.startsWith("W");
    for (const part of side.slice(1).split(",")) {
      const king = part.startsWith("K");
      const [first, last] = (king ? part.slice(1) : part).split("-").map(Number);
      // The text of a side without pieces is empty.
      if (!first) continue;
      for (let square = first; square <= (last ?? first); square += 1) {
        board[square] = white ? (king ? "W" : "w") : king ? "B" : "b";
      }
    }
  }
  return { turn: turn === "B" ? "black" : "white", board };
}

/**
 * Returns the column and the row (0 to 9 each) of a square, with White at the bottom unless
 * flipped.
 */
export function place(square: number, flipped: boolean): { column: number; row: number } {
  const row = Math.floor((square - 1) / 5);
  const column = 2 * ((square - 1) % 5) + (row % 2 === 0 ? 1 : 0);
  return flipped ? { column: 9 - column, row: 9 - row } : { column, row };
}

/** Returns the squares with one kind of piece, in ascending order. */
export function squaresOf(position: Position, piece: Piece): number[] {
  const squares: number[] = [];
  position.board.forEach((content, square) => {
    if (square > 0 && content === piece) squares.push(square);
  });
  return squares;
}
