// The captures that a piece can make on a board, complete or not. Judges no move: whether one is obliged
// to capture, or enough, is for the service and the arbiter.

import { type Piece, place, type Side } from "../wire/position";

/** The rules of moving: Frisian pieces also capture along rows and columns. */
export type Variant = "international" | "frisian";

/** Squares by number, 1 to 50; index 0 is unused. */
export type Board = readonly Piece[];

/** The end of a way of capturing: its square, and what was taken until there. */
export interface Capture {
  readonly to: number;
  /** Ascending. */
  readonly captured: readonly number[];
}

/** Number of steps after which a search gives up: a board that no game reaches. */
const STEPS_MAX = 200_000;

const DIAGONAL = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;
const STRAIGHT = [
  [-2, 0],
  [2, 0],
  [0, -2],
  [0, 2],
] as const;

/** The squares in each direction from each square, nearest first. */
const RAYS: readonly (readonly (readonly number[])[])[] = Array.from({ length: 51 }, (_, square) =>
  square === 0 ? [] : [...DIAGONAL, ...STRAIGHT].map(([x, y]) => ray(square, x, y)),
);

function ray(square: number, x: number, y: number): number[] {
  const squares: number[] = [];
  let { column, row } = place(square, false);
  for (;;) {
    column += x;
    row += y;
    if (column < 0 || column > 9 || row < 0 || row > 9) return squares;
    squares.push(row * 5 + Math.floor(column / 2) + 1);
  }
}

/** Returns the side that a piece belongs to. */
export function sideOf(piece: Piece): Side | null {
  if (piece === "") return null;
  return piece === "w" || piece === "W" ? "white" : "black";
}

export function isKing(piece: Piece): boolean {
  return piece === "W" || piece === "B";
}

/** Returns true if a man of this side becomes a king on the square. */
export function isKingRow(side: Side, square: number): boolean {
  return side === "white" ? square <= 5 : square > 45;
}

/** Returns the squares that a piece could go to without capturing. */
export function slides(board: Board, from: number): readonly number[] {
  const piece = board[from] ?? "";
  const side = sideOf(piece);
  const rays = (RAYS[from] ?? []).slice(0, DIAGONAL.length);
  if (isKing(piece)) return rays.flatMap((ray) => until(ray, (square) => board[square] !== ""));
  const isForward = (square: number) => (side === "white" ? square < from : square > from);
  const first = rays.flatMap((ray) => ray.slice(0, 1));
  return first.filter((square) => isForward(square) && board[square] === "");
}

function until(squares: readonly number[], ends: (square: number) => boolean): readonly number[] {
  const end = squares.findIndex(ends);
  return end === -1 ? squares : squares.slice(0, end);
}

/** A visit to a square on a way of capturing; returns false to go no further on this way. */
type Visit = (to: number, captured: readonly number[], depth: number) => boolean;

/** Searches the ways of capturing of a piece. The search gives up on boards that no game reaches. */
class Search {
  readonly #board: Board;
  readonly #from: number;
  readonly #piece: Piece;
  readonly #directions: number;
  #steps = 0;

  constructor(board: Board, variant: Variant, from: number) {
    this.#piece = board[from] ?? "";
    // The piece is in the air: its own square is open.
    this.#board = board.map((piece, square) => (square === from ? "" : piece));
    this.#from = from;
    this.#directions = variant === "frisian" ? 8 : 4;
  }

  run(visit: Visit): void {
    if (this.#piece !== "") this.#go(this.#from, [], 0, visit);
  }

  #go(at: number, captured: readonly number[], depth: number, visit: Visit): void {
    for (const ray of (RAYS[at] ?? []).slice(0, this.#directions)) {
      const found = this.#jump(ray, captured);
      if (!found) continue;
      const taken = [...captured, found.victim];
      for (const to of found.landings) {
        this.#steps += 1;
        if (this.#steps > STEPS_MAX) return;
        if (visit(to, taken, depth + 1)) this.#go(to, taken, depth + 1, visit);
      }
    }
  }

  /** Returns the piece that can be jumped along a ray, and the squares behind it. */
  #jump(ray: readonly number[], captured: readonly number[]) {
    const reach = isKing(this.#piece) ? ray.length : 1;
    const at = ray.findIndex((square) => this.#board[square] !== "");
    const victim = ray[at];
    if (at === -1 || at >= reach || victim === undefined) return null;
    const other = sideOf(this.#board[victim] ?? "");
    // Captured pieces stay until the end, and block.
    if (other === sideOf(this.#piece) || captured.includes(victim)) return null;
    const behind = until(ray.slice(at + 1), (square) => this.#board[square] !== "");
    const landings = isKing(this.#piece) ? behind : behind.slice(0, 1);
    return landings.length === 0 ? null : { victim, landings };
  }
}

const ascending = (squares: readonly number[]) => [...squares].sort((a, b) => a - b);
const keyOf = (to: number, captured: readonly number[]) => `${to}x${ascending(captured).join(",")}`;

/** Returns the captures that a piece could end with, complete or not, each end with each set once. */
export function captures(board: Board, variant: Variant, from: number): Capture[] {
  const found = new Map<string, Capture>();
  new Search(board, variant, from).run((to, captured) => {
    const key = keyOf(to, captured);
    // The ways on from here were searched already.
    if (found.has(key)) return false;
    found.set(key, { to, captured: ascending(captured) });
    return true;
  });
  return [...found.values()];
}

/**
 * Returns what a piece could have taken when it has landed on these squares, in their order and perhaps on
 * others in between, and ended on the last of them; each set once.
 */
export function takenOnTheWay(
  board: Board,
  variant: Variant,
  from: number,
  way: readonly number[],
): (readonly number[])[] {
  const end = way.at(-1);
  const sets = new Map<string, readonly number[]>();
  const seen = new Set<string>();
  // The squares of the way that were passed by each depth of the search.
  const passed = [0];
  new Search(board, variant, from).run((to, captured, depth) => {
    const before = passed[depth - 1] ?? 0;
    const now = before < way.length - 1 && way[before] === to ? before + 1 : before;
    passed[depth] = now;
    if (to === end && before === way.length - 1) {
      sets.set(ascending(captured).join(","), ascending(captured));
    }
    const key = `${now} ${keyOf(to, captured)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return [...sets.values()];
}

/**
 * Returns what a piece takes when it lands on exactly these squares, ascending; `null` if no capture has
 * this way.
 */
export function takenStepByStep(
  board: Board,
  variant: Variant,
  from: number,
  way: readonly number[],
): readonly number[] | null {
  let taken: readonly number[] | null = null;
  new Search(board, variant, from).run((to, captured, depth) => {
    if (to !== way[depth - 1]) return false;
    if (depth === way.length) taken = ascending(captured);
    return depth < way.length;
  });
  return taken;
}

/**
 * Returns true if a capture that lands on these squares, in their order and perhaps on others in between, can go on
 * behind the last of them.
 */
export function goesOn(
  board: Board,
  variant: Variant,
  from: number,
  way: readonly number[],
): boolean {
  let found = false;
  const seen = new Set<string>();
  // The squares of the way that were passed by each depth of the search.
  const passed = [0];
  new Search(board, variant, from).run((to, captured, depth) => {
    const before = passed[depth - 1] ?? 0;
    if (before === way.length) found = true;
    const now = way[before] === to ? before + 1 : before;
    passed[depth] = now;
    const key = `${now} ${keyOf(to, captured)}`;
    if (found || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return found;
}

/** Returns the worth of a capture by which one is obliged to choose; only to compare two of one board. */
function worth(board: Board, variant: Variant, from: number, captured: readonly number[]): number {
  if (variant === "international") return captured.length;
  const kings = captured.filter((square) => isKing(board[square] ?? "")).length;
  const men = captured.length - kings;
  // A tie is broken by fewer kings, and then by a king that captures (rules art. 11, 12).
  const captor = isKing(board[from] ?? "") ? 1 : 0;
  return (2 * kings + men) * 100 - kings * 2 + captor;
}

/** Returns the captures with most worth that a side could end with: those of its rules. */
export function obliged(
  board: Board,
  variant: Variant,
  side: Side,
): (Capture & { from: number })[] {
  let best: (Capture & { from: number })[] = [];
  let most = 0;
  board.forEach((piece, from) => {
    if (sideOf(piece) !== side) return;
    for (const capture of captures(board, variant, from)) {
      const value = worth(board, variant, from, capture.captured);
      if (value > most) [best, most] = [[], value];
      if (value === most) best.push({ from, ...capture });
    }
  });
  return best;
}
