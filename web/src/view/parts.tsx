// The pages of a tournament beside its boards, in a file that is loaded when one of them is shown.

import type { Feed } from "../live/feed";
import type { PartRoute } from "../router";
import { texts } from "../text/language";
import { CrossTable } from "./cross_table";
import { PlayerPage } from "./player_page";
import { Players } from "./players";
import { Schedule } from "./schedule";

export function Pages({ feed, shown }: { readonly feed: Feed; readonly shown: PartRoute }) {
  if (shown.page === "player")
    return <PlayerPage feed={feed} id={shown.player} key={shown.player} />;
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{texts.value(shown.page)}</h1>
        <p class="subtitle">{feed.tournament.value?.name}</p>
      </div>
      {shown.page === "players" && <Players feed={feed} />}
      {shown.page === "crosstable" && <CrossTable feed={feed} />}
      {shown.page === "schedule" && <Schedule feed={feed} />}
    </>
  );
}
