// The meetings of a tournament that is followed, made anew when one begins or ends.

import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Feed } from "../live/feed";
import { type Meetings, meetingsOfPlayers } from "../state/meetings";

/** Returns the meetings of the players. Moves, which come all the time, do not make them anew. */
export function useMeetings(feed: Feed): Meetings {
  const rounds = feed.rounds.value;
  const states = useComputed(() =>
    feed.rounds.value
      .flatMap((round) => round.games)
      .map((id) => {
        const game = feed.game(id).value;
        return game === null
          ? "-"
          : `${game.white} ${game.black} ${game.started} ${game.result?.text}`;
      })
      .join(),
  ).value;
  return useMemo(
    () => meetingsOfPlayers(rounds, (id) => feed.game(id).peek()),
    [feed, rounds, states],
  );
}
