// The PIN of whoever is at this desk: set, removed, and asked for before what needs a second look.

import { language } from "../../text/language";
import { access, refusalText } from "../../wire/api";
import { confirmBy } from "../../wire/confirmation";
import { person, venue } from "../../wire/session";
import { ask } from "../ask";
import { LabelledInput } from "../labelled_input";
import { useAnsweredForm } from "./answered_form";
import { peopleWords } from "./text";

const DIGITS = 6;

/** Asks for the PIN from now on where the server wants a call confirmed. */
export function startSecondLook(): void {
  confirmBy(confirm);
}

/** Asks for the PIN until it is right; returns the confirmation, or `null` if none is given. */
async function confirm(call: Uint8Array): Promise<string | null> {
  const w = peopleWords.peek();
  for (let text = w("confirm-text"); ; ) {
    const answers = await ask({
      title: w("confirm-title"),
      text,
      confirm: w("confirm-act"),
      isDangerous: true,
      fields: [{ name: "pin", label: w("own-pin"), kind: "pin", isRequired: true }],
    });
    if (answers === null) return null;
    try {
      const { confirmation } = await access.confirm({
        venue: venue(),
        pin: answers.pin ?? "",
        call,
      });
      return confirmation;
    } catch (error) {
      text = refusalText(error, language.peek());
    }
  }
}

/** Sets or removes the PIN of whoever is signed in. */
export function OwnPin() {
  const w = peopleWords.value;
  const { submit, answer } = useAnsweredForm(async (data) => {
    const pin = String(data.get("new-pin"));
    const current = String(data.get("current-pin"));
    await access.setPin({ venue: venue(), pin, current });
    return w(pin === "" ? "pin-removed" : "pin-set", { name: person.value });
  });
  const digits = { type: "password", inputMode: "numeric", autocomplete: "off" } as const;
  return (
    <form class="form" aria-labelledby="pin-title" onSubmit={submit}>
      <h2 id="pin-title">{w("pin-title")}</h2>
      <p class="hint">{w("pin-hint")}</p>
      {answer}
      <LabelledInput
        {...digits}
        id="current-pin"
        label={w("current-pin")}
        hint={w("current-pin-hint")}
        name="current-pin"
      />
      <LabelledInput
        {...digits}
        id="new-pin"
        label={w("new-pin")}
        hint={w("new-pin-hint")}
        name="new-pin"
        maxLength={DIGITS}
      />
      <div class="buttons">
        <button type="submit" class="button">
          {w("set-pin")}
        </button>
      </div>
    </form>
  );
}
