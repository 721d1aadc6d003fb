// The language of the page: the stored choice, else the browser's, else English.

import { effect, signal } from "@preact/signals";

export const LANGUAGES = ["nl", "fy", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages in which numbers and times are formatted: not every browser knows Frisian. */
export const LOCALES: Record<Language, readonly string[]> = {
  nl: ["nl"],
  fy: ["fy", "nl"],
  en: ["en"],
};
const STORED_UNDER = "damcast.language";

/** Returns the first of the wanted languages (as browsers list them) that the pages have. */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  const spoken = (tag: string) => LANGUAGES.find((one) => one === tag.toLowerCase().split("-")[0]);
  if (stored !== null) {
    const chosen = spoken(stored);
    if (chosen) return chosen;
  }
  for (const tag of wanted) {
    const found = spoken(tag);
    if (found) return found;
  }
  return "en";
}

export const language = signal<Language>("en");

/** Applies the language once at the start, and keeps `<html lang>` in step from then on. */
export function startLanguage(): void {
  language.value = chooseLanguage(readStored(), navigator.languages);
  effect(() => {
    document.documentElement.lang = language.value;
  });
}

/** Changes the language and stores the choice. */
export function setLanguage(next: Language): void {
  language.value = next;
  try {
    localStorage.setItem(STORED_UNDER, next);
  } catch {
    // Storage may be forbidden; then the choice lasts for this visit.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORED_UNDER);
  } catch {
    return null;
  }
}

/** Formats a local moment as hours and minutes in the current language. */
export function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat([...LOCALES[language.value]], {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

/** Formats a local moment as date and time in the current language. */
export function moment(at: number, precision: "short" | "medium" = "short"): string {
  return new Intl.DateTimeFormat([...LOCALES[language.value]], {
    dateStyle: "short",
    timeStyle: precision,
    hourCycle: "h23",
  }).format(at);
}
