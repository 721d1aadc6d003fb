// Starts a frame in another page.

import { render } from "preact";
import { language, startLanguage } from "../text/language";
import { App } from "./app";
import { tellHeight } from "./height";
import { readSettings } from "./settings";
import { setTheme } from "./theme";
import "../style/base.css";
import "../style/board.css";
import "../style/overview.css";
import "../style/game.css";
import "../style/embed.css";

const settings = readSettings(location.pathname, location.search);
startLanguage();
if (settings?.language) language.value = settings.language;
if (settings?.theme) setTheme(settings.theme);
if (settings?.isOverlay) document.documentElement.classList.add("see-through");
const root = document.getElementById("app");
if (root) render(<App settings={settings} />, root);
tellHeight();
