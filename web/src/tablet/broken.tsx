// The page of a tablet that cannot read what it kept.

import { loadAnew } from "./lock";
import { words } from "./text";

export function Broken() {
  const w = words.value;
  return (
    <main id="main" tabIndex={-1} class="tablet-wait" data-screen="broken">
      <p role="alert">{w("cannot-read")}</p>
      <button type="button" class="big-button big-next" onClick={loadAnew}>
        {w("try-again")}
      </button>
    </main>
  );
}
