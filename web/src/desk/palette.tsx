// Every action at hand, found by a few letters (Ctrl+K).

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Action, atHand, paletteIsOpen } from "./actions";
import { words } from "./text";

const SHOWN = 12;

export function Palette() {
  const isOpen = paletteIsOpen.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const query = useSignal("");
  const at = useSignal(0);
  useEffect(() => {
    if (!isOpen) return;
    query.value = "";
    at.value = 0;
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, [isOpen, query, at]);
  if (!isOpen) return null;
  const found = matching(atHand(), query.value).slice(0, SHOWN);
  const chosen = Math.min(at.value, found.length - 1);
  const close = () => {
    dialog.current?.close();
    paletteIsOpen.value = false;
  };
  const run = (action: Action | undefined) => {
    if (!action) return;
    close();
    action.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      at.value = (chosen + step + found.length) % Math.max(found.length, 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[chosen]);
    }
  };
  const w = words.value;
  return (
    <dialog ref={dialog} class="dialog palette" aria-label={w("commands")} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] ? `palette-${found[chosen].id}` : undefined}
        aria-label={w("commands")}
        placeholder={w("commands-hint")}
        autocomplete="off"
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id="palette-list" aria-label={w("commands")} tabIndex={-1}>
        {found.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
          <div
            key={action.id}
            id={`palette-${action.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(action)}
          >
            <span>{action.label}</span>
            {action.key && <span class="key">{action.key}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="hint">{w("commands-none")}</p>}
    </dialog>
  );
}

/** Returns the actions whose words begin with the letters, in their order. */
function matching(actions: readonly Action[], query: string): Action[] {
  const parts = query
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  return actions.filter(({ label }) => {
    const text = label.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
