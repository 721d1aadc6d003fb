import { expect, test } from "vitest";
import { ageText } from "./age";

test.each([
  [-5_000, "0 sec"],
  [59_999, "59 sec"],
  [60_000, "1 min"],
  [3_599_999, "59 min"],
  [3_600_000, "1 hr"],
  [90_000_000, "25 hr"],
])("an age of %i ms is told as %s", (ms, told) => {
  expect(ageText(ms, ["en"])).toBe(told);
});

test("it is told in the language of the page", () => {
  expect(ageText(120_000, ["nl"])).toBe("2 min");
  expect(ageText(7_200_000, ["nl"])).toBe("2 uur");
});
