// Moves and other inputs in words.

import { written } from "./entry";
import type { Input } from "./outbox";
import { words } from "./text";

/** Returns a ply as players count: `12` for a move of White, `12…` for one of Black. */
export function moveNumber(ply: number): string {
  return `${Math.ceil(ply / 2)}${ply % 2 === 0 ? "…" : "."}`;
}

/** Returns what an input was, in words. */
export function inputName({ act }: Input): string {
  const w = words.value;
  if (act.kind === "call") return w("call-title");
  if (act.kind === "press") return w("act-press");
  if (act.kind === "draw") return w("act-draw");
  if (act.kind === "result") return w("act-result");
  if (act.kind === "resign") return w("act-resign");
  const { from, to, captured } = act.move;
  return written(from, to, captured.length > 0);
}
