// Parts of the page that few need: they are loaded when they are shown first, and kept without the server like the rest.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { words } from "./text";

/** Shows a component once it is loaded; `load` is always the same function. */
export function Lazily({ load }: { readonly load: () => Promise<ComponentType> }) {
  const loaded = useSignal<{ readonly Part: ComponentType } | null>(null);
  useEffect(() => {
    // Without a network and without the file nothing comes; whoever opens it again tries again.
    void load().then(
      (Part) => {
        loaded.value = { Part };
      },
      () => {},
    );
  }, [load, loaded]);
  const { Part } = loaded.value ?? {};
  return Part === undefined ? <p>{words.value("one-moment")}</p> : <Part />;
}
