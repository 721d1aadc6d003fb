// The messages of the desk in the current language.

import { computed } from "@preact/signals";
import english from "../../../crates/phrases/text/en/desk.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/desk.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/desk.ftl?raw";
import type { DeskMessages } from "../text/desk_messages";
import { type Language, language } from "../text/language";
import { type TextsOf, textsOf } from "../text/texts";

export type DeskTexts = TextsOf<DeskMessages>;

export const DESK: Record<Language, DeskTexts> = {
  nl: textsOf<DeskMessages>(dutch, ["nl"]),
  fy: textsOf<DeskMessages>(frisian, ["fy", "nl"]),
  en: textsOf<DeskMessages>(english, ["en"]),
};

/** The texts of the desk in the current language. */
export const words = computed(() => DESK[language.value]);
