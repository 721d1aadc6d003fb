// The page on which a device is enrolled: by the link that it scanned, or by the code that somebody types.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { DeviceSeat } from "../../gen/damcast/v1/access_pb";
import type { EnrolDeviceRequest } from "../../gen/damcast/v1/access_service_pb";
import { language } from "../../text/language";
import { refusalText } from "../../wire/api";
import { deviceAccess } from "../../wire/device_api";
import { type Enrolled, keep, ownDevice, publicKey } from "../../wire/device_key";
import { expiryOf, venue } from "../../wire/session";
import { peopleWords } from "./text";

const RENEW_EVERY_MS = 3_600_000;

export function Tablet() {
  const w = peopleWords.value;
  const enrolled = useSignal<Enrolled | null>(null);
  const fault = useSignal("");
  const isBusy = useSignal(false);
  const enrol = async (of: string, repeated: EnrolDeviceRequest["repeated"]) => {
    isBusy.value = true;
    fault.value = "";
    try {
      const device = await ownDevice();
      const key = await publicKey(device);
      const answer = await deviceAccess.enrolDevice({ venue: of, repeated, key });
      const next = {
        venue: of,
        subject: answer.signedIn?.subject ?? "",
        token: answer.signedIn?.token ?? "",
        words: answer.words,
        table: answer.limits?.tables?.first ?? 0,
        seat: answer.seat,
        isSeated: answer.isSeated,
      };
      await keep({ ...device, enrolled: next });
      // The browser is asked not to throw the key away when its disk is full.
      await navigator.storage?.persist?.();
      enrolled.value = next;
    } catch (error) {
      fault.value = canKeepKey() ? refusalText(error, language.peek()) : w("cannot-keep-key");
    } finally {
      isBusy.value = false;
    }
  };
  const look = async () => {
    if (!canKeepKey()) return;
    const device = await ownDevice();
    if (!device.enrolled) return;
    enrolled.value = device.enrolled;
    try {
      const { venue: of, token } = device.enrolled;
      const expiresAtMs = BigInt(expiryOf(token) ?? 0);
      const { signedIn } = await deviceAccess.renewSession({ venue: of, expiresAtMs });
      if (!signedIn) return;
      await keep({ ...device, enrolled: { ...device.enrolled, token: signedIn.token } });
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  useEffect(() => {
    const [, of, secret] = /^#([\w-]+)\.(\w+)$/.exec(location.hash) ?? [];
    if (of !== undefined && secret !== undefined) {
      history.replaceState(history.state, "", location.pathname);
      void enrol(of, { case: "secret", value: secret });
    } else {
      void look();
    }
    const timer = setInterval(() => void look(), RENEW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const own = enrolled.value;
  return (
    <section aria-labelledby="enrol-title" data-enrolled={own?.subject ?? ""}>
      <h1 id="enrol-title">{own ? w("enrolled") : w("enrol-title")}</h1>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {isBusy.value && <p role="status">{w("enrolling")}</p>}
      {own && (
        <>
          {own.table > 0 && (
            <p class="enrolled-at">
              {w("enrolled-at", { table: own.table, seat: seatName(own.seat) })}
            </p>
          )}
          {!own.isSeated && <p role="alert">{w("not-seated")}</p>}
          <p class="enrolled-words">{own.words}</p>
          <p class="hint">{w("compare-words")}</p>
        </>
      )}
      {(!own || fault.value !== "") && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            const code = String(new FormData(event.currentTarget).get("code"));
            void enrol(venue(), { case: "code", value: code });
          }}
        >
          <div class="field">
            <label for="enrol-code">{w("enrol-code")}</label>
            <input
              id="enrol-code"
              name="code"
              inputMode="numeric"
              autocomplete="one-time-code"
              pattern="[0-9 \-]{6,9}"
              required
            />
          </div>
          <div class="buttons">
            <button type="submit" class="button button-next" disabled={isBusy.value}>
              {w("enrol")}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

/** Returns the name of a seat, as DeviceSeat numbers it. */
export function seatName(seat: number): string {
  const w = peopleWords.value;
  if (seat === DeviceSeat.WHITE) return w("seat-white");
  return seat === DeviceSeat.BLACK ? w("seat-black") : w("seat-table");
}

/** Keys exist on https and on this machine alone. */
function canKeepKey(): boolean {
  return crypto.subtle !== undefined && "indexedDB" in globalThis;
}
