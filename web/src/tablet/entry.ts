// A move as it is entered, tap by tap, until it is confirmed. It shows what was entered and nothing else:
// an irregular move is entered as any other (rules art. 24, 27).

import type { Piece, Position, Side } from "../wire/position";
import {
  type Board,
  goesOn,
  isKing,
  isKingRow,
  obliged,
  sideOf,
  slides,
  takenOnTheWay,
  takenStepByStep,
  type Variant,
} from "./captures";

/** The squares that were entered so far: the piece, and the squares where it lands, in order. */
export interface Entry {
  readonly from: number;
  /** Empty as long as only the piece was chosen. The last is the end. */
  readonly way: readonly number[];
}

/** A move that can be confirmed. */
export interface EnteredMove {
  readonly from: number;
  readonly via: readonly number[];
  readonly to: number;
  /** The squares of the pieces taken off, ascending. */
  readonly captured: readonly number[];
  /** True if the squares do not tell what was taken off, so that it has to be named. */
  readonly namesCaptured: boolean;
}

/** A move on a board. */
export type PlayedMove = Pick<EnteredMove, "from" | "to" | "captured">;

/** The result of an entry. */
export type Resolved =
  | { readonly kind: "move"; readonly move: EnteredMove }
  /** Several captures fit: squares in between have to be entered. */
  | { readonly kind: "ambiguous" }
  /** It is no move at all. */
  | { readonly kind: "nothing" };

/** Returns what an entry comes to on a board; judges nothing. */
export function resolve(position: Position, variant: Variant, entry: Entry): Resolved {
  const { board } = position;
  const { from, way } = entry;
  const to = way.at(-1);
  const piece = board[from] ?? "";
  if (to === undefined || piece === "") return { kind: "nothing" };
  if (to !== from && board[to] !== "") return { kind: "nothing" };
  const sets = takenBy(position, variant, entry, to);
  const [captured] = sets;
  if (captured === undefined) return { kind: "nothing" };
  const found = { from, via: way.slice(0, -1), to };
  if (sets.length === 1) {
    return { kind: "move", move: { ...found, captured, namesCaptured: false } };
  }
  const exact = way.length > 1 ? takenStepByStep(board, variant, from, way) : null;
  if (exact === null) return { kind: "ambiguous" };
  return { kind: "move", move: { ...found, captured: exact, namesCaptured: true } };
}

/**
 * Returns the squares to which a piece may go by the rules, or the pieces that may go somewhere if none is given: for
 * events that show them. The limit of moves by one king alone is not in it.
 */
export function allowed(
  { board, turn }: Position,
  variant: Variant,
  from: number | null,
): readonly number[] {
  const best = obliged(board, variant, turn);
  const goesTo = (square: number): readonly number[] => {
    if (sideOf(board[square] ?? "") !== turn) return [];
    const ends = best.filter((one) => one.from === square).map(({ to }) => to);
    return best.length > 0 ? ends : slides(board, square);
  };
  if (from !== null) return [...new Set(goesTo(from))];
  return board.map((_, square) => square).filter((square) => goesTo(square).length > 0);
}

/**
 * Returns true if the last tap of an entry is the press, where a move presses the clock: a piece of the side to move
 * went to an empty square without capturing. Whether it may go there does not matter, as waiting would tell the player that
 * it may not (rules art. 24); events that show moves wait then. A capture always waits until it is confirmed. If only
 * those waited that can go on, waiting would tell that more can be captured; so a whole capture is the press only in events
 * that show moves.
 */
export function endsByTap(
  position: Position,
  variant: Variant,
  entry: Entry,
  showsMoves: boolean,
): boolean {
  const { board, turn } = position;
  const { from, way } = entry;
  const [to = from] = way;
  const found = resolve(position, variant, entry);
  if (found.kind !== "move" || sideOf(board[from] ?? "") !== turn) return false;
  const { captured } = found.move;
  if (captured.length === 0) {
    return way.length === 1 && (!showsMoves || slides(board, from).includes(to));
  }
  const isWhole = obliged(board, variant, turn).some(
    (one) =>
      one.from === from &&
      one.to === found.move.to &&
      one.captured.join(",") === captured.join(","),
  );
  return showsMoves && isWhole && !goesOn(board, variant, from, way);
}

/** Returns the sets of pieces that an entry may have taken, as the service reads it. */
function takenBy(
  { board, turn }: Position,
  variant: Variant,
  { from, way }: Entry,
  to: number,
): readonly (readonly number[])[] {
  const onTheWay = takenOnTheWay(board, variant, from, way);
  const key = (squares: readonly number[]) => squares.join(",");
  const possible = new Set(onTheWay.map(key));
  const best = sideOf(board[from] ?? "") === turn ? obliged(board, variant, turn) : [];
  const whole = best.filter(
    (one) => one.from === from && one.to === to && possible.has(key(one.captured)),
  );
  if (whole.length > 0) return whole.map((one) => one.captured);
  if (way.length === 1 && slides(board, from).includes(to)) return [[]];
  if (onTheWay.length > 0) return onTheWay;
  // A piece that is put on a square where it cannot go takes nothing off.
  return way.length === 1 && to !== from ? [[]] : [];
}

/** Returns the entry after a tap on a square; `null` is none. */
export function tap(
  position: Position,
  variant: Variant,
  entry: Entry | null,
  square: number,
): Entry | null {
  const { board } = position;
  const chosen = (board[square] ?? "") === "" ? null : { from: square, way: [] };
  if (entry === null) return chosen;
  const { from, way } = entry;
  if (square !== from && chosen !== null) return chosen;
  if (square === from && way.length === 0) return null;
  const last = way.at(-1);
  if (square === last) return { from, way: way.slice(0, -1) };
  const isWay = (squares: readonly number[]) =>
    takenOnTheWay(board, variant, from, squares).length > 0;
  const between = last === undefined ? [] : [...way.slice(0, -1), square, last];
  const isStep = (squares: readonly number[]) =>
    takenStepByStep(board, variant, from, squares) !== null;
  if (isStep(way) && isStep([...way, square])) return { from, way: [...way, square] };
  const isAsked = resolve(position, variant, entry).kind === "ambiguous";
  if (isAsked && isWay(between)) return { from, way: between };
  if (way.length > 0 && isWay([...way, square])) return { from, way: [...way, square] };
  // The piece goes back to its square, or to another one than was tapped before.
  return square === from ? null : { from, way: [square] };
}

/** Returns the board after a move. */
export function play(board: Board, { from, to, captured }: PlayedMove): Piece[] {
  const after = [...board];
  const piece = board[from] ?? "";
  const side = sideOf(piece);
  after[from] = "";
  for (const square of captured) after[square] = "";
  after[to] = side && !isKing(piece) && isKingRow(side, to) ? kingOf(side) : piece;
  return after;
}

function kingOf(side: Side): Piece {
  return side === "white" ? "W" : "B";
}

/** Returns the position after a move. */
export function playOn(position: Position, move: PlayedMove): Position {
  const turn = position.turn === "white" ? "black" : "white";
  return { turn, board: play(position.board, move) };
}

/**
 * Reads a typed move such as `32-28`, `46x37` or `36 27 16 7`; `null` if it has no two squares. The
 * separators do not matter.
 */
export function readMove(text: string): Entry | null {
  const parts = text.trim().split(/\s*[-x×:., ]\s*/i);
  const squares = parts.map(Number);
  const isSquare = (one: number) => Number.isInteger(one) && one >= 1 && one <= 50;
  const [from, ...way] = squares;
  if (from === undefined || way.length === 0 || !squares.every(isSquare)) return null;
  return { from, way };
}

/** Writes a move as on a score sheet (rules art. 22). */
export function written(from: number, to: number, isCapture: boolean): string {
  return `${from}${isCapture ? "x" : "-"}${to}`;
}
