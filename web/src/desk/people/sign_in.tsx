// Signing in by a passphrase or a passkey, and setting a passphrase.

import { useSignal } from "@preact/signals";
import { language } from "../../text/language";
import { access, refusalText } from "../../wire/api";
import { isSignedIn, keepToken, person, venue } from "../../wire/session";
import { LabelledInput } from "../labelled_input";
import { useAnsweredForm } from "./answered_form";
import { OwnSessions } from "./own_sessions";
import { PasskeySignIn } from "./passkeys";
import { OwnPin } from "./pin";
import { isComing, linkFault } from "./session";
import { peopleWords } from "./text";

const SHORTEST = 12;
const LONGEST = 200;

export function SignIn() {
  const w = peopleWords.value;
  const fault = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const data = new FormData(event.currentTarget);
    const [subject, passphrase] = [data.get("username"), data.get("passphrase")].map(String);
    fault.value = "";
    try {
      const { signedIn } = await access.signIn({
        venue: venue(),
        subject: subject ?? "",
        passphrase: passphrase ?? "",
      });
      if (signedIn) keepToken(signedIn.token);
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  return (
    <section aria-labelledby="sign-in-title">
      <h1 id="sign-in-title">{w("sign-in")}</h1>
      {isComing.value && <p role="status">{w("invited")}</p>}
      {linkFault.value !== "" && <p role="alert">{linkFault.value}</p>}
      {isSignedIn.value ? (
        <>
          <Passphrase />
          <OwnPin />
          <OwnSessions />
          <p>
            <a href="/desk">{w("to-desk")}</a>
          </p>
        </>
      ) : (
        <>
          <PasskeySignIn />
          <form class="form" onSubmit={submit}>
            {fault.value !== "" && <p role="alert">{fault.value}</p>}
            <LabelledInput
              id="sign-in-name"
              label={w("person-id")}
              name="username"
              autocomplete="username"
              required
            />
            <LabelledInput
              id="sign-in-passphrase"
              label={w("passphrase")}
              name="passphrase"
              type="password"
              autocomplete="current-password"
              required
            />
            <div class="buttons">
              <button type="submit" class="button button-next">
                {w("sign-in")}
              </button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}

/** Sets the passphrase of whoever is signed in. */
export function Passphrase() {
  const w = peopleWords.value;
  const { submit, answer } = useAnsweredForm(async (data) => {
    const passphrase = String(data.get("new-passphrase"));
    const current = String(data.get("current-passphrase"));
    await access.setPassphrase({ venue: venue(), passphrase, current });
    return w("passphrase-set", { name: person.value });
  });
  return (
    <form class="form" onSubmit={submit}>
      {answer}
      <LabelledInput
        id="current-passphrase"
        label={w("current-passphrase")}
        hint={w("current-passphrase-hint")}
        name="current-passphrase"
        type="password"
        autocomplete="current-password"
      />
      <LabelledInput
        id="new-passphrase"
        label={w("new-passphrase")}
        hint={w("passphrase-hint")}
        name="new-passphrase"
        type="password"
        autocomplete="new-password"
        minLength={SHORTEST}
        maxLength={LONGEST}
        required
      />
      <div class="buttons">
        <button type="submit" class="button">
          {w("set-passphrase")}
        </button>
      </div>
    </form>
  );
}
