// The articles by which an arbiter changes a record, for the players at the table.

import { CorrectionKind } from "../gen/damcast/v1/events_pb";
import { RuleSet } from "../gen/damcast/v1/types_pb";

type Articles = Partial<Record<CorrectionKind, string>>;

/** The Frisian rulebook. */
const FRISIAN: Articles = {
  [CorrectionKind.RETRACTED]: "rules art. 27",
  [CorrectionKind.CORRECTED]: "rules art. 27",
  [CorrectionKind.POSITION_SET]: "rules art. 27",
  [CorrectionKind.COMPLETED]: "C art. 5",
};

/** The rules of the FMJD: irregular moves, and a position that was changed by accident. */
const INTERNATIONAL: Articles = {
  [CorrectionKind.RETRACTED]: "annex 1, 5.4",
  [CorrectionKind.CORRECTED]: "annex 1, 5.4",
  [CorrectionKind.POSITION_SET]: "annex 1, 5.5",
};

const BY_RULES: Partial<Record<RuleSet, Articles>> = {
  [RuleSet.FRISIAN]: FRISIAN,
  [RuleSet.INTERNATIONAL]: INTERNATIONAL,
  [RuleSet.INTERNATIONAL_2006]: INTERNATIONAL,
  [RuleSet.INTERNATIONAL_2006_OPEN]: INTERNATIONAL,
};

/** Returns the article by which a record is changed under some rules; `undefined` if they have none for it. */
export function articleOf(rules: RuleSet, kind: CorrectionKind): string | undefined {
  return BY_RULES[rules]?.[kind];
}
