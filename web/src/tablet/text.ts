// The messages of the tablets in the current language.

import { computed } from "@preact/signals";
import english from "../../../crates/phrases/text/en/tablet.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/tablet.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/tablet.ftl?raw";
import { type Language, language } from "../text/choice";
import type { TabletMessages } from "../text/tablet_messages";
import { type TextsOf, textsOf } from "../text/texts";
import type { Side } from "../wire/position";

export const TABLET: Record<Language, TextsOf<TabletMessages>> = {
  nl: textsOf<TabletMessages>(dutch, ["nl"]),
  fy: textsOf<TabletMessages>(frisian, ["fy", "nl"]),
  en: textsOf<TabletMessages>(english, ["en"]),
};

/** The texts of the page in the current language. */
export const words = computed(() => TABLET[language.value]);

/** Returns the name of a side. */
export function sideName(side: Side): string {
  return words.value(side);
}
