// The choice of the language, in the words of the tablet.

import type { Language } from "../text/choice";
import { Languages as Choice } from "../view/languages";
import { words } from "./text";

/** Each language by its own name, which needs no file of messages. */
const NAMES: Record<Language, string> = { nl: "Nederlands", fy: "Frysk", en: "English" };

export function Languages() {
  return <Choice label={words.value("language")} nameOf={(one) => NAMES[one]} />;
}
