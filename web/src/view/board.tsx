// The picture of a position, for a card and for the big board.

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { capturePath } from "../state/capture_path";
import { texts } from "../text/language";
import { boardPhrase } from "../text/phrases";
import { type Position, parseFen } from "../wire/position";
import { drawWay, runWay } from "./capture_way";
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
  const painted = useRef<{ ply: number; flipped: boolean; position: Position } | null>(null);
  const position = useMemo(() => parseFen(fen), [fen]);

  useLayoutEffect(() => {
    if (svg.current) painter.current = new BoardPainter(svg.current, numbered);
    painted.current = null;
  }, [numbered]);

  useLayoutEffect(() => {
    const before = painted.current;
    const isNext = before !== null && before.flipped === flipped && ply === before.ply + 1;
    // Only a move that is seen to be made shows its way.
    const way = isNext && lastMove !== null ? capturePath(before.position, lastMove) : null;
    const hasCorners = way !== null && way.length > 2;
    painter.current?.paint({ position, lastMove, flipped, slide: isNext && !hasCorners });
    if (svg.current && (before?.ply !== ply || before.flipped !== flipped)) {
      drawWay(svg.current, way, flipped);
      if (isNext && hasCorners) {
        runWay(svg.current, way, lastMove?.captured ?? [], before.position, flipped);
      }
    }
    painted.current = { ply, flipped, position };
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
