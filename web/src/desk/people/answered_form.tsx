// Forms of people about themselves, which say below their heading what came of them.

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { language } from "../../text/language";
import { refusalText } from "../../wire/api";

interface AnsweredForm {
  readonly submit: (event: SubmitEvent) => Promise<void>;
  /** The answer to the last time that it was sent. */
  readonly answer: ComponentChild;
}

/** Returns the state of a form: `act` does what it says, and returns what is told then; the form is empty again. */
export function useAnsweredForm(
  act: (data: FormData) => Promise<string>,
  faultText = (error: unknown) => refusalText(error, language.peek()),
): AnsweredForm {
  const told = useSignal("");
  const fault = useSignal("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    [told.value, fault.value] = ["", ""];
    try {
      told.value = await act(new FormData(form));
      form.reset();
    } catch (error) {
      fault.value = faultText(error);
    }
  };
  const answer = (
    <>
      {told.value !== "" && <p role="status">{told.value}</p>}
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
    </>
  );
  return { submit, answer };
}
