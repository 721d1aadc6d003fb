// The way to another table, by another code.

import { invitation } from "./device";
import { words } from "./text";

export function Elsewhere() {
  return (
    <button
      type="button"
      class="small-button"
      data-act="elsewhere"
      onClick={() => {
        invitation.value = "typed";
      }}
    >
      {words.value("enrol-again")}
    </button>
  );
}
