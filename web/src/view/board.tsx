// The picture of a position, for a card and for the big board.

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { texts } from "../text/language";
import { boardPhrase } from "../text/phrases";
import { parseFen } from "../wire/position";
import { BoardPainter, type LastMove } from "./painter";

interface BoardProps {
  readonly fen: string;
  readonly lastMove: LastMove | null;
  /** Number of moves that led here. One step forward is shown as a sliding piece. */
  readonly ply: number;
  readonly flipped?: boolean;
  readonly numbered?: boolean;
}

export function Board({ fen, lastMove, ply, flipped = false, numbered = false }: BoardProps) {
  const svg = useRef<SVGSVGElement>(null);
  const painter = useRef<BoardPainter | null>(null);
  const painted = useRef<{ ply: number; flipped: boolean } | null>(null);
  const position = useMemo(() => parseFen(fen), [fen]);

  useLayoutEffect(() => {
    if (svg.current) painter.current = new BoardPainter(svg.current, numbered);
    painted.current = null;
  }, [numbered]);

  useLayoutEffect(() => {
    const before = painted.current;
    const slide = before !== null && before.flipped === flipped && ply === before.ply + 1;
    painter.current?.paint({ position, lastMove, flipped, slide });
    painted.current = { ply, flipped };
  }, [position, lastMove, flipped, ply, numbered]);

  return (
    <svg
      ref={svg}
      class="board"
      viewBox="0 0 100 100"
      role="img"
      aria-label={boardPhrase(texts.value, position)}
    />
  );
}
