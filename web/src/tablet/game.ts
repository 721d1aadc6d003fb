// The game at the table of this tablet, and the acts of its players. What they do is kept before it looks done.

import { computed } from "@preact/signals";
import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { inTime } from "../wire/disk";
import type { Side } from "../wire/position";
import { enrolled } from "./device";
import { finished } from "./finished";
import {
  callUnkept,
  outbox,
  type ShownCall,
  serverNow,
  serverTimeAt,
  table,
  unkeptCall,
} from "./link";
import { pathOf, sidesOf } from "./model";
import type { Act, Input } from "./outbox";

/** The game at the table, or the one before as long as its players have something to say; `null` if there is none. */
export const game = computed<TableGame | null>(() => finished.value ?? table.value?.game ?? null);

/** The name of that game, as in "main/kk/r3-t12"; empty if there is none. */
export const gamePath = computed(() => pathOf(game.value?.game));

export const seat = computed(() => table.value?.seat ?? Seat.UNSPECIFIED);

/** The sides that this tablet speaks for. */
export const sides = computed(() => sidesOf(seat.value));

/** The inputs of this tablet for the game. */
export const ownInputs = computed(() =>
  outbox.inputs.value.filter((input) => input.game === gamePath.value),
);

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
  // Of a game whose place another has taken the service tells nothing any more.
  const untold = finished.value === null ? ["kept", "stored"] : ["kept", "stored", "accepted"];
  const isWord = ({ act, state }: Input) =>
    act.kind === "result" &&
    act.side === side &&
    act.score === outcome?.score &&
    act.reason === outcome?.reason &&
    untold.includes(state);
  return ownInputs.value.findLast(isWord) ?? null;
}

/** Calls the arbiter. */
export function callArbiter(matter: number, text = ""): Promise<boolean> {
  return add({ kind: "call", id: crypto.randomUUID(), matter, text }, performance.now());
}

/** The last call for the arbiter, kept or not, as long as it is of this game or the service does not have it. */
export const lastCall = computed<ShownCall | null>(() => {
  const isCall = (input: Input) => input.act.kind === "call" && input.state !== "left";
  const input = outbox.inputs.value.findLast(isCall);
  const unkept = unkeptCall.value;
  const kept = input?.act.kind === "call" ? shownCall(input, input.act.id) : null;
  const last = unkept && unkept.seenAt >= (kept?.seenAt ?? 0) ? unkept : kept;
  return last && (last.game === gamePath.value || !last.isHeard) ? last : null;
});

function shownCall({ game, seenAt, state }: Input, id: string): ShownCall {
  return { id, game, seenAt, isHeard: state !== "kept" };
}

let written: Promise<unknown> = Promise.resolve();
const inWriting = new Set<string>();

/** Returns the name of an act among those that are being written: what is done twice at once is done once. */
function nameOf(act: Act): string {
  // A second move would have been entered on the board before the first.
  if (act.kind === "move") return act.kind;
  return act.kind === "call" ? `call ${act.matter} ${act.text}` : JSON.stringify(act);
}

/**
 * Keeps an act, after those before it, and has it sent, after some time if it may be taken back; false if it was not kept.
 * A call for the arbiter is made even then, and soon: it waits neither for a disk nor for what is being written before it.
 */
export async function add(act: Act, moment: number, holdMs = 0): Promise<boolean> {
  const own = enrolled.peek();
  const name = nameOf(act);
  // A second tap while the first is written is the same act.
  if (!own || inWriting.has(name)) return false;
  inWriting.add(name);
  const seenAt = Math.min(serverTimeAt(moment), serverNow());
  const draft = {
    game: gamePath.peek(),
    device: own.subject,
    act,
    seenAt,
    line: game.peek()?.line ?? 0,
  };
  const adding = written.then(() => outbox.add(draft, holdMs));
  written = adding.catch(() => {});
  try {
    await (act.kind === "call" ? inTime(adding) : adding);
    return true;
  } catch {
    // That nothing can be kept is shown wherever the tablet is (storage.ts). If it is kept later, it is the same call.
    if (act.kind === "call") void callUnkept(own, act, draft);
    return false;
  } finally {
    inWriting.delete(name);
  }
}
