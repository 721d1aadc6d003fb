// The names of results.

import { Score } from "../gen/damcast/v1/types_pb";
import { words } from "./text";

const SCORES = {
  [Score.UNSPECIFIED]: "score-unplayed",
  [Score.WHITE_WINS]: "score-white",
  [Score.DRAW]: "score-draw",
  [Score.BLACK_WINS]: "score-black",
  [Score.BOTH_LOSE]: "score-both-lose",
  [Score.UNPLAYED]: "score-unplayed",
} as const;

/** Returns the result in words. */
export function scoreName(score: Score): string {
  return words.value(SCORES[score]);
}
