// The choice of the language.

import { LANGUAGES, language, setLanguage } from "../text/choice";
import { TABLET, words } from "./text";

export function Languages() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around three buttons.
    <div class="languages" role="group" aria-label={words.value("language")}>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language.value}
          aria-label={`${one.toUpperCase()}, ${TABLET[one]("language-name")}`}
          onClick={() => setLanguage(one)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
