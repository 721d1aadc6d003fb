import { expect, test } from "vitest";
import {
  begun,
  drawn,
  isFull,
  isSignature,
  POINTS_MAX,
  pathOfStrokes,
  type Stroke,
} from "./strokes";

test("strokes are drawn in thousandths of the pad, and end at its edge", () => {
  let strokes = begun([], { x: 0.1, y: 0.5 });
  strokes = drawn(strokes, { x: 0.4, y: 0.25 });
  // Nearer than can be seen.
  strokes = drawn(strokes, { x: 0.402, y: 0.25 });
  strokes = begun(strokes, { x: 0.9, y: -3 });
  strokes = drawn(strokes, { x: 7, y: 1 });
  expect(strokes).toEqual([
    [100, 200, 400, 100],
    [900, 0, 1_000, 400],
  ]);
  expect(pathOfStrokes(strokes)).toBe("M100 200L400 100M900 0L1000 400");
  expect(pathOfStrokes([[5, 6]])).toBe("M5 6h1");
  expect([isSignature(strokes), isSignature(strokes.slice(0, 1)), isSignature([[5, 6]])]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a signature is bounded, however long somebody draws", () => {
  let strokes: readonly Stroke[] = [];
  for (let turn = 0; turn < 5_000; turn += 1) {
    if (turn % 100 === 0) strokes = begun(strokes, { x: 0, y: 0 });
    strokes = drawn(strokes, { x: (turn % 2) * 0.5, y: (turn % 3) * 0.3 });
  }
  expect(isFull(strokes)).toBe(true);
  expect(strokes.flat().length / 2).toBe(POINTS_MAX);
  expect(JSON.stringify(strokes).length).toBeLessThan(8_000);
  expect(begun(strokes, { x: 0.5, y: 0.5 })).toBe(strokes);
});

test("nothing is drawn on before a stroke was begun", () => {
  expect(drawn([], { x: 0.5, y: 0.5 })).toEqual([]);
});
