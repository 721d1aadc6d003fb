// The moves of a game in pairs; each one leads to its position.

import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../text/language";
import type { Game, Move } from "../wire/frames";

interface MoveListProps {
  readonly game: Game;
  /** The ply on the board. */
  readonly shown: number;
  readonly onChoose: (ply: number) => void;
}

interface Pair {
  readonly number: number;
  readonly white: { readonly move: Move; readonly ply: number } | null;
  readonly black: { readonly move: Move; readonly ply: number } | null;
}

export function MoveList({ game, shown, onChoose }: MoveListProps) {
  const t = texts.value;
  const list = useRef<HTMLOListElement>(null);
  // Scrolls when another move is shown.
  useLayoutEffect(() => {
    // scrollIntoView would move the page as well.
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current) return;
    if (!current) list.current.scrollTop = 0;
    else {
      list.current.scrollTop =
        current.offsetTop - list.current.clientHeight / 2 + current.offsetHeight / 2;
    }
  }, [shown]);
  if (game.moves.length === 0) return <p class="empty-hint">{t.noMoves}</p>;
  const button = (one: Pair["white"]) =>
    one && (
      <button
        type="button"
        class="move"
        data-move={one.ply}
        aria-current={one.ply === shown ? "true" : undefined}
        onClick={() => onChoose(one.ply)}
      >
        {one.move.text}
      </button>
    );
  return (
    // A list that scrolls must be reachable by keyboard; its buttons make it so.
    <ol class="moves" ref={list} aria-label={t.moveList}>
      {pairs(game).map((pair) => (
        <li key={pair.number}>
          <span class="move-number">{pair.number}.</span>
          {button(pair.white) ?? <span class="move-none">…</span>}
          {button(pair.black)}
        </li>
      ))}
    </ol>
  );
}

function pairs(game: Game): Pair[] {
  const found: Pair[] = [];
  const offset = game.start.startsWith("B") ? 1 : 0;
  game.moves.forEach((move, index) => {
    const half = index + offset;
    const one = { move, ply: index + 1 };
    if (half % 2 === 0) found.push({ number: half / 2 + 1, white: one, black: null });
    else {
      const before = found.pop();
      found.push({ number: (half + 1) / 2, white: before?.white ?? null, black: one });
    }
  });
  return found;
}
