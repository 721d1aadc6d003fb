// The messages of the tablets in the current language. A tablet shows one language as a rule, and loads no other.

import { signal } from "@preact/signals";
import { type Language, LOCALES, language } from "../text/choice";
import type { TabletMessages } from "../text/tablet_messages";
import { type TextsOf, textsOf } from "../text/texts";
import type { Side } from "../wire/position";

type TabletTexts = TextsOf<TabletMessages>;

const FILES: Record<Language, () => Promise<{ readonly default: string }>> = {
  nl: () => import("../../../crates/phrases/text/nl/tablet.ftl?raw"),
  fy: () => import("../../../crates/phrases/text/fy/tablet.ftl?raw"),
  en: () => import("../../../crates/phrases/text/en/tablet.ftl?raw"),
};

/** The texts of the page in the current language, once `startTexts` has loaded them. */
export const words = signal<TabletTexts>(textsOf<TabletMessages>("", []));

/**
 * Loads the messages of a language.
 *
 * @throws if they cannot be loaded.
 */
export async function loadTexts(of: Language): Promise<TabletTexts> {
  const { default: fluent } = await FILES[of]();
  return textsOf<TabletMessages>(fluent, LOCALES[of]);
}

/** Loads the messages of the current language, and from then on those of each that is chosen; returns once the first are there. */
export function startTexts(): Promise<void> {
  return new Promise((resolve) => {
    language.subscribe((chosen) => {
      const show = (texts: TabletTexts) => {
        if (language.peek() === chosen) words.value = texts;
        resolve();
      };
      // Without a network the language of before stays.
      void loadTexts(chosen).then(show, () => {});
    });
  });
}

/** Returns the name of a side. */
export function sideName(side: Side): string {
  return words.value(side);
}
