// The move that is being entered. It belongs to one position, and ends with it: when a move of the other tablet arrives, or
// the arbiter changes the game.

import { computed, effect, signal } from "@preact/signals";
import type { Position } from "../wire/position";
import { allowed, type Entry, endsByTap, resolve, tap } from "./entry";
import { add, game, gamePath, ownInputs, sides } from "./game";
import { shown } from "./in_play";
import { outbox } from "./link";
import { variantOf } from "./model";
import { type Act, type Input, isStanding } from "./outbox";
import { settings } from "./settings";

/**
 * Time in milliseconds for which a move that the last tap confirmed may be taken back. It is less than the usual grace
 * of two seconds, within which the moment of the touch counts.
 */
const TAKE_BACK_MS = 1_500;

const NONE: readonly number[] = [];

/** The move that is being entered. */
export const entry = signal<Entry | null>(null);

/** True while several captures fit what was confirmed. */
export const isAmbiguous = signal(false);

type Move = Extract<Act, { readonly kind: "move" }>;

/** The last move, if this tablet told it: it may be entered once more. */
export const toChange = computed<Move | null>(() => {
  const ply = shown.value?.moves.length ?? 0;
  const isLast = (input: Input) =>
    input.act.kind === "move" &&
    input.act.ply === ply &&
    input.line === game.value?.line &&
    isStanding(input);
  const act = ownInputs.value.findLast(isLast)?.act;
  return act?.kind === "move" ? act : null;
});

const wantsAgain = signal(false);

/** The last move while it is entered once more, because it was another one; `null` otherwise. */
export const again = computed<Move | null>(() => (wantsAgain.value ? toChange.value : null));

/** Begins to enter the last move once more. */
export function enterAgain(): void {
  clearEntry();
  wantsAgain.value = true;
}

/** The position in which the move is entered. */
export const base = computed<Position | null>(
  () => again.value?.before ?? shown.value?.position ?? null,
);

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
  isAmbiguous.value = false;
  const variant = variantOf(now.rules);
  const next = tap(position, variant, entry.value, square);
  entry.value = next;
  const isPress = now.movePresses && next && endsByTap(position, variant, next, now.showsMoves);
  if (isPress) void confirm(moment, TAKE_BACK_MS);
}

/** True if there is something to undo: squares that are entered, or a move that was just confirmed by a tap. */
export const mayUndo = computed(
  () => entry.value !== null || again.value !== null || outbox.held.value !== null,
);

/** The move that is being written, and whether it may be taken back once it is; `null` if there is none. */
let writing: { readonly isHeld: boolean; readonly isKept: Promise<boolean> } | null = null;

/**
 * Begins anew with what is entered, or takes the move back that was just confirmed by a tap, also while it is being
 * written. A move that was confirmed by its button stays.
 */
export function undo(): void {
  if (writing && !writing.isHeld) return;
  if (writing) void writing.isKept.then((isKept) => isKept && outbox.takeBack());
  else if (entry.peek() === null && again.peek() === null) void outbox.takeBack();
  clearEntry();
}

/** Begins anew with what is entered. */
function clearEntry(): void {
  entry.value = null;
  wantsAgain.value = false;
  isAmbiguous.value = false;
}

/** The key of what is entered, for the pages of this visit. */
const ENTERED = "damcast-tablet.entered";

/** An entry, and the place in the game that it belongs to. */
interface Entered {
  readonly at: string;
  readonly entry: Entry | null;
  /** True if the last move is entered once more. */
  readonly isAgain: boolean;
}

/** What the page of before left half entered; `null` once it is taken up, or something else is entered. */
let before: Entered | null = JSON.parse(sessionStorage.getItem(ENTERED) ?? "null");

const place = computed(() => `${gamePath.value} ${game.value?.line ?? 0} ${shown.value?.ply ?? 0}`);

let enteredAt = "";
effect(() => {
  const [at, last] = [place.value, toChange.value];
  if (at !== enteredAt) {
    enteredAt = at;
    clearEntry();
  }
  // The move that is entered once more may be read later than the game.
  if (before?.at !== at || (before.isAgain && !last)) return;
  const taken = before;
  before = null;
  entry.value = taken.entry;
  wantsAgain.value = taken.isAgain;
});

effect(() => {
  const entered: Entered = { at: place.value, entry: entry.value, isAgain: wantsAgain.value };
  if (entered.entry !== null || entered.isAgain) {
    before = null;
    sessionStorage.setItem(ENTERED, JSON.stringify(entered));
  } else if (before === null) {
    sessionStorage.removeItem(ENTERED);
  }
});

/**
 * Confirms the move that is entered, as of a moment of this page; false if it has to be entered further. It is sent
 * after so many milliseconds, or with the next input: until then it may be taken back.
 */
export async function confirm(moment: number, holdMs = 0): Promise<boolean> {
  const found = resolved.value;
  const position = base.value;
  const now = shown.value;
  if (!found || found.kind === "nothing" || !position || !now || !mayEnter.value) return false;
  // It would be entered in a position that is about to change.
  if (writing) return false;
  if (found.kind === "ambiguous") {
    isAmbiguous.value = true;
    return false;
  }
  const ply = again.value?.ply ?? now.ply;
  const act: Act = { kind: "move", ply, move: found.move, before: position };
  writing = { isHeld: holdMs > 0, isKept: add(act, moment, holdMs) };
  const isKept = await writing.isKept;
  writing = null;
  if (isKept) clearEntry();
  return isKept;
}
