// The switch for spectators who want no results told.

import { useEffect } from "preact/hooks";
import { hidesResults, setHidesResults } from "../live/spoilers";
import { texts } from "../text/language";

/** Elements that take letters. */
const FIELDS = "input, select, textarea";

export function SpoilerSwitch() {
  const t = texts.value;
  const hides = hidesResults.value;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "s" || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.matches(FIELDS)) return;
      setHidesResults(!hidesResults.peek());
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <button
      type="button"
      class="spoilers"
      aria-pressed={hides}
      title={t("hide-results-hint")}
      data-spoilers
      onClick={() => setHidesResults(!hides)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" class="icon-drawing">
        <path d="M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7z" />
        <circle cx="12" cy="12" r="3" />
        {hides && <path d="M4 20L20 4" />}
      </svg>
      <span class="spoilers-words">{t("hide-results")}</span>
    </button>
  );
}
