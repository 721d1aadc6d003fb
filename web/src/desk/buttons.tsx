// Buttons of actions, and the state of the last acts.

import type { Action } from "./actions";
import { acts, isUnderWay } from "./acts";
import { words } from "./text";

/** Shows actions as buttons, with their keys. One that is under way waits for its answer. */
export function ActionButtons({ actions }: { readonly actions: readonly Action[] }) {
  return (
    <div class="buttons">
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          class={action.isNext ? "button button-next" : "button"}
          data-action={action.id}
          aria-current={action.isShown || undefined}
          aria-disabled={isUnderWay(action.id) || undefined}
          onClick={() => {
            // It keeps the focus while it waits.
            if (!isUnderWay(action.id)) action.run();
          }}
        >
          {action.label}
          {action.key && <span class="key">{action.key}</span>}
        </button>
      ))}
    </div>
  );
}

/** The last act in words: sent, stored, or failed with the reason. */
export function LastActs() {
  const w = words.value;
  const shown = acts.value;
  const newest = shown[0];
  const troubles = shown.filter((one) => one.state === "failed" || one.state === "unknown");
  return (
    <div
      class="acts"
      aria-live="polite"
      data-sent={shown.filter((one) => one.state === "sent").length}
    >
      {newest && newest.state !== "failed" && newest.state !== "unknown" && (
        <p data-act={newest.state}>
          <span class="act-state">{w(`act-${newest.state}`)}</span> {newest.label}
        </p>
      )}
      {troubles.slice(0, 3).map((one) => (
        <p key={one.number} data-act={one.state} role="alert">
          <span class="act-state">{w(`act-${one.state}`)}</span> {one.label}
          {one.error !== "" && <span class="act-error">: {one.error}</span>}
          <button
            type="button"
            class="act-close"
            aria-label={w("dismiss")}
            onClick={() => {
              acts.value = acts.value.filter((other) => other.number !== one.number);
            }}
          >
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
