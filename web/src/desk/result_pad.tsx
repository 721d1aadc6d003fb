// Results by tap: the keys of a result as buttons, for the board that is marked.

import { Score } from "../gen/damcast/v1/types_pb";
import { scoreText } from "./result_keys";
import { words } from "./text";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

interface ResultPadProps {
  readonly table: number;
  /** The keys so far of a result that is begun. */
  readonly begun: string;
  readonly isHalf: boolean;
  readonly press: (key: string) => void;
}

export function ResultPad({ table, begun, isHalf, press }: ResultPadProps) {
  const w = words.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around buttons.
    <div class="result-pad" role="group" aria-label={w("result-of", { table })}>
      <b>
        {table}
        {begun !== "" && <span class="hint"> {begun}…</span>}
      </b>
      {keysAfter(begun, isHalf).map(({ key, label, name }) => (
        <button
          key={key}
          type="button"
          class="button"
          data-key={key}
          aria-label={name === undefined ? undefined : w(name)}
          onClick={() => press(key)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface PadKey {
  readonly key: string;
  readonly label: string;
  /** The message that names it, where its label is a sign. */
  readonly name?: "by-rule" | "men-ahead" | "take-back" | "table-before" | "table-after" | "enter";
}

/** Returns the keys that may follow those that were begun. */
function keysAfter(begun: string, isHalf: boolean): PadKey[] {
  const score = (key: string, of: Score): PadKey => ({ key, label: scoreText(of, isHalf) });
  const wins = [score("2", Score.WHITE_WINS), score("0", Score.BLACK_WINS)] as const;
  if (begun === "R") return [...wins, score("R", Score.BOTH_LOSE)];
  if (begun.startsWith("B")) {
    return [
      ...DIGITS.map((key) => ({ key, label: key })),
      { key: "-", label: "−" },
      { key: "Backspace", label: "←", name: "take-back" },
      { key: "Enter", label: "✓", name: "enter" },
    ];
  }
  return [
    wins[0],
    score("1", Score.DRAW),
    wins[1],
    { key: "R", label: "R", name: "by-rule" },
    { key: "B", label: "±", name: "men-ahead" },
    { key: "Delete", label: "⌫", name: "take-back" },
    { key: "ArrowUp", label: "↑", name: "table-before" },
    { key: "ArrowDown", label: "↓", name: "table-after" },
  ];
}
