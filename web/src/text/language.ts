// The texts of the pages in the language of the page.

import { computed } from "@preact/signals";
import enMessages from "../../../crates/phrases/text/en/pages.ftl?raw";
import fyMessages from "../../../crates/phrases/text/fy/pages.ftl?raw";
import nlMessages from "../../../crates/phrases/text/nl/pages.ftl?raw";
import { type Language, LOCALES, language } from "./choice";
import { type Texts, textsOf } from "./texts";

export * from "./choice";

export const nl = textsOf(nlMessages, LOCALES.nl);
export const fy = textsOf(fyMessages, LOCALES.fy);
export const en = textsOf(enMessages, LOCALES.en);

/** The texts of every language. */
export const TEXTS: Record<Language, Texts> = { nl, fy, en };

/** The texts of the current language. */
export const texts = computed(() => TEXTS[language.value]);
