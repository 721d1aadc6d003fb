// The ways in which the game of a board may have gone on that nothing explains: the arbiter picks one,
// sets the position, or lets the game go on on paper.

import { boardIngest } from "../wire/api";
import { act } from "./acts";
import type { Alarm, GapTap } from "./alarms";
import { accepted, headerOf } from "./device";
import { isKnown } from "./do";
import { textOf } from "./history";
import type { Live } from "./live";
import { rulingsOf } from "./rulings";
import { words } from "./text";
import type { Watch } from "./watch";

interface GapChoicesProps {
  readonly live: Live;
  readonly watch: Watch;
  readonly alarm: Alarm;
  readonly tap: GapTap;
}

export function GapChoices({ live, watch, alarm, tap }: GapChoicesProps) {
  const w = words.value;
  const judged = watch.games.value.get(tap.game);
  const plies = judged?.state?.plies.length;
  if (alarm.seen !== null || !judged || judged.state?.outcome) return null;
  const rulings = rulingsOf(live, tap.game, judged);
  const others = rulings.filter(({ id }) => id === "position" || id === "paper");
  const done = () => watch.acknowledge(alarm);
  return (
    <div class="gap-choices">
      {plies !== tap.ply && <p class="hint">{w("gap-gone-on")}</p>}
      {plies === tap.ply &&
        tap.ways.map((way) => {
          const moves = way.moves.map((move) => textOf(move)).join(" ");
          const squares = way.differences?.squares ?? [];
          const rest =
            squares.length === 0
              ? ""
              : ` · ${w("gap-differs", { count: squares.length, squares: squares.join(", ") })}`;
          return (
            <button
              key={`${moves} ${squares}`}
              type="button"
              class="button"
              data-way={moves}
              onClick={() => void play(live, tap, way).then((is) => (is ? done() : undefined))}
            >
              {`${moves || w("gap-disturbed")}${rest}`}
            </button>
          );
        })}
      {others.map(({ id, label, run }) => (
        <button
          key={id}
          type="button"
          class="button"
          data-way={id}
          onClick={() => void run().then(() => watch.read(tap.game))}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Plays a way as moves of this desk; returns true once all of them are told. */
async function play(live: Live, { game, ply }: GapTap, way: GapTap["ways"][number]) {
  if (!(await isKnown())) return false;
  const label = words.value("gap-picks", {
    moves: way.moves.map((move) => textOf(move)).join(" "),
  });
  const told = way.moves.map((move, at) => ({
    header: headerOf(live, game),
    ply: ply + at + 1,
    move,
  }));
  const done = await act(`gap ${game}`, label, async () => {
    for (const request of told) accepted((await boardIngest.submitMove(request)).verdict);
    return true;
  });
  return done === true;
}
