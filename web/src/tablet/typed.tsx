// A move by the numbers of its squares, for a keyboard and for whoever does not see the board. It is read
// back, and confirmed by the same key.

import { useSignal } from "@preact/signals";
import { readMove, resolve } from "./entry";
import { base, confirm, entry, game, mayEnter } from "./game";
import { variantOf } from "./model";
import { words } from "./text";

export function TypedMove() {
  const w = words.value;
  const answer = useSignal("");
  const readBack = useSignal("");
  return (
    <form
      class="tablet-typed"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("move");
        if (!(field instanceof HTMLInputElement) || !game.value || !base.value) return;
        const text = field.value.trim();
        if (text !== "" && text === readBack.value) {
          const at = event.timeStamp;
          void confirm(at).then((isKept) => {
            if (!isKept) return;
            field.value = "";
            readBack.value = "";
            answer.value = "";
          });
          return;
        }
        const typed = readMove(text);
        const kind = typed && resolve(base.value, variantOf(game.value.rules), typed).kind;
        if (typed === null || kind === "nothing" || !mayEnter.value) {
          answer.value = w("not-a-move", { text });
          return;
        }
        entry.value = typed;
        readBack.value = text;
        answer.value = w("entered", { move: [typed.from, ...typed.way].join(" – ") });
      }}
    >
      <label for="typed-move">{w("typed-move")}</label>
      <input
        id="typed-move"
        name="move"
        autocomplete="off"
        inputMode="text"
        placeholder="32-28"
        enterkeyhint="done"
        aria-describedby="typed-hint"
        disabled={!mayEnter.value}
      />
      <button type="submit" class="small-button" disabled={!mayEnter.value}>
        ↵<span class="hidden"> {w("ready")}</span>
      </button>
      <p id="typed-hint" class="hidden">
        {w("typed-hint")}
      </p>
      <p role="status" class="tablet-read-back">
        {answer.value}
      </p>
    </form>
  );
}
