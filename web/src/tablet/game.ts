// The game on this tablet: what is shown, the move that is being entered, and what the players do.

import { computed, signal } from "@preact/signals";
import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { StartMode } from "../gen/damcast/v1/types_pb";
import type { Position, Side } from "../wire/position";
import { enrolled } from "./device";
import { allowed, type Entry, endsByTap, resolve, tap } from "./entry";
import { outbox, serverNow, serverTimeAt, table, unsent } from "./link";
import { pathOf, shownClock, shownGame, sideOfColor, sidesOf, variantOf } from "./model";
import { type Act, type Input, isStanding } from "./outbox";
import { settings } from "./settings";

/**
 * Time in milliseconds for which a move that the last tap confirmed may be taken back. It is less than the usual grace
 * of two seconds, within which the moment of the touch counts.
 */
const TAKE_BACK_MS = 1_500;

/** The game at the table; `null` if there is none. */
export const game = computed<TableGame | null>(() => table.value?.game ?? null);

/** The name of that game, as in "main/kk/r3-t12"; empty if there is none. */
export const gamePath = computed(() => pathOf(game.value?.game));

export const seat = computed(() => table.value?.seat ?? Seat.UNSPECIFIED);

/** The sides that this tablet speaks for. */
export const sides = computed(() => sidesOf(seat.value));

const NONE: readonly number[] = [];

const own = computed(() => outbox.inputs.value.filter((input) => input.game === gamePath.value));

/** The game as it is shown. */
export const shown = computed(() => (game.value ? shownGame(game.value, own.value) : null));

/** The last input of this tablet for the game, since the arbiter changed it last. */
export const lastInput = computed<Input | null>(() => {
  const isShown = ({ act, line }: Input) =>
    act.kind !== "call" && act.kind !== "result" && line === game.value?.line;
  return own.value.findLast(isShown) ?? null;
});

/** The clock as it is shown; `null` if the game has none. */
export const clock = computed(() => {
  const state = game.value?.clock;
  if (!state) return null;
  const kept = unsent.value.filter((input) => input.game === gamePath.value);
  return shownClock(state, kept, game.value?.terms?.start === StartMode.NOTATION);
});

/** The move that is being entered. */
export const entry = signal<Entry | null>(null);

/** True while the last move is entered once more, because it was another one. */
export const isAgain = signal(false);

/** A sentence about what was just done, read aloud, too: a key of the messages. */
export const told = signal<"" | "ambiguous" | "cannot-save">("");

/** The position in which the move is entered. */
export const base = computed<Position | null>(() => {
  const input = isAgain.value ? toChange.value : null;
  if (input?.act.kind === "move") return input.act.before;
  return shown.value?.position ?? null;
});

/** The input with the last move, if this tablet told it: it may be entered once more. */
export const toChange = computed<Input | null>(() => {
  const ply = shown.value?.moves.length ?? 0;
  const isLast = (input: Input) =>
    input.act.kind === "move" &&
    input.act.ply === ply &&
    input.line === game.value?.line &&
    isStanding(input);
  return own.value.findLast(isLast) ?? null;
});

/** True if a move may be entered on this tablet now. */
export const mayEnter = computed(() => {
  const now = game.value;
  const position = base.value;
  if (!now?.isOpen || now.outcome || now.onPaperFrom > 0 || !position) return false;
  return settings.value.notesBoth || sides.value.includes(position.turn);
});

/** The result of the entry. */
export const resolved = computed(() => {
  const position = base.value;
  if (!position || !entry.value || !game.value) return null;
  return resolve(position, variantOf(game.value.rules), entry.value);
});

/** True if Black has to press before the first move. */
export const awaitsPress = computed(() => {
  const now = game.value;
  if (!now?.isOpen || shown.value?.ply !== 1 || now.outcome) return false;
  const start = now.terms?.start ?? StartMode.HOUR;
  const isPressed = own.value.some((input) => input.act.kind === "press" && isStanding(input));
  // A clock beside the board is pressed there.
  if (start === StartMode.NONE || start === StartMode.NOTATION) return false;
  const isAsked = now.blackStarts || start === StartMode.TABLE;
  const runs = sideOfColor(now.clock?.running ?? 0);
  return isAsked && !isPressed && runs !== "white" && sides.value.includes("black");
});

/** The squares that an event for children marks: where the piece in hand may go, or the pieces that may. */
export const hints = computed<readonly number[]>(() => {
  const [now, position, chosen] = [game.value, base.value, entry.value];
  if (!now?.showsMoves || !position || !mayEnter.value || chosen?.way.length) return NONE;
  return allowed(position, variantOf(now.rules), chosen?.from ?? null);
});

/** Takes a tap on a square, as of a moment of this page. Where a move presses the clock, its last tap confirms it. */
export function tapSquare(square: number, moment: number): void {
  const [now, position] = [game.value, base.value];
  if (!position || !now || !mayEnter.value) return;
  told.value = "";
  const variant = variantOf(now.rules);
  const next = tap(position, variant, entry.value, square);
  entry.value = next;
  const isPress = now.movePresses && next && endsByTap(position, variant, next, now.showsMoves);
  if (isPress) void confirm(moment, TAKE_BACK_MS);
}

/** True if there is something to undo: squares that are entered, or a move that was just confirmed by a tap. */
export const mayUndo = computed(
  () => entry.value !== null || isAgain.value || outbox.held.value !== null,
);

/** Begins anew with what is entered, or takes the move back that was just confirmed by a tap. */
export function undo(): void {
  if (entry.peek() === null && !isAgain.peek()) void outbox.takeBack();
  clearEntry();
}

/** Begins anew with what is entered. */
export function clearEntry(): void {
  entry.value = null;
  isAgain.value = false;
  told.value = "";
}

/**
 * Confirms the move that is entered, as of a moment of this page; false if it has to be entered further. It is sent
 * after so many milliseconds, for which it may be taken back.
 */
export async function confirm(moment: number, holdMs = 0): Promise<boolean> {
  const found = resolved.value;
  const position = base.value;
  const now = shown.value;
  if (!found || found.kind === "nothing" || !position || !now || !mayEnter.value) return false;
  if (found.kind === "ambiguous") {
    told.value = "ambiguous";
    return false;
  }
  const ply = isAgain.value ? now.ply - 1 : now.ply;
  const act: Act = { kind: "move", ply, move: found.move, before: position };
  const isKept = await add(act, moment, holdMs);
  if (isKept) clearEntry();
  return isKept;
}

/** Presses Black's clock before the first move. */
export function pressFirst(moment: number): Promise<boolean> {
  return add({ kind: "press", side: "black" }, moment);
}

/** Offers a draw, or agrees to one. */
export function offerDraw(side: Side): Promise<boolean> {
  return add({ kind: "draw", side }, performance.now());
}

export function resign(side: Side): Promise<boolean> {
  return add({ kind: "resign", side }, performance.now());
}

/** Says whether a side agrees with the result that is shown. */
export async function confirmResult(side: Side, agrees: boolean): Promise<void> {
  const outcome = game.peek()?.outcome;
  if (!outcome) return;
  const { score, reason } = outcome;
  await add({ kind: "result", side, score, reason, agrees }, performance.now());
}

/** Returns the word of a side on the result that is shown which the service has not told yet; `null` if there is none. */
export function wordOnResult(side: Side): Input | null {
  const outcome = game.value?.outcome;
  const isWord = ({ act, state }: Input) =>
    act.kind === "result" &&
    act.side === side &&
    act.score === outcome?.score &&
    act.reason === outcome?.reason &&
    (state === "kept" || state === "stored");
  return own.value.findLast(isWord) ?? null;
}

/** Calls the arbiter. */
export function callArbiter(matter: number, text = ""): Promise<boolean> {
  return add({ kind: "call", id: crypto.randomUUID(), matter, text }, performance.now());
}

/** The last call for the arbiter, as long as it is of this game. */
export const lastCall = computed(() => {
  const isCall = (input: Input) => input.act.kind === "call" && input.state !== "left";
  const input = outbox.inputs.value.findLast(isCall);
  return input?.game === gamePath.value ? input : null;
});

let isAdding = false;

async function add(act: Act, moment: number, holdMs = 0): Promise<boolean> {
  const device = enrolled.peek()?.subject;
  const now = game.peek();
  // A second tap while the first is written is the same act.
  if (device === undefined || isAdding) return false;
  isAdding = true;
  try {
    const seenAt = Math.min(serverTimeAt(moment), serverNow());
    const draft = { game: gamePath.peek(), device, act, seenAt, line: now?.line ?? 0 };
    await outbox.add(draft, holdMs);
    told.value = "";
    return true;
  } catch {
    told.value = "cannot-save";
    return false;
  } finally {
    isAdding = false;
  }
}
