// The position as lists of squares, for players who do not see the board.

import { type Position, squaresOf } from "../wire/position";
import { words } from "./text";

export function PositionInWords({ position }: { readonly position: Position }) {
  const w = words.value;
  const rows = [
    [w("piece-white-man"), squaresOf(position, "w")],
    [w("piece-white-king"), squaresOf(position, "W")],
    [w("piece-black-man"), squaresOf(position, "b")],
    [w("piece-black-king"), squaresOf(position, "B")],
  ] as const;
  return (
    <section class="hidden" aria-label={w("position")}>
      <ul>
        {rows.map(([name, squares]) => (
          <li key={name}>
            {name}: {squares.join(", ") || w("none")}
          </li>
        ))}
      </ul>
    </section>
  );
}
