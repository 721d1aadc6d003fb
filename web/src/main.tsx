// Starts the pages.

import { render } from "preact";
import { App } from "./app";
import { startRouter } from "./router";
import { startLanguage } from "./text/language";
import "./style/base.css";
import "./style/board.css";
import "./style/overview.css";
import "./style/game.css";

startLanguage();
startRouter();
const root = document.getElementById("app");
if (root) render(<App />, root);
