// The messages of the page of people and devices in the current language.

import { computed } from "@preact/signals";
import english from "../../../../crates/phrases/text/en/people.ftl?raw";
import frisian from "../../../../crates/phrases/text/fy/people.ftl?raw";
import dutch from "../../../../crates/phrases/text/nl/people.ftl?raw";
import { type Language, language } from "../../text/language";
import type { PeopleMessages } from "../../text/people_messages";
import { type TextsOf, textsOf } from "../../text/texts";

export const PEOPLE: Record<Language, TextsOf<PeopleMessages>> = {
  nl: textsOf<PeopleMessages>(dutch, ["nl"]),
  fy: textsOf<PeopleMessages>(frisian, ["fy", "nl"]),
  en: textsOf<PeopleMessages>(english, ["en"]),
};

/** The texts of the page in the current language. */
export const peopleWords = computed(() => PEOPLE[language.value]);
