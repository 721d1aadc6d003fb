// Starts the tablet.

import { render } from "preact";
import { startLanguage } from "../text/choice";
import { App } from "./app";
import { startDevice } from "./device";
import { hold } from "./lock";
import { startShell } from "./shell";
import { startTexts } from "./text";
import { startWake } from "./wake";
import "../style/base.css";
import "../style/board.css";
import "../style/tablet.css";

startLanguage();
const root = document.getElementById("app");
void startTexts().then(() => {
  if (root) render(<App />, root);
});
void hold();
void startDevice();
void startShell();
startWake();
