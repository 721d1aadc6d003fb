// Keys and swipes that step through a game.

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { back, forth, toEnd, toStart, type Wanted } from "./controls";

const KEYS: Readonly<Record<string, Wanted>> = {
  Home: toStart,
  ArrowLeft: back,
  ArrowRight: forth,
  " ": forth,
  End: toEnd,
  l: toEnd,
};

/** Elements that leave Home and End to the game; on a link elsewhere they scroll the page. */
const GAME_CONTROLS = ".controls, .to-live, .moves";
/** Elements that take letters. */
const FIELDS = "input, select, textarea";

/** Shortest way of a finger that is a swipe, in CSS pixels. */
const SWIPE_PX = 40;

/** Returns true if the focused element leaves this key to the page. */
function isForGame({ key, target }: KeyboardEvent): boolean {
  // An element that the page has focused itself, such as a title, needs no keys.
  if (!(target instanceof HTMLElement) || target.tabIndex < 0) return true;
  if (key === "l" || key === "f") return !target.matches(FIELDS);
  // A button is pressed by the space bar.
  if (key === " ") return false;
  return key.startsWith("Arrow") || target.closest(GAME_CONTROLS) !== null;
}

/** Steps and turns the board by keys, by the functions of the first call. */
export function useKeys(step: (wanted: Wanted) => void, flip: () => void): void {
  // Registered once; the values that change are read inside.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (event.altKey || event.shiftKey) return;
      const wanted = KEYS[event.key];
      if ((wanted === undefined && event.key !== "f") || !isForGame(event)) return;
      event.preventDefault();
      if (wanted === undefined) flip();
      else step(wanted);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/**
 * Steps by a finger that wipes over an element, by the function of the first call: to the left leads
 * on.
 */
export function useSwipes(
  element: RefObject<HTMLElement | null>,
  step: (wanted: Wanted) => void,
): void {
  useEffect(() => {
    const board = element.current;
    if (board === null) return;
    let from: { id: number; x: number; y: number } | null = null;
    const onDown = (event: PointerEvent) => {
      // A second finger zooms.
      const isFirst = event.isPrimary && event.pointerType !== "mouse";
      from = isFirst ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
    };
    const onUp = (event: PointerEvent) => {
      if (from === null || from.id !== event.pointerId) return;
      const [right, down] = [event.clientX - from.x, event.clientY - from.y];
      from = null;
      if (Math.abs(right) < SWIPE_PX || Math.abs(right) < 2 * Math.abs(down)) return;
      step(right < 0 ? forth : back);
    };
    const onCancel = () => {
      from = null;
    };
    board.addEventListener("pointerdown", onDown);
    board.addEventListener("pointerup", onUp);
    board.addEventListener("pointercancel", onCancel);
    return () => {
      board.removeEventListener("pointerdown", onDown);
      board.removeEventListener("pointerup", onUp);
      board.removeEventListener("pointercancel", onCancel);
    };
  }, []);
}
