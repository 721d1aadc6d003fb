// A dialog over the board.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "./text";

interface SheetProps {
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** Number of dialogs that are open. */
export const openDialogs = signal(0);

/** A dialog over the board. */
export function Sheet({ close, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = dialog.current;
    if (node && !node.open) node.showModal();
    openDialogs.value += 1;
    return () => {
      openDialogs.value -= 1;
    };
  }, []);
  return (
    <dialog ref={dialog} class="tablet-dialog" onClose={close}>
      <div class="tablet-dialog-body">{children}</div>
      <button type="button" class="big-button" data-act="close" onClick={close}>
        {words.value("close")}
      </button>
    </dialog>
  );
}
