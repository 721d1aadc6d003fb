// A board, or the boards and tables of a round, in a frame of another page.

import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Feed } from "../live/feed";
import { gamePath, overviewPath } from "../router";
import { currentRound } from "../state/rounds";
import { texts } from "../text/language";
import { playerName } from "../text/phrases";
import { Card } from "../view/card";
import { Embargoes } from "../view/embargoes";
import { Empty } from "../view/empty";
import { GamePage } from "../view/game_page";
import { Standings } from "../view/standings";
import { StatusLine } from "../view/status";
import type { Settings } from "./settings";

export function App({ settings }: { readonly settings: Settings | null }) {
  if (settings === null) return <Empty title={texts.value("missing-tournament")} isPage />;
  return <Frame settings={settings} />;
}

function Frame({ settings }: { readonly settings: Settings }) {
  const t = texts.value;
  const feed = useMemo(() => {
    return new Feed(settings.venue, settings.id, signal(settings.hidesResults));
  }, [settings]);
  useEffect(() => {
    feed.start();
    return () => feed.stop();
  }, [feed]);
  const info = feed.tournament.value;
  if (info === null) {
    return <Empty title={t(feed.missing.value ? "missing-tournament" : "loading")} isPage />;
  }
  const { game } = settings;
  const round = currentRound(feed.rounds.value);
  const shown = game === null ? null : feed.game(game).value;
  const inSight = shown?.round ?? settings.round ?? round?.number ?? 0;
  const later = <Embargoes tournament={info} round={inSight} table={shown?.table ?? 0} />;
  const isOver = game ? (shown?.result ?? null) !== null : round?.state === "closed";
  if (settings.isOverlay) {
    return (
      <>
        {later}
        <Overlay feed={feed} settings={settings} />
      </>
    );
  }
  return (
    <div class="embed" data-stale={feed.status.value.kind !== "live"}>
      <header class="embed-head">
        <a
          class="embed-title"
          href={
            game
              ? gamePath(feed.venue, feed.id, game)
              : overviewPath(feed.venue, feed.id, settings.round)
          }
        >
          {game ? pairOf(feed, game) || info.name : info.name}
        </a>
        <StatusLine status={feed.status.value} isOver={isOver} />
      </header>
      {info.notice !== "" && <p class="notice">{info.notice}</p>}
      {later}
      <main id="main">
        {game ? <GamePage feed={feed} id={game} /> : <Parts feed={feed} settings={settings} />}
      </main>
    </div>
  );
}

/** The boards alone, over the picture of a camera. */
function Overlay({ feed, settings }: { readonly feed: Feed; readonly settings: Settings }) {
  const ids = settings.game === null ? boardsOf(feed, settings) : [settings.game];
  return (
    <ul class="cards overlay">
      {ids.map((id) => (
        <Card key={id} feed={feed} id={id} />
      ))}
    </ul>
  );
}

function Parts({ feed, settings }: { readonly feed: Feed; readonly settings: Settings }) {
  const t = texts.value;
  const ids = boardsOf(feed, settings);
  return (
    <>
      {settings.parts.includes("boards") &&
        (ids.length > 0 ? (
          <ul class="cards">
            {ids.map((id) => (
              <Card key={id} feed={feed} id={id} />
            ))}
          </ul>
        ) : (
          <Empty title={t("no-rounds")} />
        ))}
      {settings.parts.includes("standings") && <Standings feed={feed} />}
    </>
  );
}

/** Returns the ids of the games that are shown, by table. */
function boardsOf(feed: Feed, { round, boards }: Settings): readonly string[] {
  const rounds = feed.rounds.value;
  const shown = round === null ? currentRound(rounds) : rounds.find((one) => one.number === round);
  const ids = shown?.games ?? [];
  return boards === null
    ? ids
    : ids.filter((id) => boards.includes(feed.game(id).value?.table ?? 0));
}

function pairOf(feed: Feed, id: string): string {
  const game = feed.game(id).value;
  if (game === null) return "";
  const players = feed.players.value;
  return `${playerName(players, game.white)} – ${playerName(players, game.black)}`;
}
