// The page without the server: a service worker keeps its files. A newer page is taken, and loaded, between games only.

import { effect, signal } from "@preact/signals";
import { enrolled, invitation } from "./device";
import { openDialogs } from "./dialog";
import { game } from "./game";
import { table } from "./link";
import { loadAnew } from "./lock";
import { isConfirmed } from "./seen";
import { script } from "./version";

/** The key of the newer page that was loaded last, for the visit. */
const LOADED = "damcast-tablet.loaded";

/** The script of the page that is kept, which is another one than runs if a newer page was taken; empty until that is known. */
const kept = signal("");

/** Number of times that somebody typed or tapped: what kept a newer page waiting may be over. */
const acts = signal(0);

/** Keeps the page from now on. */
export async function startShell(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (typeof data?.kept === "string") kept.value = data.kept;
    });
    for (const type of ["input", "click"]) {
      // What the page shows then is what followed from it.
      document.addEventListener(type, () => setTimeout(() => (acts.value += 1)));
    }
    await navigator.serviceWorker.register("/tablet-shell.js", { scope: "/tablet" });
    const ready = await navigator.serviceWorker.ready;
    effect(() => {
      const isInPlay = game.value?.isOpen === true && !game.value.outcome;
      if (isKnown() && !isInPlay) ready.active?.postMessage("refresh");
    });
    effect(() => {
      // Fields tell no effect that they changed.
      void acts.value;
      if (kept.value !== "" && kept.value !== script && isBetweenGames()) loadNewer(kept.value);
    });
  } catch {
    // Without it the page needs the server to be loaded, and works as before otherwise.
  }
}

/** Returns false before the table is known, as a game may be in play. */
function isKnown(): boolean {
  return enrolled.value === null || table.value !== null;
}

/** Returns true while nobody has sat down, and nothing is being typed or chosen. */
function isBetweenGames(): boolean {
  const now = game.value;
  const isFree = now === null || (!now.outcome && !isConfirmed("seated"));
  const isTyping = [...document.querySelectorAll<HTMLInputElement>("input:not([type])")].some(
    ({ value }) => value !== "",
  );
  const isBusy = isTyping || openDialogs.value > 0;
  return isKnown() && isFree && invitation.value === null && !isBusy;
}

/**
 * Loads the newer page, once: a page that does not come, or two that servers have in turn, would be loaded for ever.
 */
function loadNewer(newer: string): void {
  const loaded = (sessionStorage.getItem(LOADED) ?? "").split(" ");
  if (loaded.includes(newer)) return;
  sessionStorage.setItem(LOADED, [...loaded, newer].join(" "));
  loadAnew();
}
