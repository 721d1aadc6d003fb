// The squares of a sensor board, with those marked on which its game has something else.

import type { BoardReport } from "../gen/damcast/v1/events_pb";
import { isFen, parseFen, place } from "../wire/position";
import { words } from "./text";

/** Shows what lies on a board; a piece that is missing is drawn as a ring. */
export function BoardPicture({ report }: { readonly report: BoardReport }) {
  const w = words.value;
  const differing = report.differences?.squares ?? [];
  const game = isFen(report.fen) ? parseFen(report.fen).board : [];
  const label =
    differing.length === 0
      ? w("board-picture")
      : w("board-picture-differs", { squares: differing.join(", ") });
  return (
    <svg class="board-picture" viewBox="0 0 100 100" role="img" aria-label={label}>
      <rect class="board-light" width="100" height="100" />
      {[...report.squares].map((letter, at) => {
        const square = at + 1;
        const { column, row } = place(square, false);
        const [x, y] = [column * 10, row * 10];
        const isDifferent = differing.includes(square);
        const missing = isDifferent && letter === "e" ? (game[square] ?? "") : "";
        const piece = letter === "e" ? missing : letter;
        return (
          <g key={square} data-square={square} data-differs={isDifferent}>
            <rect class="board-dark" x={x} y={y} width="10" height="10" />
            {piece !== "" && (
              <circle
                class="board-piece"
                data-piece={piece.toLowerCase()}
                data-missing={missing !== ""}
                cx={x + 5}
                cy={y + 5}
                r="3.6"
              />
            )}
            {/[WB]/.test(piece) && <circle class="board-crown" cx={x + 5} cy={y + 5} r="1.4" />}
            {isDifferent && (
              <rect class="board-mark" x={x + 0.6} y={y + 0.6} width="8.8" height="8.8" />
            )}
          </g>
        );
      })}
    </svg>
  );
}
