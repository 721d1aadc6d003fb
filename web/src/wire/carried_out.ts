// Carries moves out on a board, and writes it as FEN. A file of its own, which tablets do not load.

import type { Piece, Position } from "./position";

/** Returns the FEN of a position. */
export function fenOf(position: Position): string {
  const side = (man: Piece, king: Piece) => {
    const pieces = position.board.flatMap((piece, square) => {
      if (piece === man) return [`${square}`];
      return piece === king ? [`K${square}`] : [];
    });
    return pieces.join(",");
  };
  const turn = position.turn === "white" ? "W" : "B";
  return `${turn}:W${side("w", "W")}:B${side("b", "B")}`;
}

/** A move as far as it changes the board. */
interface BoardMove {
  readonly from: number;
  readonly to: number;
  readonly captured: readonly number[];
}

/**
 * Returns the position after a move: captured pieces are gone, a man on its last row is a king, and
 * the other side is to move.
 */
export function carriedOut(before: Position, { from, to, captured }: BoardMove): Position {
  const board = [...before.board];
  const piece = board[from] ?? "";
  board[from] = "";
  for (const square of captured) board[square] = "";
  // Squares 1 to 5 are the last row of White's men, 46 to 50 that of Black's.
  const isCrowned = (piece === "w" && to <= 5) || (piece === "b" && to >= 46);
  board[to] = isCrowned ? (piece === "w" ? "W" : "B") : piece;
  return { turn: before.turn === "white" ? "black" : "white", board };
}
