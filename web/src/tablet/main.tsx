// Starts the tablet.

import { render } from "preact";
import { startLanguage } from "../text/choice";
import { App } from "./app";
import { startDevice } from "./device";
import { hold } from "./lock";
import { startShell } from "./shell";
import { startWake } from "./wake";
import "../style/base.css";
import "../style/board.css";
import "../style/tablet.css";

startLanguage();
const root = document.getElementById("app");
if (root) render(<App />, root);
void hold();
void startDevice();
void startShell();
startWake();
