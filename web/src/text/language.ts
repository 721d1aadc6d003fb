// The language of the page: the stored choice, else the browser's, else English.

import { computed, effect, signal } from "@preact/signals";
import enMessages from "../../../crates/phrases/text/en/pages.ftl?raw";
import fyMessages from "../../../crates/phrases/text/fy/pages.ftl?raw";
import nlMessages from "../../../crates/phrases/text/nl/pages.ftl?raw";
import { type Texts, textsOf } from "./texts";

export const LANGUAGES = ["nl", "fy", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

export const nl = textsOf(nlMessages, ["nl"]);
// Not every browser knows Frisian; Dutch formats numbers and times the same way.
export const fy = textsOf(fyMessages, ["fy", "nl"]);
export const en = textsOf(enMessages, ["en"]);

/** The texts of every language. */
export const TEXTS: Record<Language, Texts> = { nl, fy, en };
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

/** The texts of the current language. */
export const texts = computed(() => TEXTS[language.value]);

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
  return new Intl.DateTimeFormat(texts.value.locales, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

/** Formats a local moment as date and time in the current language. */
export function moment(at: number, precision: "short" | "medium" = "short"): string {
  return new Intl.DateTimeFormat([...texts.value.locales], {
    dateStyle: "short",
    timeStyle: precision,
    hourCycle: "h23",
  }).format(at);
}
