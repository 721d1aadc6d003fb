// A field for a position: drawn on a board, or written as a FEN, each following the other.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { texts } from "../text/language";
import { isFen, type Piece, parseFen, place } from "../wire/position";
import { EMPTY, FIRST, fenOf, withPiece, withTurn } from "./drawn_position";
import { words } from "./text";

const SQUARES = Array.from({ length: 50 }, (_, at) => at + 1);
const PIECES = ["w", "W", "b", "B"] as const;
const NAMES = {
  w: "white-man",
  W: "white-king",
  b: "black-man",
  B: "black-king",
} as const;

interface PositionFieldProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

export function PositionField({ id, name, value }: PositionFieldProps) {
  const [w, t] = [words.value, texts.value];
  const fen = useSignal(value);
  const held = useSignal<Piece>("w");
  const input = useRef<HTMLInputElement>(null);
  // The form hears of a position that is drawn as it does of one that is written.
  useEffect(() => {
    input.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [fen.value]);
  const position = isFen(fen.value.trim()) ? parseFen(fen.value.trim()) : EMPTY;
  const nameOf = (piece: Piece) => (piece === "" ? w("empty-square") : w(NAMES[piece]));
  return (
    <div class="position-field">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in the dialog. */}
      <div class="buttons" role="group" aria-label={w("piece")}>
        {PIECES.map((piece) => (
          <button
            key={piece}
            type="button"
            class="button"
            aria-pressed={held.value === piece}
            aria-label={nameOf(piece)}
            data-piece={piece}
            onClick={() => {
              held.value = piece;
            }}
          >
            <PieceSign piece={piece} />
          </button>
        ))}
        <button
          type="button"
          class="button"
          onClick={() => {
            const next = position.turn === "white" ? "black" : "white";
            fen.value = fenOf(withTurn(position, next));
          }}
        >
          {w("to-move", { color: t(position.turn) })}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            fen.value = fenOf(EMPTY);
          }}
        >
          {w("empty-board")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            fen.value = fenOf(FIRST);
          }}
        >
          {w("first-position")}
        </button>
      </div>
      <div class="drawn-board">
        {SQUARES.map((square) => {
          const { column, row } = place(square, false);
          const piece = position.board[square] ?? "";
          return (
            <button
              key={square}
              type="button"
              class="drawn-square"
              style={`grid-column: ${column + 1}; grid-row: ${row + 1}`}
              data-draw={square}
              aria-label={`${square}: ${nameOf(piece)}`}
              onClick={() => {
                fen.value = fenOf(withPiece(position, square, held.value));
              }}
            >
              {piece === "" ? (
                <span class="drawn-number">{square}</span>
              ) : (
                <PieceSign piece={piece} />
              )}
            </button>
          );
        })}
      </div>
      <input
        ref={input}
        id={id}
        name={name}
        type="text"
        required
        autocomplete="off"
        value={fen.value}
        onInput={(event) => {
          fen.value = event.currentTarget.value;
        }}
      />
    </div>
  );
}

function PieceSign({ piece }: { readonly piece: Piece }) {
  const isWhite = piece === "w" || piece === "W";
  return (
    <svg viewBox="0 0 20 20" width="26" height="26" aria-hidden="true">
      <circle cx="10" cy="10" r="8" class={isWhite ? "drawn-white" : "drawn-black"} />
      {(piece === "W" || piece === "B") && (
        <circle cx="10" cy="10" r="4" class={isWhite ? "drawn-black" : "drawn-white"} />
      )}
    </svg>
  );
}
