import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DateSchema } from "../gen/damcast/v1/tournament_pb";
import { daysText, dayText, readDay } from "./days";

const day = (year: number, month: number, of: number) =>
  create(DateSchema, { year, month, day: of });

test("a day goes through a field unchanged", () => {
  expect(dayText(readDay("2026-02-07"))).toBe("2026-02-07");
  expect(readDay("")).toBeUndefined();
  expect(readDay(undefined)).toBeUndefined();
  expect(dayText(undefined)).toBe("");
});

test.each([
  [day(2026, 11, 27), day(2026, 11, 29), "en", "Nov 27 – 29, 2026"],
  [day(2026, 11, 27), day(2026, 11, 27), "nl", "27 nov 2026"],
  [day(2026, 11, 27), undefined, "nl", "27 nov 2026"],
  [day(2026, 12, 27), day(2027, 1, 3), "nl", "27 dec 2026 – 3 jan 2027"],
] as const)("days are told from %o to %o", (first, last, locale, told) => {
  // The spaces between the parts differ between releases of ICU.
  expect(daysText(first, last, [locale]).replace(/\s/g, " ")).toBe(told);
  expect(daysText(undefined, undefined, [locale])).toBe("");
});
