// The position as lists of squares, for people who do not see the board.

import { texts } from "../text/language";
import { type Piece, type Position, squaresOf } from "../wire/position";

export function PositionInWords({ position }: { readonly position: Position }) {
  const t = texts.value;
  const rows: [string, Piece][] = [
    [t("white-men"), "w"],
    [t("white-kings"), "W"],
    [t("black-men"), "b"],
    [t("black-kings"), "B"],
  ];
  return (
    <section class="hidden" aria-label={t("position-in-words")}>
      <h2>{t("position-in-words")}</h2>
      <ul>
        {rows.map(([name, piece]) => (
          <li key={piece}>
            {name}: {squaresOf(position, piece).join(", ") || t("none")}
          </li>
        ))}
      </ul>
    </section>
  );
}
