// The names of the presets of regulations. The service lists them only to those who make tournaments, and everybody at the
// desk reads the settings of one.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Language, LOCALES } from "../text/choice";
import { language } from "../text/language";
import { textsOf } from "../text/texts";

const FILES: Record<Language, () => Promise<{ readonly default: string }>> = {
  nl: () => import("../../../crates/phrases/text/nl/tournament.ftl?raw"),
  fy: () => import("../../../crates/phrases/text/fy/tournament.ftl?raw"),
  en: () => import("../../../crates/phrases/text/en/tournament.ftl?raw"),
};

/**
 * Returns the name of a preset in a language; its id if this page does not know it.
 *
 * @throws if the names cannot be loaded.
 */
export async function presetName(id: string, of: Language): Promise<string> {
  const { default: fluent } = await FILES[of]();
  const key = `preset-${id}`;
  const name = textsOf<Record<string, undefined>>(fluent, LOCALES[of])(key);
  return name === key ? id : name;
}

/** Returns the name of a preset in the current language: its id until the names are loaded. */
export function usePresetName(id: string): string {
  const name = useSignal(id);
  useEffect(() => {
    let isLeft = false;
    const show = (found: string) => {
      if (!isLeft) name.value = found;
    };
    // Without a network the id says it, too.
    presetName(id, language.value).then(show, () => show(id));
    return () => {
      isLeft = true;
    };
  }, [id, language.value]);
  return name.value;
}
