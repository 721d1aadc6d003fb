import { expect, test } from "vitest";
import { CorrectionKind } from "../gen/damcast/v1/events_pb";
import { RuleSet } from "../gen/damcast/v1/types_pb";
import { articleOf } from "./articles";
import { loadTexts } from "./text";

const texts = await Promise.all([loadTexts("nl"), loadTexts("fy"), loadTexts("en")]);

test.each<[RuleSet, CorrectionKind, string | undefined]>([
  [RuleSet.FRISIAN, CorrectionKind.RETRACTED, "art. 27"],
  [RuleSet.FRISIAN, CorrectionKind.COMPLETED, "C art. 5"],
  [RuleSet.FRISIAN, CorrectionKind.RESULT, undefined],
  [RuleSet.INTERNATIONAL, CorrectionKind.RETRACTED, "annex 1, 5.4"],
  [RuleSet.INTERNATIONAL, CorrectionKind.CORRECTED, "annex 1, 5.4"],
  [RuleSet.INTERNATIONAL, CorrectionKind.POSITION_SET, "annex 1, 5.5"],
  [RuleSet.INTERNATIONAL, CorrectionKind.COMPLETED, undefined],
  [RuleSet.INTERNATIONAL_2006, CorrectionKind.CORRECTED, "annex 1, 5.4"],
  [RuleSet.INTERNATIONAL_2006_OPEN, CorrectionKind.CORRECTED, "annex 1, 5.4"],
  [RuleSet.BOXED_12200, CorrectionKind.CORRECTED, undefined],
])("the article of a change in each language: rules %i, kind %i", (rules, kind, cited) => {
  const article = articleOf(rules, kind);
  const told = texts.map((w) => article && w(article));
  const by = ["Volgens", "Neffens", "By"].map((word) => cited && `${word} ${cited}.`);
  expect(told).toEqual(by);
});
