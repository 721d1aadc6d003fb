// The part of a person that everybody sees: chosen for one, or for an event.

import { Publicity } from "../gen/damcast/v1/tournament_pb";
import type { Field } from "./ask";
import { words } from "./text";

/** The words of a choice in lists of players that are pasted, each with those of the languages of the pages. */
const IN_LISTS: readonly (readonly [Publicity, readonly string[]])[] = [
  [Publicity.FULL_NAME, ["full name", "full-name", "volledig", "folslein"]],
  [Publicity.INITIALS, ["initials", "initialen", "voorletters", "foarletters"]],
  [Publicity.ANONYMOUS, ["anonymous", "anoniem", "anonym"]],
];

/** Returns the choice that a cell of a list names: that of the event for an empty one, `null` for any other word. */
export function publicityOf(cell: string): Publicity | null {
  const word = cell.trim().toLowerCase();
  if (word === "") return Publicity.UNSPECIFIED;
  return IN_LISTS.find(([, names]) => names.includes(word))?.[0] ?? null;
}

/** Returns the word of a choice for a list; empty for that of the event. */
export function publicityInList(publicity: Publicity): string {
  return IN_LISTS.find(([one]) => one === publicity)?.[1][0] ?? "";
}

function labelsOf() {
  const w = words.value;
  return [
    { value: String(Publicity.FULL_NAME), label: w("publicity-full-name") },
    { value: String(Publicity.INITIALS), label: w("publicity-initials") },
    { value: String(Publicity.ANONYMOUS), label: w("publicity-anonymous") },
  ];
}

/** Returns the field in which a person's choice is made; that of the event is one of them. */
export function personField(chosen: Publicity): Field {
  const w = words.value;
  const ofEvent = { value: String(Publicity.UNSPECIFIED), label: w("publicity-of-event") };
  return {
    name: "publicity",
    label: w("publicity"),
    kind: "select",
    value: String(chosen),
    options: [ofEvent, ...labelsOf()],
  };
}

/** Returns the field in which the choice of an event is made. */
export function eventField(chosen: Publicity): Field {
  const w = words.value;
  const value = String(chosen === Publicity.UNSPECIFIED ? Publicity.FULL_NAME : chosen);
  const hint = w("publicity-event-hint");
  const options = labelsOf();
  return { name: "publicity", label: w("publicity"), kind: "select", value, options, hint };
}

/** Returns the choice of an answer. */
export function chosenPublicity(answer: string | undefined): Publicity {
  const all = [Publicity.FULL_NAME, Publicity.INITIALS, Publicity.ANONYMOUS];
  return all.find((one) => String(one) === answer) ?? Publicity.UNSPECIFIED;
}
