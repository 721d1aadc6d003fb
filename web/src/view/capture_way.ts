// Draws the way of a capture on a painted board, and leads the piece along it.

import { type Position, place } from "../wire/position";

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds for each stretch of the way, and at most for all of them. */
const STRETCH_MS = 180;
const MOST_MS = 1_200;

/** Draws the way over these squares, in place of the one before; one of two is seen without. */
export function drawWay(svg: SVGSVGElement, way: readonly number[] | null, flipped: boolean): void {
  svg.querySelector(".capture-way")?.remove();
  if (way === null || way.length < 3) return;
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("class", "capture-way");
  const points = way.map((square) => middle(square, flipped)).map(({ x, y }) => `${x},${y}`);
  line.setAttribute("points", points.join(" "));
  // Set here, because boards are on pages that have few styles in common.
  Object.assign(line.style, {
    fill: "none",
    stroke: "var(--mark-captured)",
    strokeWidth: "0.9",
    strokeDasharray: "1.6 1.1",
    strokeLinejoin: "round",
  });
  svg.append(line);
}

/** Leads the piece on the last square of a way along it, while what it captures fades. */
export function runWay(
  svg: SVGSVGElement,
  way: readonly number[],
  captured: readonly number[],
  before: Position,
  flipped: boolean,
): void {
  const end = way.at(-1);
  const piece = end === undefined ? null : svg.querySelector(`[data-square="${end}"]`);
  if (end === undefined || piece === null || piece.parentNode === null) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const to = middle(end, flipped);
  const steps = way.map((square) => {
    const { x, y } = middle(square, flipped);
    return { transform: `translate(${x - to.x}px, ${y - to.y}px)` };
  });
  const duration = Math.min(MOST_MS, STRETCH_MS * (way.length - 1));
  // Inside the group that has the position, so that the position itself is never animated.
  for (const part of piece.children) part.animate?.(steps, { duration });
  for (const square of captured) {
    const side = before.board[square]?.toLowerCase() === "w" ? "white" : "black";
    const { x, y } = middle(square, flipped);
    const ghost = document.createElementNS(SVG, "circle");
    ghost.style.fill = `var(--piece-${side})`;
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 3.85 })) {
      ghost.setAttribute(name, String(value));
    }
    const gone = ghost.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration, easing: "ease-in" });
    if (!gone) continue;
    piece.parentNode.insertBefore(ghost, piece);
    gone.onfinish = () => ghost.remove();
    gone.oncancel = () => ghost.remove();
  }
}

function middle(square: number, flipped: boolean): { x: number; y: number } {
  const { column, row } = place(square, flipped);
  return { x: 10 * column + 5, y: 10 * row + 5 };
}
