// The page without the server: a service worker keeps its files, and takes newer ones between games only.

import { effect } from "@preact/signals";
import { enrolled } from "./device";
import { game } from "./game";
import { table } from "./link";

/** Keeps the page from now on. */
export async function startShell(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/tablet-shell.js", { scope: "/tablet" });
    const ready = await navigator.serviceWorker.ready;
    effect(() => {
      // Before the table is known, a game may be in play.
      const isKnown = enrolled.value === null || table.value !== null;
      const isInPlay = game.value?.isOpen === true && !game.value.outcome;
      if (isKnown && !isInPlay) ready.active?.postMessage("refresh");
    });
  } catch {
    // Without it the page needs the server to be loaded, and works as before otherwise.
  }
}
