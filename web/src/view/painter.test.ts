// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { parseFen } from "../wire/position";
import { BoardPainter, type LastMove } from "./painter";

let svg: SVGSVGElement;
let painter: BoardPainter;

beforeEach(() => {
  svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  painter = new BoardPainter(svg, true);
});

const paint = (fen: string, lastMove: LastMove | null = null, flipped = false) =>
  painter.paint({ position: parseFen(fen), lastMove, flipped, slide: false });

const pieces = () =>
  Object.fromEntries(
    [...svg.querySelectorAll<SVGElement>("[data-square]")].map((node) => [
      node.dataset.square,
      node.dataset.piece,
    ]),
  );

test("every piece stands on its square, and all fifty squares are numbered", () => {
  paint("W:WK5,31:B1,K50");
  expect(pieces()).toEqual({ 1: "b", 5: "W", 31: "w", 50: "B" });
  expect(svg.querySelectorAll("text")).toHaveLength(50);
});

test("a move touches the pieces that moved and no other", () => {
  paint("W:W31,32:B1,28");
  const still = svg.querySelector('[data-square="31"]');
  paint("B:W23,31:B1", { from: 32, to: 23, captured: [28] });
  expect(pieces()).toEqual({ 1: "b", 23: "w", 31: "w" });
  expect(svg.querySelector('[data-square="31"]')).toBe(still);
  expect(svg.querySelectorAll("[data-captured]")).toHaveLength(1);
  expect(svg.querySelector("[data-captured]")?.getAttribute("data-captured")).toBe("28");
});

test("the number of the marked square alone is written in the colour for marks", () => {
  const marked = () => [...svg.querySelectorAll(".on-mark")].map((number) => number.textContent);
  paint("B:W23:B1", { from: 32, to: 23, captured: [28] });
  expect(marked()).toEqual(["23"]);
  paint("W:W23:B6", { from: 1, to: 6, captured: [] });
  expect(marked()).toEqual(["6"]);
  paint("W:W23:B6", { from: 1, to: 6, captured: [] }, true);
  expect(marked()).toEqual(["6"]);
  paint("W:W32:B1");
  expect(marked()).toEqual([]);
});

test("marks of a move go when a position without one is shown", () => {
  paint("B:W23:B1", { from: 32, to: 23, captured: [28] });
  paint("W:W32:B1,28");
  expect(svg.querySelector(".mark-to")).toBeNull();
  expect(svg.querySelector("[data-captured]")).toBeNull();
});

test("a flipped board shows square 50 where square 1 was", () => {
  paint("W:W50:B1");
  const place = (square: number) =>
    svg.querySelector(`[data-square="${square}"]`)?.getAttribute("transform");
  const first = place(1);
  paint("W:W50:B1", null, true);
  expect(place(50)).toBe(first);
  expect(pieces()).toEqual({ 1: "b", 50: "w" });
});
