// The moves that came too late: the service refused them because the game was over, as after an outage that was longer
// than the time of a side.

import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { CorrectionKind } from "../gen/damcast/v1/events_pb";
import type { Position } from "../wire/position";
import { playOn } from "./entry";
import { type Act, type Input, isStanding } from "./outbox";

type Move = Extract<Act, { readonly kind: "move" }>;

/** A move that came too late. */
export interface LateMove {
  readonly act: Move;
  readonly sequence: number;
}

/** The game up to the moves: the position, and the ply to be played next. */
interface Before {
  readonly position: Position;
  readonly ply: number;
}

/**
 * Returns the moves of this tablet for the game that came when it was over and follow on the position that is shown. After
 * the arbiter has changed more than the result none does: it is not known what they would be an answer to.
 */
export function lateMoves(
  { corrections, outcome }: TableGame,
  inputs: readonly Input[],
  { position, ply }: Before,
): LateMove[] {
  const isLate = ({ seenAt }: Input) => {
    const since = corrections.filter(({ atMs }) => Number(atMs) >= seenAt);
    const ofResult = [CorrectionKind.RESULT, CorrectionKind.RESUMED];
    const isResumed = since.some(({ kind }) => kind === CorrectionKind.RESUMED);
    return since.every(({ kind }) => ofResult.includes(kind)) && (isResumed || Boolean(outcome));
  };
  const found: LateMove[] = [];
  let now = position;
  for (;;) {
    const next = ply + found.length;
    const input = inputs.findLast(({ act }) => act.kind === "move" && act.ply === next);
    if (input?.act.kind !== "move" || isStanding(input) || input.state === "left") return found;
    // What is refused after the game went on is not offered again and again.
    if (!isLate(input) || !isSame(input.act.before, now)) return found;
    found.push({ act: input.act, sequence: input.sequence });
    now = playOn(now, input.act.move);
  }
}

function isSame(one: Position, other: Position): boolean {
  return one.turn === other.turn && String(one.board) === String(other.board);
}
