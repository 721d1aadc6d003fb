// The choice of the language, the same on every page.

import { LANGUAGES, type Language, language, setLanguage } from "../text/choice";

export function Languages(props: {
  readonly label: string;
  /** Returns the name of a language in itself. */
  readonly nameOf: (one: Language) => string;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a form around three buttons.
    <div class="languages" role="group" aria-label={props.label}>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language.value}
          aria-label={`${one.toUpperCase()}, ${props.nameOf(one)}`}
          title={props.nameOf(one)}
          data-language={one}
          onClick={() => setLanguage(one)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
