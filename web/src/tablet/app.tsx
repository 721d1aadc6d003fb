// The page of the tablet: which of its screens is shown.

import { useSignalEffect } from "@preact/signals";
import { lateReads } from "../wire/disk";
import { Broken } from "./broken";
import { enrolled, invitation, isBroken } from "./device";
import { Enrol } from "./enrol";
import { startFinished } from "./finished";
import { game } from "./game";
import { TabletHeader } from "./header";
import { ahead, Lazily } from "./lazily";
import { outbox, startLink, table } from "./link";
import { isHolder, loadAnew, takeOver } from "./lock";
import { tellPresence } from "./presence";
import { Corrections, NoGame, Ready } from "./ready";
import { isConfirmed } from "./seen";
import { words } from "./text";

const loadPlay = () => import("./play").then(({ Play }) => Play);
const loadEnd = () => import("./end").then(({ End }) => End);
const loadLeft = () => import("./left").then(({ Left }) => Left);

let linked: string | null = null;

export function App() {
  useSignalEffect(() => {
    const own = enrolled.value;
    // The link begins once: later tokens are read with each call.
    if (!own || isHolder.value !== true || linked === own.subject) return;
    if (linked !== null) loadAnew();
    linked = own.subject;
    void startFinished().then(() => startLink(own));
    tellPresence(own);
  });
  useSignalEffect(() => {
    // What a game needs is there before its first move, whatever becomes of the network.
    if (game.value !== null) for (const load of [loadPlay, loadEnd]) ahead(load);
  });
  const w = words.value;
  const now = game.value;
  if (isHolder.value === false) return <OtherTab />;
  // A disk that hangs may answer still; then the page goes on.
  if (isBroken.value || (lateReads.value > 0 && table.value === null)) return <Broken />;
  if (enrolled.value === undefined || isHolder.value === null) {
    return <p class="tablet-wait">{w("one-moment")}</p>;
  }
  if (enrolled.value === null || invitation.value !== null) return <Enrol />;
  const isLeft = outbox.inputs.value.some(({ state }) => state === "left");
  return (
    <>
      <TabletHeader />
      <main id="main" tabIndex={-1} data-screen={screen()}>
        <Corrections />
        {isLeft && <Lazily load={loadLeft} />}
        {table.value === null && <p class="tablet-wait">{w("one-moment")}</p>}
        {table.value !== null && now === null && <NoGame />}
        {screen() === "ready" && now && <Ready game={now} />}
        {screen() === "play" && <Lazily load={loadPlay} />}
        {screen() === "end" && <Lazily load={loadEnd} />}
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
