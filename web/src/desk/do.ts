// Acts on one tournament: what each does in words, and the call that does it.

import { person, setPerson } from "../wire/session";
import { act } from "./acts";
import { ask } from "./ask";
import type { Live } from "./live";
import { words } from "./text";

/** Asks for the name that decisions are recorded under, if it is not known; false without one. */
export async function isKnown(): Promise<boolean> {
  if (person.value !== "") return true;
  const w = words.value;
  const answers = await ask({
    title: w("your-name"),
    text: w("your-name-hint"),
    confirm: w("go-on"),
    fields: [{ name: "person", label: w("your-name"), kind: "text", isRequired: true }],
  });
  setPerson(answers?.person ?? "");
  return person.value !== "";
}

/** Carries out an act on a tournament; returns its answer, or `undefined` if it did not come off. */
export async function decide<T>(
  live: Live,
  key: string,
  label: string,
  call: (common: { tournament: { venue: string; tournament: string }; by: string }) => Promise<T>,
): Promise<T | undefined> {
  if (!(await isKnown())) return undefined;
  const common = { tournament: live.ref, by: person.value };
  return act(key, label, () => call(common), live);
}
