// Keeps the signatures under score sheets, on this tablet: the sheet is printed with them. They are in no log, which nobody
// could take a signature out of again, and which goes to every copy and to other places.

import { computed, effect, signal } from "@preact/signals";
import { Score } from "../gen/damcast/v1/types_pb";
import type { Side } from "../wire/position";
import { written } from "./entry";
import { game, gamePath } from "./game";
import { shown } from "./in_play";
import { serverNow, table } from "./link";
import { keepFact, readFact } from "./storage";
import type { Stroke } from "./strokes";

const FACT = "signed";
/** Number of games whose sheets are kept, the latest. */
const GAMES_MAX = 32;

/** A signature under a sheet. */
export interface Signature {
  /** The game, as in "main/kk/r3-t12". */
  readonly game: string;
  readonly side: Side;
  readonly strokes: readonly Stroke[];
  /** The moment by the service's time, milliseconds. */
  readonly at: number;
  /** The mark of the sheet that was signed. */
  readonly mark: string;
}

const all = signal<readonly Signature[]>([]);

void readFact<readonly Signature[]>(FACT)
  .then((kept) => {
    if (kept) all.value = kept;
  })
  .catch(() => {});

/** The mark of the sheet as it is now: the beginning of the SHA-256 of its text; empty until it is known. */
export const mark = signal("");

/** The sheet of a game that is over, as the text that is signed; empty while it goes on. */
const sheetText = computed(() => {
  const [now, moves] = [game.value, shown.value?.moves ?? []];
  if (!now?.outcome) return "";
  const line = moves.map(({ from, to, captured }) => written(from, to, captured.length > 0));
  const lines = [
    table.value?.tournament ?? "",
    gamePath.value,
    now.white,
    now.black,
    Score[now.outcome.score],
    line.join(" "),
  ];
  return lines.join("\n");
});

effect(() => {
  const text = sheetText.value;
  mark.value = "";
  if (text === "" || crypto.subtle === undefined) return;
  const bytes = new TextEncoder().encode(text);
  void crypto.subtle.digest("SHA-256", bytes).then((hash) => {
    const hex = Array.from(new Uint8Array(hash, 0, 8), (one) => one.toString(16).padStart(2, "0"));
    if (sheetText.peek() === text) mark.value = hex.join("");
  });
});

/** Returns the signature of a side under the sheet of this game, or under one before it was changed. */
export function signatureOf(side: Side): Signature | null {
  const own = (one: Signature) => one.game === gamePath.value && one.side === side;
  return all.value.findLast(own) ?? null;
}

/** Keeps a signature; false if that failed. */
export async function sign(side: Side, strokes: readonly Stroke[]): Promise<boolean> {
  const [path, under] = [gamePath.peek(), mark.peek()];
  if (path === "" || under === "") return false;
  const others = all.peek().filter((one) => one.game !== path || one.side !== side);
  const games = [...new Set(others.map((one) => one.game))].slice(1 - GAMES_MAX);
  const kept = others.filter((one) => one.game === path || games.includes(one.game));
  const next = [...kept, { game: path, side, strokes, at: serverNow(), mark: under }];
  try {
    await keepFact(FACT, next);
    all.value = next;
    return true;
  } catch {
    return false;
  }
}
