// Shows the moves that came too late. Once the arbiter lets the game go on they are played by one tap.

import { useSignal } from "@preact/signals";
import { written } from "./entry";
import { add, game, ownInputs } from "./game";
import { shown } from "./in_play";
import { moveNumber } from "./in_words";
import { type LateMove, lateMoves } from "./late_moves";
import { confirmThat, isConfirmed } from "./seen";
import { words } from "./text";

export function Late() {
  const w = words.value;
  const isBusy = useSignal(false);
  const [told, now] = [game.value, shown.value];
  if (!told || told.onPaperFrom > 0 || !now) return null;
  const late = lateMoves(told, ownInputs.value, now);
  const [first] = late;
  const declined = `late ${first?.sequence}`;
  const isOver = told.outcome !== undefined;
  if (!first || isConfirmed(declined) || !(isOver || told.isOpen)) return null;
  const moves = late.map(inWords).join(", ");
  const play = async (moment: number) => {
    isBusy.value = true;
    for (const { act } of late) {
      // Those after one that was not kept stay offered.
      if (!(await add(act, moment))) break;
    }
    isBusy.value = false;
  };
  return (
    <div class="tablet-changed" role="alert" data-late={late.length}>
      <p>{w(isOver ? "late-moves" : "late-play", { moves })}</p>
      {isOver && <p>{w("late-hint")}</p>}
      {!isOver && (
        <>
          <button
            type="button"
            class="big-button big-next"
            data-act="late-yes"
            disabled={isBusy.value}
            onClick={(event) => void play(event.timeStamp)}
          >
            {w("late-yes")}
          </button>
          <button
            type="button"
            class="big-button"
            data-act="late-no"
            disabled={isBusy.value}
            onClick={() => void confirmThat(declined)}
          >
            {w("late-no")}
          </button>
        </>
      )}
    </div>
  );
}

function inWords({ act }: LateMove): string {
  const { from, to, captured } = act.move;
  return `${moveNumber(act.ply)} ${written(from, to, captured.length > 0)}`;
}
