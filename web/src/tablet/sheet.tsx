// The score sheet of the game, as this tablet knows it.

import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { written } from "./entry";
import { shown } from "./in_play";
import { sideName, words } from "./text";

export function ScoreSheet({ game }: { readonly game: TableGame }) {
  const w = words.value;
  const moves = shown.value?.moves ?? [];
  const rows = Array.from({ length: Math.ceil(moves.length / 2) }, (_, row) => row);
  const cell = (ply: number) => {
    const move = moves[ply];
    return move ? written(move.from, move.to, move.captured.length > 0) : "";
  };
  return (
    <table class="tablet-sheet" data-plies={moves.length}>
      <caption class="hidden">
        {w("score-sheet")}: {game.white} – {game.black}
      </caption>
      <thead>
        <tr>
          <th scope="col">{w("move-column")}</th>
          <th scope="col">{sideName("white")}</th>
          <th scope="col">{sideName("black")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{row + 1}</th>
            <td>{cell(2 * row)}</td>
            <td>{cell(2 * row + 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
