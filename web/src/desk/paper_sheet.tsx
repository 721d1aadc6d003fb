// A field for the moves of a paper sheet. Each is judged as soon as it is typed, and the position follows; irregular
// moves join the list with their reason, and what is no move does not.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { RuleSet } from "../gen/damcast/v1/types_pb";
import { language } from "../text/language";
import { Board } from "../view/board";
import type { LastMove } from "../view/painter";
import { rules as judge, refusalText } from "../wire/api";
import { readMove, writtenMoves } from "./moves";
import { words } from "./text";

/** The game that the sheet goes on with. */
export interface SheetStart {
  readonly rules: RuleSet;
  readonly fen: string;
  /** The ply of the first move on the sheet. */
  readonly ply: number;
}

interface SheetMove {
  readonly text: string;
  readonly notation: string;
  readonly lastMove: LastMove;
  /** FEN after it. */
  readonly fen: string;
  /** The reason why it is irregular; empty if it is not. */
  readonly breach: string;
}

interface SheetFieldProps {
  readonly id: string;
  readonly name: string;
  readonly start: SheetStart;
}

export function SheetField({ id, name, start }: SheetFieldProps) {
  const w = words.value;
  const moves = useSignal<readonly SheetMove[]>([]);
  const draft = useSignal("");
  const fault = useSignal("");
  const isAsking = useRef(false);
  const last = moves.value.at(-1);
  const take = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    fault.value = "";
    try {
      let rest = writtenMoves(draft.value);
      for (const text of rest) {
        const judged = await judgement(start.rules, moves.value.at(-1)?.fen ?? start.fen, text);
        if (typeof judged === "string") {
          fault.value = judged;
          break;
        }
        moves.value = [...moves.value, judged];
        rest = rest.slice(1);
        // Moves that were typed meanwhile stay.
        draft.value = draft.value.replace(/^(?:\s*\d+\.(?:\.\.)?)*\s*\S+\s*/, "");
      }
    } finally {
      isAsking.current = false;
    }
  };
  return (
    <div class="sheet-field">
      <Board
        fen={last?.fen ?? start.fen}
        lastMove={last?.lastMove ?? null}
        ply={moves.value.length}
        numbered
      />
      <div>
        <label for={id}>{w("paper-move", { ply: start.ply + moves.value.length })}</label>
        <input
          id={id}
          type="text"
          autocomplete="off"
          aria-describedby={`${id}-typed`}
          value={draft.value}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.ctrlKey && draft.value.trim() !== "") {
              event.preventDefault();
              void take();
            }
          }}
        />
        {/* The judge has its say on all of them once more when they are handed in. */}
        <input
          type="hidden"
          name={name}
          value={[...moves.value.map(({ text }) => text), draft.value].join(" ")}
        />
        <p id={`${id}-typed`} class="hint">
          {w("paper-move-hint")}
        </p>
        {fault.value !== "" && <p role="alert">{fault.value}</p>}
        <ol class="sheet-moves" aria-live="polite" data-sheet={moves.value.length}>
          {moves.value.map(({ notation, breach }, index) => (
            <li key={index} value={start.ply + index} data-irregular={breach !== "" || undefined}>
              {notation}
              {breach !== "" && ` · ${w("paper-irregular")}: ${breach}`}
            </li>
          ))}
        </ol>
        {last && (
          <button
            type="button"
            class="button"
            data-act="paper-back"
            onClick={() => {
              moves.value = moves.value.slice(0, -1);
              draft.value = last.text;
              fault.value = "";
            }}
          >
            {w("paper-back")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Asks about one move; returns it, or the reason why it cannot join the list. */
async function judgement(rules: RuleSet, fen: string, text: string): Promise<SheetMove | string> {
  const w = words.peek();
  const move = readMove(text);
  if (move === null) return w("paper-unread", { move: text });
  try {
    const request = { rules, fen, move, language: language.peek() };
    const { judgement: judged, explanation, fen: after } = await judge.judgeMove(request);
    const lastMove = { from: move.from, to: move.to, captured: [] };
    if (judged.case === "legal") {
      const { notation } = judged.value;
      return { text, notation, lastMove, fen: after, breach: "" };
    }
    // Without the pieces that it takes off nothing can follow: the arbiter corrects the sheet first.
    if (judged.case !== "irregular" || after === "") return explanation;
    return { text, notation: text, lastMove, fen: after, breach: explanation };
  } catch (error) {
    return w("paper-asks", { text: refusalText(error, language.peek()) });
  }
}
