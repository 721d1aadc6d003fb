// The choice of the language, in the words of the tablet.

import { Languages as Choice } from "../view/languages";
import { TABLET, words } from "./text";

export function Languages() {
  return <Choice label={words.value("language")} nameOf={(one) => TABLET[one]("language-name")} />;
}
