// The page without the server: a service worker keeps its files, and takes newer ones between games only.

import { effect } from "@preact/signals";
import { game } from "./game";

/** Keeps the page from now on. */
export async function startShell(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/tablet-shell.js", { scope: "/tablet" });
    const { active } = await navigator.serviceWorker.ready;
    effect(() => {
      const isInPlay = game.value?.isOpen === true && !game.value.outcome;
      if (!isInPlay) active?.postMessage("refresh");
    });
  } catch {
    // Without it the page needs the server to be loaded, and works as before otherwise.
  }
}
