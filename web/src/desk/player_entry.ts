// The data of a player as it is written in a form, and the fields in which it differs from what is known.

import { PlayerField } from "../gen/damcast/v1/pairing_pb";
import { type Player, Publicity } from "../gen/damcast/v1/tournament_pb";
import type { Field } from "./ask";
import { chosenPublicity, personField } from "./publicity";
import { words } from "./text";

/** The data of a player without its number. */
export interface PlayerEntry {
  readonly name: string;
  readonly club: string;
  /** 0 if unknown. */
  readonly rating: number;
  readonly category: string;
  readonly memberNumber: string;
  readonly publicity: Publicity;
  /** Absent if unknown. */
  readonly birth?: { readonly year: number };
}

/** Returns the fields of a form, with what is known of a player. */
export function fieldsOf(player?: Player): Field[] {
  const w = words.value;
  return [
    { name: "name", label: w("name"), kind: "text", value: player?.name ?? "", isRequired: true },
    { name: "club", label: w("club"), kind: "text", value: player?.club ?? "" },
    {
      name: "rating",
      label: w("rating"),
      kind: "number",
      min: 0,
      max: 9999,
      value: player?.rating ? String(player.rating) : "",
    },
    { name: "category", label: w("category"), kind: "text", value: player?.category ?? "" },
    {
      name: "birth",
      label: w("birth-year"),
      kind: "number",
      min: 1900,
      max: 2100,
      value: player?.birth?.year ? String(player.birth.year) : "",
    },
    {
      name: "member",
      label: w("member-number"),
      kind: "text",
      value: player?.memberNumber ?? "",
      hint: w("member-number-hint"),
    },
    personField(player?.publicity ?? Publicity.UNSPECIFIED),
  ];
}

/** Returns the data in the answers of a form. */
export function entryOf(answers: Readonly<Record<string, string>>): PlayerEntry {
  const year = Number(answers.birth ?? 0);
  return {
    name: answers.name ?? "",
    club: answers.club ?? "",
    rating: Number(answers.rating ?? 0),
    category: answers.category ?? "",
    memberNumber: answers.member ?? "",
    publicity: chosenPublicity(answers.publicity),
    ...(year > 0 ? { birth: { year } } : {}),
  };
}

/** Returns the fields in which an entry differs from what is shown of a player. */
export function changedFields(before: Player, after: PlayerEntry): PlayerField[] {
  const compared: readonly (readonly [PlayerField, unknown, unknown])[] = [
    [PlayerField.NAME, before.name, after.name],
    [PlayerField.CLUB, before.club, after.club],
    [PlayerField.RATING, before.rating, after.rating],
    [PlayerField.CATEGORY, before.category, after.category],
    [PlayerField.BIRTH, before.birth?.year ?? 0, after.birth?.year ?? 0],
    [PlayerField.MEMBER_NUMBER, before.memberNumber, after.memberNumber],
    [PlayerField.PUBLICITY, before.publicity, after.publicity],
  ];
  return compared.flatMap(([field, was, is]) => (was === is ? [] : [field]));
}
