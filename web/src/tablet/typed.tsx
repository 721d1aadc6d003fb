// A move by the numbers of its squares, for a keyboard, for a voice, and for whoever does not see the board. It is
// read back, and confirmed by the same key.

import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { base, confirm, entry, isAmbiguous, mayEnter } from "./entering";
import { type Entry, readMove, resolve } from "./entry";
import { game } from "./game";
import { shown } from "./in_play";
import { variantOf } from "./model";
import { settings } from "./settings";
import { canListen, listen, speak } from "./speech";
import { sideName, words } from "./text";

export function TypedMove() {
  const w = words.value;
  const answer = useSignal("");
  const readBack = useRef<{ readonly text: string; readonly entry: Entry } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isListening = useSignal(false);
  const answerBy = (text: string) => {
    answer.value = text;
    speak(text);
  };
  useSpokenMoves();
  useSignalEffect(() => {
    // What was read is confirmed as long as it is what is entered: a tap on the board enters something else.
    const isRead = entry.value !== null && entry.value === readBack.current?.entry;
    if (isRead || readBack.current === null) return;
    readBack.current = null;
    answer.value = "";
  });
  const take = async () => {
    isListening.value = true;
    const text = await listen();
    isListening.value = false;
    if (text === "" || !field.current) return answerBy(w("not-heard"));
    field.current.value = text;
    // The same numbers said again confirm nothing: that is for a key or a finger.
    readBack.current = null;
    field.current.form?.requestSubmit();
  };
  // A field that is disabled would lose the focus with each move, and with it whoever does not see the board.
  const isClosed = !mayEnter.value;
  return (
    <form
      class="tablet-typed"
      data-voice={hasVoice()}
      onSubmit={(event) => {
        event.preventDefault();
        const { current } = field;
        const now = game.value;
        if (!current || !now || !base.value) return;
        if (!mayEnter.value) {
          const side = sideName(base.value.turn);
          return answerBy(now.onPaperFrom > 0 ? w("on-paper") : w("to-move", { side }));
        }
        const text = current.value.trim();
        if (readBack.current?.text === text) {
          void confirm(event.timeStamp).then((isKept) => {
            if (isKept) current.value = "";
          });
          return;
        }
        const typed = readMove(text);
        const kind = typed && resolve(base.value, variantOf(now.rules), typed).kind;
        if (typed === null || kind === "nothing") return answerBy(w("not-a-move", { text }));
        readBack.current = { text, entry: typed };
        isAmbiguous.value = false;
        entry.value = typed;
        answerBy(w("entered", { move: [typed.from, ...typed.way].join(" – ") }));
      }}
    >
      <label for="typed-move">{w("typed-move")}</label>
      <input
        ref={field}
        id="typed-move"
        name="move"
        autocomplete="off"
        inputMode="decimal"
        placeholder="32-28"
        enterkeyhint="done"
        aria-describedby="typed-hint"
        readOnly={isClosed}
        aria-disabled={isClosed}
      />
      <button type="submit" class="small-button" aria-disabled={isClosed}>
        ↵<span class="hidden"> {w("ready")}</span>
      </button>
      {hasVoice() && (
        <button
          type="button"
          class="small-button"
          data-act="listen"
          aria-pressed={isListening.value}
          disabled={isClosed || isListening.value}
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
