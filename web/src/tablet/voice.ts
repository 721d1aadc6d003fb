// The languages that browsers speak and hear.

import type { Language } from "../text/choice";

export type Voice = "nl-NL" | "en-GB";

/** The voice of each language: browsers have none for Frisian. */
const VOICES: Record<Language, Voice> = { nl: "nl-NL", fy: "nl-NL", en: "en-GB" };

/** Returns the voice of a language. */
export function voiceOf(language: Language): Voice {
  return VOICES[language];
}
