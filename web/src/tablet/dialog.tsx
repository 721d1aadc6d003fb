// A dialog over the board.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "./text";

interface SheetProps {
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the board. */
export function Sheet({ close, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const node = dialog.current;
    if (node && !node.open) node.showModal();
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
