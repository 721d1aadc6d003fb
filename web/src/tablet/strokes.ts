// A signature as strokes on a pad, in whole units of a thousandth of its width. Bounded, whatever a finger does.

/** The points of one stroke, x and y in turn. */
export type Stroke = readonly number[];

/** Width of a pad in units, and its height. */
export const PAD = { width: 1_000, height: 400 } as const;
/** Most points of a signature: some 6 KB as it is stored. */
export const POINTS_MAX = 800;
/** Points nearer to each other than this are one, in units. */
const NEAR = 6;
/** The least length of all strokes together, in units: a dot is no signature. */
const LENGTH_MIN = 300;

/** A point of the pad, from 0 to 1 each way; outside of it the nearest point of its edge counts. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the strokes after a new one was begun. */
export function begun(strokes: readonly Stroke[], point: Point): readonly Stroke[] {
  return isFull(strokes) ? strokes : [...strokes, onPad(point)];
}

/** Returns the strokes after the last one was drawn on to a point. */
export function drawn(strokes: readonly Stroke[], point: Point): readonly Stroke[] {
  const last = strokes.at(-1);
  if (last === undefined || isFull(strokes)) return strokes;
  const [x, y] = onPad(point);
  const [beforeX = 0, beforeY = 0] = last.slice(-2);
  if (Math.hypot(x - beforeX, y - beforeY) < NEAR) return strokes;
  return [...strokes.slice(0, -1), [...last, x, y]];
}

/** Returns true if no point is taken any more. */
export function isFull(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + stroke.length / 2, 0) >= POINTS_MAX;
}

/** Returns true if the strokes are long enough for a signature. */
export function isSignature(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= LENGTH_MIN;
}

/** Returns the strokes as a path of SVG. */
export function pathOfStrokes(strokes: readonly Stroke[]): string {
  const path = ([x, y, ...rest]: Stroke) => {
    const lines = Array.from({ length: rest.length / 2 }, (_, at) => {
      return `L${rest[2 * at]} ${rest[2 * at + 1]}`;
    });
    // A touch without a movement is a dot.
    return `M${x} ${y}${lines.length === 0 ? "h1" : lines.join("")}`;
  };
  return strokes.map(path).join("");
}

function onPad({ x, y }: Point): [number, number] {
  const within = (part: number, size: number) => Math.round(Math.min(1, Math.max(0, part)) * size);
  return [within(x, PAD.width), within(y, PAD.height)];
}

function lengthOf(stroke: Stroke): number {
  let sum = 0;
  for (let at = 2; at + 1 < stroke.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = stroke.slice(at - 2, at + 2);
    sum += Math.hypot(nextX - x, nextY - y);
  }
  return sum;
}
