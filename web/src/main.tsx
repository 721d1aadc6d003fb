// Starts the pages.

import { render } from "preact";
import { App } from "./app";
import { startSpoilers } from "./live/spoilers";
import { startUndelayed } from "./live/undelayed";
import { startRouter } from "./router";
import { LANGUAGES, language, startLanguage } from "./text/language";
import "./style/base.css";
import "./style/board.css";
import "./style/overview.css";
import "./style/game.css";
import "./style/parts.css";
import "./style/page_numbers.css";
import "./style/print_pages.css";

startLanguage();
// An address that was passed on is in the language of who passed it on, for this visit.
const asked = new URLSearchParams(location.search).get("lang");
language.value = LANGUAGES.find((one) => one === asked) ?? language.value;
startSpoilers();
startUndelayed();
startRouter();
const root = document.getElementById("app");
if (root) render(<App />, root);
