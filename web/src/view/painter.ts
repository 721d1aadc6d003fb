// Paints one board into an SVG element and afterwards touches only the parts that changed: a move
// takes a few attributes, however many boards are on the page. Geometry and colours only; no rules.

import { type Piece, type Position, place } from "../wire/position";

const SVG = "http://www.w3.org/2000/svg";
/** User units of the drawing per square. */
const UNIT = 10;
const SLIDE_MS = 220;

export interface LastMove {
  readonly from: number;
  readonly to: number;
  readonly captured: readonly number[];
}

export interface Picture {
  readonly position: Position;
  readonly lastMove: LastMove | null;
  readonly flipped: boolean;
  /** True if the piece of the last move slides to its square. */
  readonly slide: boolean;
}

export class BoardPainter {
  readonly #squares: SVGElement;
  readonly #numbers: SVGElement | null;
  readonly #marks: SVGElement;
  readonly #pieces: SVGElement;
  readonly #nodes: (SVGElement | null)[] = new Array(51).fill(null);
  #board: readonly Piece[] = new Array(51).fill("");
  #flipped: boolean | null = null;
  #markKey = "";

  /** Creates a painter; `numbered` boards show the numbers of their squares. */
  constructor(svg: SVGSVGElement, numbered: boolean) {
    svg.replaceChildren();
    svg.append(make("rect", { class: "board-light", width: 100, height: 100 }));
    this.#squares = make("path", { class: "board-dark" });
    this.#marks = make("g", {});
    this.#numbers = numbered ? make("g", { class: "board-numbers" }) : null;
    this.#pieces = make("g", {});
    svg.append(this.#squares, this.#marks);
    if (this.#numbers) svg.append(this.#numbers);
    svg.append(this.#pieces);
  }

  paint(picture: Picture): void {
    const turned = this.#flipped !== picture.flipped;
    if (turned) this.#turn(picture.flipped);
    this.#mark(picture, turned);
    for (let square = 1; square <= 50; square += 1) {
      const piece = picture.position.board[square] ?? "";
      if (turned || piece !== this.#board[square]) this.#put(square, piece, picture.flipped);
    }
    this.#board = picture.position.board;
    if (picture.slide && picture.lastMove) this.#slide(picture.lastMove, picture.flipped);
  }

  #turn(flipped: boolean): void {
    this.#flipped = flipped;
    const squares: string[] = [];
    this.#numbers?.replaceChildren();
    for (let square = 1; square <= 50; square += 1) {
      const { x, y } = corner(square, flipped);
      squares.push(`M${x} ${y}h${UNIT}v${UNIT}h-${UNIT}z`);
      if (this.#numbers) {
        const number = make("text", { x: x + 0.4, y: y + 1.9 });
        number.textContent = String(square);
        this.#numbers.append(number);
      }
    }
    this.#squares.setAttribute("d", squares.join(""));
  }

  /** Marks the last move by shape as well as by colour: a frame, a filled square, crosses. */
  #mark({ lastMove, flipped }: Picture, turned: boolean): void {
    const key = lastMove ? `${lastMove.from}-${lastMove.to}x${lastMove.captured.join(",")}` : "";
    if (key === this.#markKey && !turned) return;
    this.#markKey = key;
    this.#marks.replaceChildren();
    this.#numbers?.querySelector(".on-mark")?.classList.remove("on-mark");
    if (!lastMove) return;
    this.#numbers?.children[lastMove.to - 1]?.classList.add("on-mark");
    const from = corner(lastMove.from, flipped);
    const to = corner(lastMove.to, flipped);
    // The frame leaves room for the number of the square.
    const [right, below] = this.#numbers ? [3.5, 2.8] : [0.6, 0.6];
    const end = UNIT - 0.6;
    this.#marks.append(
      make("path", {
        class: "mark-from",
        d: `M${from.x + right} ${from.y + 0.6}H${from.x + end}v${UNIT - 1.2}H${from.x + 0.6}V${from.y + below}`,
      }),
      make("rect", { class: "mark-to", x: to.x, y: to.y, width: UNIT, height: UNIT }),
    );
    for (const square of lastMove.captured) {
      const { x, y } = corner(square, flipped);
      const d = `M${x + 3} ${y + 3}l4 4m0 -4l-4 4`;
      this.#marks.append(make("path", { class: "mark-captured", d, "data-captured": square }));
    }
  }

  #put(square: number, piece: Piece, flipped: boolean): void {
    this.#nodes[square]?.remove();
    this.#nodes[square] = null;
    // On a small screen numbers are larger, and would lie half under their pieces.
    this.#numbers?.children[square - 1]?.classList.toggle("covered", piece !== "");
    if (piece === "") return;
    const { x, y } = corner(square, flipped);
    const colour = piece === "w" || piece === "W" ? "white" : "black";
    const node = make("g", {
      class: `piece piece-${colour}`,
      "data-square": square,
      "data-piece": piece,
      transform: `translate(${x + UNIT / 2} ${y + UNIT / 2})`,
    });
    node.append(make("circle", { class: "piece-disc", r: 3.85 }));
    if (piece === "W" || piece === "B") {
      const crown = "M-2.3 1.6L-2.7 -1.5L-1.2 -0.2L0 -2.1L1.2 -0.2L2.7 -1.5L2.3 1.6Z";
      node.append(make("path", { class: "piece-crown", d: crown }));
    } else {
      node.append(make("circle", { class: "piece-ring", r: 2.35 }));
    }
    this.#nodes[square] = node;
    this.#pieces.append(node);
  }

  #slide(move: LastMove, flipped: boolean): void {
    const node = this.#nodes[move.to];
    if (!node || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const from = corner(move.from, flipped);
    const to = corner(move.to, flipped);
    // Animates inside the group that has the position, so that the position itself is never
    // animated.
    for (const part of node.children) {
      part.animate?.(
        [
          { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` },
          { transform: "translate(0px, 0px)" },
        ],
        { duration: SLIDE_MS, easing: "ease-out" },
      );
    }
    this.#pieces.append(node);
  }
}

function corner(square: number, flipped: boolean): { x: number; y: number } {
  const { column, row } = place(square, flipped);
  return { x: column * UNIT, y: row * UNIT };
}

function make(name: string, attributes: Record<string, string | number>): SVGElement {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
