// Inputs that could not be sent, as codes that somebody with a network scans: the desk takes them (desk/hand_in.tsx).

import { computed, useSignal } from "@preact/signals";
import { Sheet } from "./dialog";
import { Lazily } from "./lazily";
import { cutOffSince, unsent } from "./link";
import { words } from "./text";

const loadCodes = () => import("./codes").then(({ Codes }) => Codes);

/** True while something waits for a network. */
const waits = computed(() => unsent.value.length > 0 && cutOffSince.value !== null);

/** The button that shows the codes, while there is something to show. */
export function ByCode() {
  const w = words.value;
  const isOpen = useSignal(false);
  if (!waits.value && !isOpen.value) return null;
  return (
    <>
      <button
        type="button"
        class="big-button"
        data-act="by-code"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {w("by-code")}
      </button>
      {isOpen.value && (
        <Sheet
          close={() => {
            isOpen.value = false;
          }}
        >
          <Lazily load={loadCodes} />
        </Sheet>
      )}
    </>
  );
}
