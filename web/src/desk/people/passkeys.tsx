// The passkeys of people: shown, added for oneself, removed.

import { useSignal } from "@preact/signals";
import type { AccessSubject, Passkey } from "../../gen/damcast/v1/access_service_pb";
import { language, moment } from "../../text/language";
import { access, refusalText } from "../../wire/api";
import { venue } from "../../wire/session";
import { act } from "../acts";
import { ask } from "../ask";
import { LabelledInput } from "../labelled_input";
import { useAnsweredForm } from "./answered_form";
import { addPasskey, passkeyFault, passkeysWork, signInByPasskey } from "./passkey";
import { peopleWords } from "./text";

interface PasskeysProps {
  readonly subject: AccessSubject;
  readonly read: () => Promise<void>;
}

/** Returns the words for a fault of the browser, or of the service. */
function faultText(error: unknown): string {
  const fault = passkeyFault(error);
  return fault === null ? refusalText(error, language.peek()) : peopleWords.peek()(fault);
}

/** Signs in with a passkey, where browsers have them. */
export function PasskeySignIn() {
  const w = peopleWords.value;
  const fault = useSignal("");
  const isAsking = useSignal(false);
  if (!passkeysWork) return null;
  const signIn = async () => {
    if (isAsking.peek()) return;
    [fault.value, isAsking.value] = ["", true];
    try {
      await signInByPasskey();
    } catch (error) {
      fault.value = faultText(error);
    } finally {
      isAsking.value = false;
    }
  };
  return (
    <>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-passkey="sign-in"
          aria-disabled={isAsking.value}
          onClick={() => void signIn()}
        >
          {w("sign-in-passkey")}
        </button>
      </div>
    </>
  );
}

/** The passkeys of whoever is at this desk, and another one. */
export function OwnPasskeys({ subject, read }: PasskeysProps) {
  const w = peopleWords.value;
  const { submit, answer } = useAnsweredForm(async (data) => {
    const name = String(data.get("passkey-name"));
    await addPasskey(name, String(data.get("passkey-passphrase") ?? ""));
    await read();
    return w("passkey-added", { name });
  }, faultText);
  if (!passkeysWork && subject.passkeys.length === 0) return null;
  return (
    <section aria-labelledby="own-passkeys-title">
      <h2 id="own-passkeys-title">{w("passkeys")}</h2>
      {passkeysWork && <p class="hint">{w("passkeys-hint")}</p>}
      <PasskeyList subject={subject} read={read} />
      {passkeysWork && (
        <form class="form" data-passkey="add" onSubmit={submit}>
          {answer}
          <LabelledInput
            id="passkey-name"
            label={w("passkey-name")}
            hint={w("passkey-name-hint")}
            name="passkey-name"
            maxLength={100}
            required
          />
          {subject.hasPassphrase && (
            <LabelledInput
              id="passkey-passphrase"
              label={w("current-passphrase")}
              hint={w("passkey-passphrase-hint")}
              name="passkey-passphrase"
              type="password"
              autocomplete="current-password"
            />
          )}
          <div class="buttons">
            <button type="submit" class="button">
              {w("add-passkey")}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}

/** The passkeys of a person, each with a button that removes it. */
export function PasskeyList({ subject, read }: PasskeysProps) {
  const w = peopleWords.value;
  if (subject.passkeys.length === 0) return null;
  const remove = async ({ passkey, name }: Passkey) => {
    const answers = await ask({
      title: w("remove-passkey-title", { name }),
      text: w("remove-passkey-text"),
      confirm: w("remove-passkey-confirm"),
      isDangerous: true,
    });
    if (answers === null) return;
    await act(`passkey ${passkey}`, w("remove-passkey", { name }), () =>
      access.removePasskey({ venue: venue(), passkey }),
    );
    await read();
  };
  return (
    <ul class="subjects" data-passkeys={subject.passkeys.length}>
      {subject.passkeys.map((one) => (
        <li key={one.passkey} data-passkey={one.name}>
          <p>
            {w("passkey-of", { name: one.name, host: one.host })}{" "}
            <span class="hint">
              {w("passkey-since", { since: moment(Number(one.addedAtMs)) })}
              {one.usedAtMs > 0n && ` ${w("passkey-used", { time: moment(Number(one.usedAtMs)) })}`}
            </span>
          </p>
          {one.isDoubted && <p role="alert">{w("passkey-doubted")}</p>}
          <button type="button" class="button button-danger" onClick={() => void remove(one)}>
            {w("remove-passkey", { name: one.name })}
          </button>
        </li>
      ))}
    </ul>
  );
}
