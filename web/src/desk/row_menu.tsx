// The menu of a row: what else is done with a player, a team, a game or a device.

import { words } from "./text";

export interface RowItem {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

interface RowMenuProps {
  /** The name of the menu for those who do not see its row. */
  readonly label: string;
  readonly items: readonly RowItem[];
}

/** Shows a menu; nothing where nothing can be done. */
export function RowMenu({ label, items }: RowMenuProps) {
  if (items.length === 0) return null;
  return (
    <select
      class="menu"
      aria-label={label}
      title={words.value("more")}
      value=""
      onKeyDown={openByKey}
      onChange={(event) => {
        const list = event.currentTarget;
        const chosen = items.find(({ id }) => id === list.value);
        list.value = "";
        chosen?.run();
      }}
    >
      <option value="" disabled selected>
        ⋯
      </option>
      {items.map(({ id, label: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Opens a closed list in place of choosing from it unseen: a key must not do what nobody has read. */
function openByKey(event: KeyboardEvent): void {
  const opens = /^( |Enter|Arrow.*|Page.*|Home|End)$/.test(event.key);
  const isOther = event.ctrlKey || event.metaKey || event.altKey;
  if (!opens || isOther || !(event.currentTarget instanceof HTMLSelectElement)) return;
  const list = event.currentTarget;
  // Where a page cannot open a list the key has its usual effect.
  if (typeof list.showPicker !== "function") return;
  event.preventDefault();
  list.showPicker();
}
