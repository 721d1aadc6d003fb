// Shows moves that were confirmed at another table, or before the tablet was enrolled anew, and are refused under their old
// name: they are sent under no other one, and shown until somebody has decided about them.

import { inputName, moveNumber } from "./in_words";
import { outbox } from "./link";
import { refOf } from "./model";
import type { Input } from "./outbox";
import { words } from "./text";

export function Left() {
  const w = words.value;
  const left = outbox.inputs.value.filter(({ state }) => state === "left");
  if (left.length === 0) return null;
  const shown = new Set(left.map(({ sequence }) => sequence));
  return (
    <div class="tablet-changed" role="alert" data-left={left.length}>
      <h2>{w("left-title")}</h2>
      <ul>
        {left.map((input) => (
          <li key={input.sequence}>
            {place(input)}: {input.act.kind === "move" && moveNumber(input.act.ply)}{" "}
            {inputName(input)}
            {input.text !== "" && ` (${input.text})`}
          </li>
        ))}
      </ul>
      <p>{w("left-hint")}</p>
      <button
        type="button"
        class="big-button"
        data-act="left-seen"
        onClick={() => void outbox.forget(({ sequence }) => shown.has(sequence))}
      >
        {w("left-seen")}
      </button>
    </div>
  );
}

/** Returns the round and the table of an input. */
function place({ game }: Input): string {
  const w = words.value;
  const [, round, table] = /^r(\d+)-t(\d+)$/.exec(refOf(game).game) ?? [];
  if (round === undefined || table === undefined) return w("left-nowhere");
  return `${w("table-number", { table: Number(table) })}, ${w("round-number", { round: Number(round) })}`;
}
