// The languages that browsers speak and hear.

import type { Language } from "../text/choice";

export type Voice = "nl-NL" | "en-GB";

/** Returns the voice of a language: browsers have none for Frisian. */
export function voiceOf(language: Language): Voice {
  return language === "en" ? "en-GB" : "nl-NL";
}
