// Keeps the screen on while a game goes on.

let lock: WakeLockSentinel | null = null;

/** Asks for the screen to stay on, now and whenever the page is seen again. */
export function startWake(): void {
  const ask = async () => {
    if (document.visibilityState !== "visible" || (lock !== null && !lock.released)) return;
    try {
      lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      // The battery may be low; a touch asks again.
    }
  };
  document.addEventListener("visibilitychange", () => void ask());
  // Some browsers allow it only after a touch.
  document.addEventListener("pointerdown", () => void ask());
  void ask();
}
