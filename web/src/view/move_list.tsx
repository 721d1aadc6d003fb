// The moves of a game in pairs; each one leads to its position.

import { useLayoutEffect, useRef } from "preact/hooks";
import { durationText, spentMs } from "../state/move_times";
import { type Numbered, pairs } from "../state/plies";
import { texts } from "../text/language";
import { irregularPhrase } from "../text/phrases";
import type { Game } from "../wire/frames";

interface MoveListProps {
  readonly game: Game;
  /** The ply on the board. */
  readonly shown: number;
  readonly onChoose: (ply: number) => void;
}

export function MoveList({ game, shown, onChoose }: MoveListProps) {
  const t = texts.value;
  const list = useRef<HTMLOListElement>(null);
  // Scrolls when another move is shown.
  useLayoutEffect(() => {
    // `scrollIntoView` would scroll the page too.
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current) return;
    if (!current) list.current.scrollTop = 0;
    else {
      list.current.scrollTop =
        current.offsetTop - list.current.clientHeight / 2 + current.offsetHeight / 2;
    }
  }, [shown]);
  if (game.moves.length === 0) return <p class="empty-hint">{t("no-moves")}</p>;
  const button = (one: Numbered | null) => {
    if (one === null) return null;
    const { irregular } = one.move;
    const remark = irregular === null ? undefined : irregularPhrase(t, irregular);
    return (
      <button
        type="button"
        class="move"
        data-move={one.ply}
        data-irregular={irregular ?? undefined}
        aria-current={one.ply === shown ? "true" : undefined}
        onClick={() => onChoose(one.ply)}
      >
        {one.move.text}
        {remark !== undefined && (
          <>
            <span class="move-mark" aria-hidden="true">
              §
            </span>
            <span class="hidden"> ({remark})</span>
          </>
        )}
      </button>
    );
  };
  const spent = (one: Numbered | null) => {
    const ms = one === null ? null : spentMs(game, one.ply);
    return <span class="move-time">{ms !== null && durationText(ms)}</span>;
  };
  return (
    // A list that scrolls must be reachable by keyboard, which its buttons ensure.
    <ol class="moves" ref={list} aria-label={t("move-list")}>
      {pairs(game).map((pair) => (
        <li key={pair.number}>
          <span class="move-number">{pair.number}.</span>
          {button(pair.white) ?? <span class="move-none">…</span>}
          {spent(pair.white)}
          {button(pair.black)}
          {spent(pair.black)}
        </li>
      ))}
    </ol>
  );
}
