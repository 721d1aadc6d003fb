// A move by the numbers of its squares, for a keyboard, for a voice, and for whoever does not see the board. It is
// read back, and confirmed by the same key.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { base, confirm, entry, mayEnter } from "./entering";
import { readMove, resolve } from "./entry";
import { game } from "./game";
import { shown } from "./in_play";
import { variantOf } from "./model";
import { settings } from "./settings";
import { canListen, listen, speak } from "./speech";
import { sideName, words } from "./text";

export function TypedMove() {
  const w = words.value;
  const answer = useSignal("");
  const readBack = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const isListening = useSignal(false);
  const answerBy = (text: string) => {
    answer.value = text;
    speak(text);
  };
  useSpokenMoves();
  const take = async () => {
    isListening.value = true;
    const text = await listen();
    isListening.value = false;
    if (text === "" || !field.current) return answerBy(w("not-heard"));
    field.current.value = text;
    // The same numbers said again confirm nothing: that is for a key or a finger.
    readBack.value = "";
    field.current.form?.requestSubmit();
  };
  return (
    <form
      class="tablet-typed"
      data-voice={hasVoice()}
      onSubmit={(event) => {
        event.preventDefault();
        const { current } = field;
        if (!current || !game.value || !base.value) return;
        const text = current.value.trim();
        if (text !== "" && text === readBack.value) {
          const at = event.timeStamp;
          void confirm(at).then((isKept) => {
            if (!isKept) return;
            current.value = "";
            readBack.value = "";
            answer.value = "";
          });
          return;
        }
        const typed = readMove(text);
        const kind = typed && resolve(base.value, variantOf(game.value.rules), typed).kind;
        if (typed === null || kind === "nothing" || !mayEnter.value) {
          answerBy(w("not-a-move", { text }));
          return;
        }
        entry.value = typed;
        readBack.value = text;
        answerBy(w("entered", { move: [typed.from, ...typed.way].join(" – ") }));
      }}
    >
      <label for="typed-move">{w("typed-move")}</label>
      <input
        ref={field}
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
      {hasVoice() && (
        <button
          type="button"
          class="small-button"
          data-act="listen"
          aria-pressed={isListening.value}
          disabled={!mayEnter.value || isListening.value}
          onClick={() => void take()}
        >
          {w(isListening.value ? "listening" : "listen")}
        </button>
      )}
      <p id="typed-hint" class="hidden">
        {w("typed-hint")}
      </p>
      <p role="status" class="tablet-read-back">
        {answer.value}
      </p>
    </form>
  );
}

function hasVoice(): boolean {
  return canListen && settings.value.listens;
}

/** Reads every move aloud that comes onto the board, as on a score sheet. */
function useSpokenMoves(): void {
  const plies = useRef(shown.peek()?.moves.length ?? 0);
  useSignalEffect(() => {
    const moves = shown.value?.moves ?? [];
    const last = moves.at(-1);
    if (last && moves.length > plies.current) {
      const side = sideName(moves.length % 2 === 1 ? "white" : "black");
      speak(words.peek()("spoken-move", { side, from: last.from, to: last.to }));
    }
    plies.current = moves.length;
  });
}
