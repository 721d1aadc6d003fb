import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { PlayerField } from "../gen/damcast/v1/pairing_pb";
import { PlayerSchema, Publicity } from "../gen/damcast/v1/tournament_pb";
import { changedFields, entryOf, fieldsOf } from "./player_entry";

const ANNE = create(PlayerSchema, {
  id: 3,
  name: "Anne",
  club: "Hallum",
  rating: 1200,
  category: "B",
  birth: { year: 2010 },
  memberNumber: "12345",
  publicity: Publicity.INITIALS,
});

/** Answers a form as it was shown, but for what is changed. */
function answered(player: typeof ANNE, changed: Record<string, string>) {
  const shown = fieldsOf(player).map(({ name, value }) => [name, value ?? ""]);
  return entryOf({ ...Object.fromEntries(shown), ...changed });
}

test("a correction names the fields that were changed, and no other", () => {
  const { NAME, CLUB, RATING, CATEGORY, BIRTH, MEMBER_NUMBER, PUBLICITY } = PlayerField;
  const fields = (changed: Record<string, string>) => changedFields(ANNE, answered(ANNE, changed));
  expect(fields({})).toEqual([]);
  expect(fields({ name: "Anna" })).toEqual([NAME]);
  expect(fields({ birth: "", member: "" })).toEqual([BIRTH, MEMBER_NUMBER]);
  const all = { club: "Balk", rating: "", category: "A", birth: "2011", publicity: "1" };
  expect(fields(all)).toEqual([CLUB, RATING, CATEGORY, BIRTH, PUBLICITY]);
});

test("whoever does not see year of birth and member number leaves them as they are", () => {
  const published = create(PlayerSchema, { ...ANNE, memberNumber: "" });
  delete published.birth;
  const renamed = answered(published, { name: "Anna" });
  expect(changedFields(published, renamed)).toEqual([PlayerField.NAME]);
  const told = answered(published, { birth: "2009" });
  expect(changedFields(published, told)).toEqual([PlayerField.BIRTH]);
});
