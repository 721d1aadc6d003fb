// The players of a tournament, each with the way to a page of their own.

import type { Feed } from "../live/feed";
import { playerPath } from "../router";
import { texts } from "../text/language";
import { Empty } from "./empty";

export function Players({ feed }: { readonly feed: Feed }) {
  const t = texts.value;
  const players = [...feed.players.value.values()];
  if (players.length === 0) return <Empty title={t("no-players")} />;
  const order = new Intl.Collator([...t.locales]);
  return (
    <ul class="players">
      {players
        .sort((a, b) => order.compare(a.name, b.name))
        .map((player) => (
          <li key={player.id}>
            <a href={playerPath(feed.venue, feed.id, player.id)} data-player-link={player.id}>
              <span class="standings-name">{player.name}</span>
              <span class="player-details">
                {[
                  player.club ?? "",
                  player.rating === null ? "" : t("rating", { rating: player.rating }),
                ]
                  .filter((part) => part !== "")
                  .join(" · ")}
              </span>
            </a>
          </li>
        ))}
    </ul>
  );
}
