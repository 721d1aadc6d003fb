// Moments of moves on their way, as pages show them.

/** Runs in the page: notes when what was touched or shown, by the time that all pages share. */
export function stamp() {
  const stamps = { touch: {}, stored: {}, shown: {}, live: {} };
  window.damcastStamps = stamps;
  const at = (moment) => performance.timeOrigin + moment;
  const ply = () => Number(document.querySelector(".tablet-play")?.dataset.ply ?? 0);
  addEventListener(
    "pointerdown",
    (event) => {
      if (event.target.closest?.('[data-act="ready"]')) stamps.touch[ply()] = at(event.timeStamp);
    },
    true,
  );
  const look = () => {
    const now = at(performance.now());
    const next = ply();
    if (next > 0) stamps.shown[next] ??= now;
    const own = Math.max(0, ...Object.keys(stamps.touch).map(Number));
    const state = document.querySelector(".tablet-told")?.dataset.state ?? "";
    const isStored = state === "stored" || state === "accepted";
    // The move of the last touch is told of once it is on the board.
    if (isStored && own > 0 && next > own) stamps.stored[own] ??= now;
    for (const { dataset } of document.querySelectorAll("[data-game][data-ply]")) {
      stamps.live[`${dataset.game} ${dataset.livePly ?? dataset.ply}`] ??= now;
    }
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document, all);
}

/** Returns the stamps of a page. */
export function stampsOf({ page }) {
  return page.evaluate(() => window.damcastStamps);
}

/** Returns a line with the median, the 99th percentile and the worst of times in milliseconds. */
export function summary(name, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const part = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]);
  return `${name}: median ${part(0.5)}, 99 % ${part(0.99)}, worst ${part(1)} ms of ${sorted.length}`;
}
