// Puts the tablet at its table: by the link that it scanned, or by the code that somebody types.

import { ConnectError } from "@connectrpc/connect";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EnrolDeviceRequest } from "../gen/damcast/v1/access_service_pb";
import { language } from "../text/choice";
import { isUnanswered, refusalText } from "../wire/refusal";
import { venue } from "../wire/session";
import { canKeepKey, enrol, enrolled, invitation } from "./device";
import { Languages } from "./languages";
import { words } from "./text";

/** Returns why the tablet was not put at its table, in words. */
function faultOf(error: unknown): string {
  if (!canKeepKey()) return words.peek()("cannot-keep-key");
  // The browser has words of its own for it, in its own language.
  if (isUnanswered(error)) return words.peek()("enrol-no-answer");
  // So it has if the failure is its own, of its storage.
  if (ConnectError.from(error).cause !== undefined) return words.peek()("enrol-not-kept");
  return refusalText(error, language.peek());
}

export function Enrol() {
  const w = words.value;
  const fault = useSignal("");
  const isBusy = useSignal(false);
  const run = async (of: string, repeated: EnrolDeviceRequest["repeated"]) => {
    isBusy.value = true;
    fault.value = "";
    try {
      await enrol(of, repeated);
    } catch (error) {
      fault.value = faultOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const scanned = invitation.value;
  useEffect(() => {
    if (scanned === null || scanned === "typed") return;
    void run(scanned.venue, { case: "secret", value: scanned.secret });
  }, [scanned]);
  return (
    <>
      <header class="header">
        <Languages />
      </header>
      <main id="main" tabIndex={-1} data-screen="enrol" class="tablet-form">
        <h1>{w("enrol-title")}</h1>
        <p>{w("enrol-hint")}</p>
        {fault.value !== "" && <p role="alert">{fault.value}</p>}
        {isBusy.value && <p role="status">{w("one-moment")}</p>}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const code = String(new FormData(event.currentTarget).get("code"));
            void run(venue(), { case: "code", value: code });
          }}
        >
          <label for="enrol-code">{w("enrol-code")}</label>
          <input
            id="enrol-code"
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9 \-]{6,9}"
            required
          />
          <button type="submit" class="big-button big-next" disabled={isBusy.value}>
            {w("enrol")}
          </button>
          {enrolled.value && (
            <button
              type="button"
              class="big-button"
              onClick={() => {
                invitation.value = null;
              }}
            >
              {w("enrol-stay")}
            </button>
          )}
        </form>
      </main>
    </>
  );
}
