// The state of a sensor board as the technician has to know it, from what it reports of itself.

import type { WatchedBoard } from "../gen/damcast/v1/board_ingest_pb";
import { BoardCapability, type BoardReport } from "../gen/damcast/v1/events_pb";
import { isFen, type Piece, parseFen } from "../wire/position";

/**
 * The state of a board: not heard, silent itself, waiting for the position of its game, not understood,
 * different from its game, or all well; muted is one that shall say nothing.
 */
export type BoardState =
  | "away"
  | "no-board"
  | "muted"
  | "waits"
  | "unexplained"
  | "differs"
  | "agrees";

/** Time in milliseconds after which an agent that reports every ten seconds is away. */
const AWAY_MS = 30_000;
/** The charge in per cent from which a battery lasts no whole round. */
const BATTERY_LOW = 20;
/** Milliseconds by which a clock may be wrong without anybody having to look. */
const CLOCK_APART_MS = 2_000;
/** Time in milliseconds without a word of a board that should say something every ten seconds. */
const QUIET_MS = 60_000;

/** The things that a technician looks at although the game goes on. */
export type Worry = "battery" | "clock" | "queue" | "quiet" | "orders" | "crown";

export function stateOf({ device, report }: WatchedBoard, now: number): BoardState {
  if (!device || !report || now - Number(device.heardAtMs) > AWAY_MS) return "away";
  if (report.orders?.muted) return "muted";
  if (report.squares === "") return "no-board";
  if (report.waitsForPosition && report.game !== "") return "waits";
  if (report.outOfSync) return "unexplained";
  return (report.differences?.squares.length ?? 0) > 0 ? "differs" : "agrees";
}

export function worriesOf(board: WatchedBoard, now: number): Worry[] {
  const { device, report, aheadMs, orders } = board;
  if (!device || !report) return [];
  const worries: Worry[] = [];
  if ((report.battery ?? 100) < BATTERY_LOW) worries.push("battery");
  if (Math.abs(Number(aheadMs ?? 0n)) > CLOCK_APART_MS || device.clockFault) worries.push("clock");
  if ((device.unsent ?? 0) > 0) worries.push("queue");
  if (quietMs(board, now) > QUIET_MS) worries.push("quiet");
  if ((report.uncrowned?.squares.length ?? 0) > 0) worries.push("crown");
  const isDone =
    (orders?.muted ?? false) === (report.orders?.muted ?? false) &&
    (orders?.restarts ?? 0) === (report.orders?.restarts ?? 0) &&
    orders?.rotated === report.orders?.rotated;
  if (!isDone && report.game !== "") worries.push("orders");
  return worries;
}

/** Returns the time in milliseconds since the board said anything; of one that never did, 0. */
export function quietMs({ device, report }: WatchedBoard, now: number): number {
  if (report?.quietMs === undefined) return 0;
  return report.quietMs + Math.max(0, now - Number(device?.heardAtMs ?? 0n));
}

/**
 * Returns the position that a board shows, with the side to move and the kings that its game has there;
 * `null` if it does not tell which side a piece is of.
 */
export function shownFen({ squares, fen }: BoardReport): string | null {
  if (squares.length !== 50 || !isFen(fen)) return null;
  const game = parseFen(fen);
  const sides: Record<"w" | "b", string[]> = { w: [], b: [] };
  for (const [at, letter] of [...squares].entries()) {
    if (letter === "e") continue;
    const known: Piece = game.board[at + 1] ?? "";
    const side = letter === "?" ? known.toLowerCase() : letter.toLowerCase();
    if (side !== "w" && side !== "b") return null;
    const isKing = letter === "W" || letter === "B" || known === side.toUpperCase();
    sides[side].push(`${isKing ? "K" : ""}${at + 1}`);
  }
  const turn = game.turn === "white" ? "W" : "B";
  return `${turn}:W${sides.w.join(",")}:B${sides.b.join(",")}`;
}

/** The parts of a position that a board does not sense, completed from the game. */
export interface Untold {
  /** The side to move in its game. */
  readonly turn: "white" | "black";
  /** The squares of kings that are taken from its game; `null` if it sees kings itself. */
  readonly kings: readonly number[] | null;
  /** The squares on which its game has kings that do not stand there. */
  readonly gone: readonly number[];
}

/** Returns the parts of the position of `shownFen` that the board does not sense; `null` without one. */
export function untoldOf({ squares, fen, capability }: BoardReport): Untold | null {
  if (squares.length !== 50 || !isFen(fen)) return null;
  const { board, turn } = parseFen(fen);
  if (capability === BoardCapability.COLOUR_AND_CROWN) return { turn, kings: null, gone: [] };
  const [kings, gone]: [number[], number[]] = [[], []];
  for (const [at, letter] of [...squares].entries()) {
    const known: Piece = board[at + 1] ?? "";
    if (known !== "W" && known !== "B") continue;
    const stands = letter === "?" || letter.toLowerCase() === known.toLowerCase();
    (stands ? kings : gone).push(at + 1);
  }
  return { turn, kings, gone };
}
