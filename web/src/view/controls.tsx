// The buttons that step through a game and turn its board.

import { texts } from "../text/language";

/** Returns the ply to show, given the one that is shown and the last one. */
export type Wanted = (shown: number, length: number) => number;

export const toStart: Wanted = () => 0;
export const back: Wanted = (shown) => shown - 1;
export const forth: Wanted = (shown) => shown + 1;
export const toEnd: Wanted = (_, length) => length;

interface ControlsProps {
  readonly shown: number;
  readonly length: number;
  /** True if a step leads on from the last ply, to what was hidden. */
  readonly hasNext: boolean;
  readonly isFlipped: boolean;
  readonly onStep: (wanted: Wanted) => void;
  readonly onFlip: () => void;
}

export function Controls(props: ControlsProps) {
  const { shown, length, hasNext, isFlipped, onStep, onFlip } = props;
  const t = texts.value;
  return (
    <div class="controls">
      <Step
        label={t("first-position")}
        icon="M6 5v14M19 5l-9 7 9 7z"
        off={shown === 0}
        onStep={() => onStep(toStart)}
      />
      <Step
        label={t("previous-move")}
        icon="M17 5l-9 7 9 7z"
        off={shown === 0}
        onStep={() => onStep(back)}
      />
      <Step
        label={t("next-move")}
        icon="M8 5l9 7-9 7z"
        off={shown === length && !hasNext}
        onStep={() => onStep(forth)}
      />
      <Step
        label={t("last-position")}
        icon="M18 5v14M5 5l9 7-9 7z"
        off={shown === length}
        onStep={() => onStep(toEnd)}
      />
      <button
        type="button"
        class="icon"
        aria-pressed={isFlipped}
        aria-label={t("flip")}
        title={t("flip")}
        data-flip
        onClick={onFlip}
      >
        <Icon d="M8 4v15l-4-4M16 20V5l4 4" />
      </button>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: string;
  readonly off: boolean;
  readonly onStep: () => void;
}

/**
 * A button that stays focusable at the end of its range, so that the keyboard focus is not lost.
 */
function Step({ label, icon, off, onStep }: StepProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) onStep();
      }}
    >
      <Icon d={icon} />
    </button>
  );
}

function Icon({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class="icon-drawing">
      <path d={d} />
    </svg>
  );
}
