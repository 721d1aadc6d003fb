// The acts that are possible here and now: buttons, keys and the palette show the same list.

import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

export interface Action {
  /** Unique among the actions at hand. */
  readonly id: string;
  readonly label: string;
  /** The key that does it, as `KeyboardEvent.key`; with "Shift+" before it where that is held. */
  readonly key?: string;
  /** True for what most people do next. */
  readonly isNext?: boolean;
  /** True for what is shown already. */
  readonly isShown?: boolean;
  readonly run: () => void;
}

/** Takes keys before the actions do; returns true for a key that it used. */
export type KeyTaker = (event: KeyboardEvent) => boolean;

const groups = signal<ReadonlyMap<string, readonly Action[]>>(new Map());
let taker: KeyTaker | null = null;

/**
 * Offers the actions of a part of the page for as long as it is shown: always those of its last
 * rendering, which know the tournament as it is.
 */
export function useOffer(part: string, actions: readonly Action[]): void {
  // Before it is painted, so that a key never does what stood there before.
  useLayoutEffect(() => offer(part, actions));
  useLayoutEffect(() => () => offer(part, []), [part]);
}

/** Offers the actions of a part of the page in place of those that it offered before. */
function offer(part: string, actions: readonly Action[]): void {
  const next = new Map(groups.peek());
  if (actions.length === 0) next.delete(part);
  else next.set(part, actions);
  groups.value = next;
}

/** Returns all actions at hand. */
export function atHand(): readonly Action[] {
  return [...groups.value.values()].flat();
}

/** Lets a part of the page take keys first; `null` ends that. */
export function takeKeys(next: KeyTaker | null): void {
  taker = next;
}

export const paletteIsOpen = signal(false);

/** Listens to keys for as long as the page is open. */
export function startKeys(): void {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      paletteIsOpen.value = true;
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // A key that is held down does one thing.
    if (event.repeat || isBusy(event.target)) return;
    if (taker?.(event)) {
      event.preventDefault();
      return;
    }
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const found = atHand().find((action) => action.key?.toLowerCase() === name.toLowerCase());
    // Letters choose nothing unseen from the closed menu of a row.
    if (!found && isMenu(event.target) && event.key.length === 1) event.preventDefault();
    if (!found || (pressesControl(event.target) && /^(Enter| )$/.test(event.key))) return;
    event.preventDefault();
    found.run();
  });
}

function isMenu(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("select.menu");
}

/** Keys belong to whoever writes, and to an open dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select:not(.menu)"))
  );
}

function pressesControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("a, button, summary");
}
