// The position as lists of squares, for those who do not see the board.

import { type Piece, type Position, squaresOf } from "../state/position";
import { texts } from "../text/language";

export function PositionInWords({ position }: { readonly position: Position }) {
  const t = texts.value;
  const rows: [string, Piece][] = [
    [t.whiteMen, "w"],
    [t.whiteKings, "W"],
    [t.blackMen, "b"],
    [t.blackKings, "B"],
  ];
  return (
    <section class="hidden" aria-label={t.positionInWords}>
      <h2>{t.positionInWords}</h2>
      <ul>
        {rows.map(([name, piece]) => (
          <li key={piece}>
            {name}: {squaresOf(position, piece).join(", ") || t.none}
          </li>
        ))}
      </ul>
    </section>
  );
}
