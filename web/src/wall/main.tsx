// Starts the wall screen.

import { render } from "preact";
import { startLanguage } from "../text/language";
import { App } from "./app";
import { readProgram } from "./program";
import "../style/base.css";
import "../style/board.css";
import "../style/overview.css";
import "../style/wall.css";

startLanguage();
const root = document.getElementById("app");
if (root) render(<App program={readProgram(location.pathname, location.search)} />, root);
