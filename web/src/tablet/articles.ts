// The articles by which an arbiter changes a record, for the players at the table.

import { CorrectionKind } from "../gen/damcast/v1/events_pb";
import { RuleSet } from "../gen/damcast/v1/types_pb";

/** The messages that cite an article, each in the words of its language. */
type Citation = "by-rules-27" | "by-chapter-c-5" | "by-annex-1-5-4" | "by-annex-1-5-5";

type Articles = Partial<Record<CorrectionKind, Citation>>;

/** The Frisian rulebook. */
const FRISIAN: Articles = {
  [CorrectionKind.RETRACTED]: "by-rules-27",
  [CorrectionKind.CORRECTED]: "by-rules-27",
  [CorrectionKind.POSITION_SET]: "by-rules-27",
  [CorrectionKind.COMPLETED]: "by-chapter-c-5",
};

/** The rules of the FMJD: irregular moves, and a position that was changed by accident. */
const INTERNATIONAL: Articles = {
  [CorrectionKind.RETRACTED]: "by-annex-1-5-4",
  [CorrectionKind.CORRECTED]: "by-annex-1-5-4",
  [CorrectionKind.POSITION_SET]: "by-annex-1-5-5",
};

const BY_RULES: Partial<Record<RuleSet, Articles>> = {
  [RuleSet.FRISIAN]: FRISIAN,
  [RuleSet.INTERNATIONAL]: INTERNATIONAL,
  [RuleSet.INTERNATIONAL_2006]: INTERNATIONAL,
  [RuleSet.INTERNATIONAL_2006_OPEN]: INTERNATIONAL,
};

/** Returns the message that cites the article by which a record is changed under some rules; `undefined` if they have none. */
export function articleOf(rules: RuleSet, kind: CorrectionKind): Citation | undefined {
  return BY_RULES[rules]?.[kind];
}
