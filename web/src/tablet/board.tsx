// The board that is tapped. It shows the position and the squares that were entered, and nothing else: no
// square where a piece could go, and nothing that has to be captured (rules art. 24), except in an event for children.

import { useEffect, useRef } from "preact/hooks";
import { BoardPainter, type LastMove } from "../view/painter";
import { type Position, place, type Side } from "../wire/position";
import type { Entry } from "./entry";
import { words } from "./text";

const SVG = "http://www.w3.org/2000/svg";

interface BoardProps {
  readonly position: Position;
  readonly lastMove: LastMove | null;
  readonly entry: Entry | null;
  readonly bottom: Side;
  /** The squares that an event for children marks. */
  readonly hints: readonly number[];
  /** Takes a tap, with its moment as that of an event. */
  readonly onTap: (square: number, moment: number) => void;
}

export function TouchBoard({ position, lastMove, entry, bottom, hints, onTap }: BoardProps) {
  const svg = useRef<SVGSVGElement>(null);
  const painter = useRef<BoardPainter | null>(null);
  const down = useRef<number | null>(null);
  const downAt = useRef(0);
  const flipped = bottom === "black";

  useEffect(() => {
    if (!svg.current) return;
    painter.current ??= new BoardPainter(svg.current, true);
    const shown = entry && entry.way.length > 0 ? moved(position, entry) : position;
    const marked = entry ? { from: entry.from, to: entry.way.at(-1) ?? entry.from } : null;
    const last = marked ? { ...marked, captured: [] } : lastMove;
    painter.current.paint({ position: shown, lastMove: last, flipped, slide: false });
  }, [position, lastMove, entry, flipped]);

  useEffect(() => {
    const marks = document.createElementNS(SVG, "g");
    for (const square of hints) {
      const { column, row } = at(square, flipped);
      const circle = document.createElementNS(SVG, "circle");
      const shape = { class: "mark-hint", "data-hint": square, cx: column, cy: row, r: 2.5 };
      for (const [name, value] of Object.entries(shape)) circle.setAttribute(name, String(value));
      marks.append(circle);
    }
    svg.current?.append(marks);
    return () => marks.remove();
  }, [hints, flipped]);

  const squareAt = (event: PointerEvent): number | null => {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return null;
    const x = ((event.clientX - box.left) / box.width) * 10;
    const y = ((event.clientY - box.top) / box.height) * 10;
    return nearestSquare(x, y, flipped);
  };
  const between = entry?.way.slice(0, -1) ?? [];
  return (
    <svg
      ref={svg}
      class="board touch-board"
      viewBox="0 0 100 100"
      role="img"
      aria-label={words.value("board")}
      data-bottom={bottom}
      data-entry={entry ? [entry.from, ...entry.way].join(" ") : ""}
      data-between={between.join(" ")}
      onPointerDown={(event) => {
        down.current = squareAt(event);
        downAt.current = event.timeStamp;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const up = squareAt(event);
        const from = down.current;
        down.current = null;
        if (up === null || from === null) return;
        // A piece that is dragged was tapped where it came from, unless it is in hand already. A finger that came down
        // on an empty square slides to the right one.
        const isInHand = entry !== null && (entry.way.at(-1) ?? entry.from) === from;
        const isDragged = !isInHand && (position.board[from] ?? "") !== "";
        if (up !== from && isDragged) onTap(from, event.timeStamp);
        // A tap is made when it is begun; a piece that is dragged has arrived when it is let go.
        onTap(up, up === from ? downAt.current : event.timeStamp);
      }}
      onPointerCancel={() => {
        down.current = null;
      }}
    />
  );
}

/** Returns the middle of a square on the board of a hundred by a hundred. */
function at(square: number, flipped: boolean): { column: number; row: number } {
  const { column, row } = place(square, flipped);
  return { column: 10 * column + 5, row: 10 * row + 5 };
}

/** Returns the position with the piece in hand where it was put last; nothing is taken off yet. */
function moved(position: Position, { from, way }: Entry): Position {
  const board = [...position.board];
  const piece = board[from] ?? "";
  if (piece === "") return position;
  board[from] = "";
  board[way.at(-1) ?? from] = piece;
  return { ...position, board };
}

/**
 * Returns the playing square at a place of the board, 0 to 10 each way: each takes half of the light squares
 * beside it, so that a finger finds it.
 */
export function nearestSquare(x: number, y: number, flipped: boolean): number | null {
  if (x < 0 || x >= 10 || y < 0 || y >= 10) return null;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let square = 1; square <= 50; square += 1) {
    const { column, row } = place(square, flipped);
    const distance = Math.abs(x - column - 0.5) + Math.abs(y - row - 0.5);
    if (distance < least) [nearest, least] = [square, distance];
  }
  return nearest;
}
