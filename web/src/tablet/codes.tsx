// The codes of what could not be sent. They are loaded when somebody asks for them.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { QrCode } from "../view/qr_code";
import { HAND_IN_PATH, packed } from "../wire/signed_calls";
import { handInsOf, unsent } from "./link";
import { words } from "./text";

export function Codes() {
  const w = words.value;
  const links = useSignal<readonly string[]>([]);
  const shown = useSignal(0);
  useEffect(() => {
    void handInsOf(unsent.peek()).then((all) => {
      const texts = all.flatMap((one) => packed(one));
      links.value = texts.map((text) => `${location.origin}${HAND_IN_PATH}#${text}`);
    });
  }, [links]);
  const link = links.value[shown.value];
  const count = links.value.length;
  return (
    <div class="tablet-code">
      <h2>{w("by-code")}</h2>
      <p>{w("by-code-hint")}</p>
      {link !== undefined && (
        <figure data-code={link}>
          <QrCode text={link} />
          <figcaption>{w("by-code-number", { number: shown.value + 1, count })}</figcaption>
        </figure>
      )}
      {count > 1 && (
        <button
          type="button"
          class="big-button big-next"
          data-act="next-code"
          onClick={() => {
            shown.value = (shown.value + 1) % count;
          }}
        >
          {w("by-code-next")}
        </button>
      )}
    </div>
  );
}
