// The game as this tablet shows it: what the service told, and after it the moves that it has not told yet.

import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import type { ClockState } from "../gen/damcast/v1/events_pb";
import { type Position, parseFen, type Side } from "../wire/position";
import { type PlayedMove, playOn } from "./entry";
import { pathOf, sideOfColor } from "./model";
import { type Input, isStanding } from "./outbox";

/** A move of the game on this tablet. */
export interface ShownMove extends PlayedMove {
  /** The input of this tablet that told it and is not in the record yet; `null` once it is. */
  readonly input: Input | null;
}

export interface ShownGame {
  readonly position: Position;
  readonly moves: readonly ShownMove[];
  /** The ply to be entered next, from 1. */
  readonly ply: number;
}

/** Returns the game with the moves of this tablet that the service has not told yet. */
export function shownGame(game: TableGame, inputs: readonly Input[]): ShownGame {
  let position = parseFen(game.fen);
  const moves: ShownMove[] = game.moves.map(({ from, to, captured }) => {
    return { from, to, captured, input: null };
  });
  const path = pathOf(game.game);
  for (const input of inputs) {
    const { act } = input;
    if (act.kind !== "move" || input.game !== path || !isStanding(input)) continue;
    // The arbiter has changed the record since, and the player who entered the move had not seen that.
    if (input.line !== game.line || act.ply !== moves.length + 1) continue;
    const { from, to, captured } = act.move;
    moves.push({ from, to, captured, input });
    position = playOn(position, act.move);
  }
  return { position, moves, ply: moves.length + 1 };
}

/** The time of one side, to be counted on from a moment. */
export interface ShownClock {
  readonly white: number;
  readonly black: number;
  readonly running: Side | null;
  /** The service's time at which these were true. */
  readonly asOf: number;
  readonly delay: number;
  readonly flag: Side | null;
  readonly paused: boolean;
  /**
   * True if presses of this tablet are in it that the service has not told yet, or the clock that counts is one beside
   * the board.
   */
  readonly isEstimated: boolean;
}

/**
 * Returns the clock, pressed by the moves of this tablet that the service has not told yet. Where moves are noted and
 * not pressed all times are estimates.
 */
export function shownClock(
  state: ClockState,
  unsent: readonly Input[],
  isNotation: boolean,
): ShownClock {
  let clock: ShownClock = {
    white: Number(state.whiteMs),
    black: Number(state.blackMs),
    running: sideOfColor(state.running),
    asOf: Number(state.asOfMs),
    delay: Number(state.delayMs),
    flag: sideOfColor(state.flag),
    paused: state.paused,
    isEstimated: isNotation,
  };
  for (const { act, seenAt } of unsent) {
    if (act.kind !== "move" || clock.running === null || clock.paused) continue;
    const side = clock.running;
    const stage = side === "white" ? state.whiteStage : state.blackStage;
    const left = timeLeft(clock, side, seenAt) + Number(stage?.incrementMs ?? 0);
    const running = side === "white" ? "black" : "white";
    clock = { ...clock, [side]: left, running, asOf: seenAt, delay: 0, isEstimated: true };
  }
  return clock;
}

/** Returns the milliseconds left for a side at a moment of the service's time, never below zero. */
export function timeLeft(clock: ShownClock, side: Side, now: number): number {
  const passed = clock.running === side ? Math.max(0, now - clock.asOf - clock.delay) : 0;
  return Math.max(0, clock[side] - passed);
}
