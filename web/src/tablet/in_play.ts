// The game in play as this tablet shows it: the board, the clock, and what is told of the last act.

import { computed } from "@preact/signals";
import { StartMode } from "../gen/damcast/v1/types_pb";
import { game, gamePath, ownInputs, sides } from "./game";
import { unsent } from "./link";
import { sideOfColor } from "./model";
import { type Input, isStanding } from "./outbox";
import { shownClock, shownGame } from "./shown_game";

/** The game as it is shown. */
export const shown = computed(() => (game.value ? shownGame(game.value, ownInputs.value) : null));

/** The last input of this tablet for the game, since the arbiter changed it last. */
export const lastInput = computed<Input | null>(() => {
  const isShown = ({ act, line }: Input) =>
    act.kind !== "call" && act.kind !== "result" && line === game.value?.line;
  return ownInputs.value.findLast(isShown) ?? null;
});

/** The clock as it is shown; `null` if the game has none. */
export const clock = computed(() => {
  const state = game.value?.clock;
  if (!state) return null;
  const kept = unsent.value.filter((input) => input.game === gamePath.value);
  return shownClock(state, kept, game.value?.terms?.start === StartMode.NOTATION);
});

/** True if Black has to press before the first move. */
export const awaitsPress = computed(() => {
  const now = game.value;
  if (!now?.isOpen || shown.value?.ply !== 1 || now.outcome) return false;
  const start = now.terms?.start ?? StartMode.HOUR;
  const isPressed = ownInputs.value.some(
    (input) => input.act.kind === "press" && isStanding(input),
  );
  // A clock beside the board is pressed there.
  if (start === StartMode.NONE || start === StartMode.NOTATION) return false;
  const isAsked = now.blackStarts || start === StartMode.TABLE;
  const runs = sideOfColor(now.clock?.running ?? 0);
  return isAsked && !isPressed && runs !== "white" && sides.value.includes("black");
});
