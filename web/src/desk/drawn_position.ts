// A position that is drawn square by square: pure steps on a FEN.

import { type Piece, type Position, parseFen, type Side, squaresOf } from "../wire/position";

/** The most pieces of a side. */
const PIECES_MAX = 20;

/** Returns the position with another content of a square. */
export function withPiece(position: Position, square: number, piece: Piece): Position {
  const board = [...position.board];
  board[square] = board[square] === piece ? "" : piece;
  return { ...position, board };
}

export function withTurn(position: Position, turn: Side): Position {
  return { ...position, turn };
}

/** Returns the FEN of a position: `W:W31,K32:B1`. */
export function fenOf(position: Position): string {
  const side = (man: Piece, king: Piece) =>
    [
      ...squaresOf(position, man).map(String),
      ...squaresOf(position, king).map((square) => `K${square}`),
    ].join(",");
  const turn = position.turn === "white" ? "W" : "B";
  return `${turn}:W${side("w", "W")}:B${side("b", "B")}`;
}

/** Returns true if neither side has more pieces than there can be. */
export function isPossible(position: Position): boolean {
  const count = (man: Piece, king: Piece) =>
    squaresOf(position, man).length + squaresOf(position, king).length;
  return count("w", "W") <= PIECES_MAX && count("b", "B") <= PIECES_MAX;
}

/** The pieces of the first position. */
export const FIRST: Position = parseFen("W:W31-50:B1-20");
/** A board without pieces. */
export const EMPTY: Position = parseFen("W:W:B");
