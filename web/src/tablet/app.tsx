// The page of the tablet: which of its screens is shown.

import { useSignalEffect } from "@preact/signals";
import { enrolled, invitation } from "./device";
import { End } from "./end";
import { Enrol } from "./enrol";
import { game } from "./game";
import { TabletHeader } from "./header";
import { Left } from "./left";
import { startLink, table } from "./link";
import { isHolder, takeOver } from "./lock";
import { Play } from "./play";
import { tellPresence } from "./presence";
import { Corrections, NoGame, Ready } from "./ready";
import { isConfirmed } from "./seen";
import { words } from "./text";

let linked: string | null = null;

export function App() {
  useSignalEffect(() => {
    const own = enrolled.value;
    // The link begins once: later tokens are read with each call.
    if (!own || isHolder.value !== true || linked === own.subject) return;
    if (linked !== null) location.reload();
    linked = own.subject;
    void startLink(own);
    tellPresence(own);
  });
  const w = words.value;
  const now = game.value;
  if (isHolder.value === false) return <OtherTab />;
  if (enrolled.value === undefined || isHolder.value === null) {
    return <p class="tablet-wait">{w("one-moment")}</p>;
  }
  if (enrolled.value === null || invitation.value !== null) return <Enrol />;
  return (
    <>
      <TabletHeader />
      <main id="main" tabIndex={-1} data-screen={screen()}>
        <Corrections />
        <Left />
        {table.value === null && <p class="tablet-wait">{w("one-moment")}</p>}
        {table.value !== null && now === null && <NoGame />}
        {screen() === "ready" && now && <Ready game={now} />}
        {screen() === "play" && now && <Play game={now} />}
        {screen() === "end" && now && <End game={now} />}
      </main>
    </>
  );
}

/** Returns the name of what is shown. */
function screen(): "waiting" | "ready" | "play" | "end" {
  const now = game.value;
  if (!now) return "waiting";
  if (now.outcome) return "end";
  return now.isOpen && isConfirmed("seated") ? "play" : "ready";
}

function OtherTab() {
  const w = words.value;
  return (
    <main id="main" class="tablet-wait" data-screen="other-tab">
      <p>{w("other-tab")}</p>
      <button type="button" class="big-button big-next" onClick={takeOver}>
        {w("use-here")}
      </button>
    </main>
  );
}
