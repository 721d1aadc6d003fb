// Starts the desk.

import { render } from "preact";
import { startLanguage } from "../text/language";
import { startKeys } from "./actions";
import { App } from "./app";
import { startSecondLook } from "./people/pin";
import { startSession } from "./people/session";
import { startRouter } from "./router";
import "../style/base.css";
import "../style/board.css";
import "../style/desk.css";
import "../style/results.css";
import "../style/people.css";
import "../style/boards.css";
import "../style/tables.css";
import "../style/page_numbers.css";
import "../style/print.css";

startLanguage();
startRouter();
startSession();
startSecondLook();
startKeys();
const root = document.getElementById("app");
if (root) render(<App />, root);
