// The game that is over and whose place another has taken. Its players keep it before them until they have said what they
// think of its result, or the next game begins.

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { computed, effect } from "@preact/signals";
import {
  type TableGame,
  type WatchTableResponse,
  WatchTableResponseSchema,
} from "../gen/damcast/v1/board_ingest_pb";
import { enrolled } from "./device";
import { outbox, over, signsOfLife, table } from "./link";
import { pathOf, refOf, sideOfColor, sidesOf } from "./model";
import { type Input, isStanding } from "./outbox";
import { keepFact, readFact } from "./storage";

const FACT = "finished";

/** The game that is over and is shown still; `null` if there is none. */
export const finished = computed<TableGame | null>(() => {
  const [before, now] = [over.value, table.value];
  const game = before?.game;
  if (!before || !now || !game || !isFollowed(before, now)) return null;
  const isBegun = now.game?.isOpen === true && !now.game.outcome;
  return !isBegun && hasMoreToSay(before, game) ? game : null;
});

/** Returns true if another game, or none, has taken the place of one at the same table of the same tournament. */
function isFollowed(before: WatchTableResponse, now: WatchTableResponse): boolean {
  if (before.table !== now.table || before.seat !== now.seat || !isOwn(before)) return false;
  return now.game === undefined || (isOwn(now) && nameOf(before) !== nameOf(now));
}

/** Returns true for a game of the tournament in which this tablet is enrolled. */
function isOwn(of: WatchTableResponse): boolean {
  const { venue, tournament } = refOf(nameOf(of));
  return enrolled.value?.venue === venue && enrolled.value.tournament === tournament;
}

function nameOf({ game }: WatchTableResponse): string {
  return pathOf(game?.game);
}

/** Returns true if a side of this tablet has not said whether it agrees, or the sheet is to be signed and printed. */
function hasMoreToSay({ seat }: WatchTableResponse, game: TableGame): boolean {
  if (game.signsSheet) return true;
  const path = pathOf(game.game);
  return sidesOf(seat).some((side) => {
    const isWord = (input: Input) =>
      input.game === path &&
      input.act.kind === "result" &&
      input.act.side === side &&
      input.act.score === game.outcome?.score &&
      input.act.reason === game.outcome?.reason &&
      isStanding(input);
    const isTold = game.confirmations.some(({ color }) => sideOfColor(color) === side);
    return !isTold && !outbox.inputs.value.some(isWord);
  });
}

/** Reads which game was shown before, and follows the table from then on. */
export async function startFinished(): Promise<void> {
  try {
    const kept = await readFact<Uint8Array>(FACT);
    if (kept) over.value = fromBinary(WatchTableResponseSchema, kept);
  } catch {
    // The table goes on without it.
  }
  let kept = over.peek();
  effect(() => {
    const [before, now] = [over.value, table.value];
    // The result of the game that began since is shown after it, not that of the one before.
    if (before && now?.game?.isOpen && !now.game.outcome && nameOf(before) !== nameOf(now)) {
      over.value = null;
      return;
    }
    if (before !== kept) {
      kept = before;
      // If it cannot be kept, the page goes on to the next game when it is loaded anew.
      const bytes = before && toBinary(WatchTableResponseSchema, before);
      void keepFact(FACT, bytes).catch(() => {});
    }
  });
  effect(() => {
    const [before, now] = [over.value, table.value];
    // Time passes with each sign of life.
    signsOfLife.value;
    if (now) void outbox.forgetBut(nameOf(now), ...(before ? [nameOf(before)] : []));
  });
}

/** Goes on to the next game. */
export function goOn(): void {
  over.value = null;
}
