// Parts of the page that are not needed at first: each is loaded before it is shown, and kept without the server like the rest.

import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { loadAnew } from "./lock";
import { words } from "./text";

type Load = () => Promise<ComponentType>;
/** A part once it is loaded, or what became of that. */
type State = { readonly Part: ComponentType } | "loading" | "failed";

const states = new Map<Load, Signal<State>>();

/** Returns the state of a part, and loads it if that failed, or was not tried yet. */
function stateOf(load: Load): Signal<State> {
  const known = states.get(load);
  if (known && known.peek() !== "failed") return known;
  const state = known ?? signal<State>("loading");
  state.value = "loading";
  states.set(load, state);
  load().then(
    (Part) => {
      state.value = { Part };
    },
    () => {
      state.value = "failed";
    },
  );
  return state;
}

/** Loads a part before anybody asks for it, so that it is there when the network is not. */
export function ahead(load: Load): void {
  stateOf(load);
}

/**
 * Loads a part that did not come. A browser may remember, as long as the page lives, that a script failed, and a newer
 * server has other files: then the whole page is loaded anew, if the server is there.
 */
async function tryAgain(load: Load): Promise<void> {
  const state = states.get(load);
  if (!state) return;
  state.value = "loading";
  try {
    state.value = { Part: await load() };
  } catch {
    if (await isServerThere()) loadAnew();
    else state.value = "failed";
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Shows a component once it is loaded; `load` is always the same function. */
export function Lazily({ load }: { readonly load: Load }) {
  const w = words.value;
  // Whoever opens it again tries again.
  const state = useMemo(() => stateOf(load), [load]).value;
  if (state === "loading") return <p class="tablet-wait">{w("one-moment")}</p>;
  if (state !== "failed") return <state.Part />;
  return (
    <div class="tablet-wait">
      <p role="alert">{w("part-missing")}</p>
      <button
        type="button"
        class="big-button"
        data-act="try-again"
        onClick={() => void tryAgain(load)}
      >
        {w("try-again")}
      </button>
    </div>
  );
}
