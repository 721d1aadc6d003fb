// The result that the players show on a board, which the desk enters, or leaves.

import type { Alarm, ResultTap } from "./alarms";
import { isOneHalfZero } from "./model";
import { scoreText } from "./result_keys";
import { words } from "./text";
import type { Watch } from "./watch";

interface ResultChoiceProps {
  readonly watch: Watch;
  readonly alarm: Alarm;
  readonly tap: ResultTap;
}

export function ResultChoice({ watch, alarm, tap }: ResultChoiceProps) {
  const tournament = watch.live.tournament.value;
  // A game that has a result needs no other.
  if (!tournament || watch.games.value.get(tap.game)?.state?.outcome) return null;
  const score = scoreText(tap.score, isOneHalfZero(tournament));
  return (
    <button
      type="button"
      class="button"
      data-tap="result"
      onClick={() => void watch.decide(alarm, true)}
    >
      {words.value("enter-shown", { score })}
    </button>
  );
}
