// A button whose moment is that of the touch, not that of letting go.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface TouchButtonProps {
  readonly act: string;
  readonly isNext?: boolean;
  readonly isDisabled?: boolean;
  /** Does the act, as of a moment of this page. */
  readonly onTouch: (moment: number) => void;
  readonly children: ComponentChildren;
}

export function TouchButton(props: TouchButtonProps) {
  const touchedAt = useRef<number | null>(null);
  return (
    <button
      type="button"
      class={props.isNext ? "big-button big-next" : "big-button"}
      data-act={props.act}
      disabled={props.isDisabled ?? false}
      onPointerDown={(event) => {
        touchedAt.current = event.timeStamp;
      }}
      onPointerCancel={() => {
        touchedAt.current = null;
      }}
      onClick={(event) => {
        // A click without a touch, as by a key, is its own moment: the last touch may have been long ago.
        const at = event.detail === 0 ? null : touchedAt.current;
        touchedAt.current = null;
        props.onTouch(at ?? event.timeStamp);
      }}
    >
      {props.children}
    </button>
  );
}
