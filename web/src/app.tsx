// The frame around every page: header, language, connection status, and the page itself.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Feed } from "./live/feed";
import { hidesResults } from "./live/spoilers";
import { isUndelayed, openUndelayed, refusal } from "./live/undelayed";
import { type PartRoute, type Route, route } from "./router";
import { currentRound } from "./state/rounds";
import { TEXTS, texts } from "./text/language";
import { boardName, playerName, scoreText } from "./text/phrases";
import { Empty } from "./view/empty";
import { GamePage } from "./view/game_page";
import { InTheClear } from "./view/in_the_clear";
import { Languages } from "./view/languages";
import { TournamentList } from "./view/list";
import { Overview } from "./view/overview";
import { PartPage } from "./view/part_page";
import { SpoilerSwitch } from "./view/spoilers";
import { StatusLine } from "./view/status";
import { Tabs } from "./view/tabs";

export function App() {
  const t = texts.value;
  const shown = route.value;
  const feed = useFeed(shown);
  const main = useRef<HTMLElement>(null);
  const place = placeOf(shown);
  const isFirst = useRef(true);

  // Moves the focus when the page changes.
  useEffect(() => {
    // On arrival the browser sets the focus itself; afterwards a new page starts at its title.
    if (isFirst.current) isFirst.current = false;
    else {
      const title = main.current?.querySelector<HTMLElement>("h1") ?? main.current;
      title?.focus({ preventScroll: true });
    }
  }, [place]);

  const title = useComputed(() => titleOf(route.value, feed.value));
  useEffect(() => {
    document.title = title.value;
  }, [title.value]);

  return (
    <>
      <a class="skip" href="#main">
        {t("skip")}
      </a>
      <header class="header">
        <a class="brand" href="/" aria-label={`Damcast, ${t("home")}`}>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>Damcast</span>
        </a>
        {feed.value && !feed.value.missing.value && (
          <StatusLine status={feed.value.status.value} isOver={isOver(feed.value, shown)} />
        )}
        <SpoilerSwitch />
        <Languages label={t("language")} nameOf={(one) => TEXTS[one]("language-name")} />
      </header>
      <InTheClear />
      {isUndelayed.value && (
        <p class="undelayed" role="status">
          {refusal.value || t("undelayed")}
        </p>
      )}
      <main id="main" ref={main} tabIndex={-1} data-page={shown.page}>
        {shown.page === "list" ? (
          <TournamentList />
        ) : shown.page === "missing" ? (
          <Empty title={t("missing-page")} isPage />
        ) : (
          feed.value && <TournamentPage feed={feed.value} shown={shown} />
        )}
      </main>
    </>
  );
}

function TournamentPage({ feed, shown }: { readonly feed: Feed; readonly shown: Route }) {
  const t = texts.value;
  if (feed.tournament.value === null) {
    return feed.missing.value ? (
      <Empty title={t("missing-tournament")} hint={t("missing-tournament-hint")} isPage />
    ) : (
      <Empty title={t("loading")} isPage />
    );
  }
  const isStale = feed.status.value.kind !== "live";
  return (
    <div class="page" data-stale={isStale}>
      {shown.page !== "game" && <Tabs feed={feed} page={shown.page} />}
      {shown.page === "game" && <GamePage feed={feed} id={shown.game} ply={shown.ply} />}
      {shown.page === "overview" && <Overview feed={feed} round={shown.round} />}
      {isPart(shown) && <PartPage feed={feed} shown={shown} />}
    </div>
  );
}

function isPart(shown: Route): shown is PartRoute {
  return ["player", "players", "crosstable", "schedule"].includes(shown.page);
}

/** Returns the page that an address leads to, without what only changes on it. */
function placeOf(shown: Route): string {
  if (shown.page === "game") return `game ${shown.game}`;
  return shown.page === "player" ? `player ${shown.player}` : shown.page;
}

/** Returns true if the game or the round that is shown is over. */
function isOver(feed: Feed, shown: Route): boolean {
  if (shown.page === "game") return (feed.game(shown.game).value?.result ?? null) !== null;
  const rounds = feed.rounds.value;
  const round =
    shown.page === "overview" && shown.round !== null
      ? rounds.find((one) => one.number === shown.round)
      : currentRound(rounds);
  return round?.state === "closed";
}

/** Keeps one stream open while pages of the same tournament are shown. */
function useFeed(shown: Route) {
  const feed = useSignal<Feed | null>(null);
  const venue = "venue" in shown ? shown.venue : null;
  const id = "id" in shown ? shown.id : null;
  useEffect(() => {
    if (venue === null || id === null) return;
    const open = isUndelayed.peek() && { socket: openUndelayed, events: openUndelayed };
    const opened = new Feed(venue, id, hidesResults, open || undefined);
    feed.value = opened;
    opened.start();
    return () => {
      opened.stop();
      feed.value = null;
    };
  }, [venue, id, feed]);
  return feed;
}

function titleOf(shown: Route, feed: Feed | null): string {
  const t = texts.value;
  const name = feed?.tournament.value?.name;
  if (shown.page === "list" || name === undefined) return "Damcast";
  if (shown.page === "player" && feed) {
    return `${playerName(feed.players.value, shown.player)} · ${name}`;
  }
  if (shown.page === "crosstable" || shown.page === "schedule" || shown.page === "players") {
    return `${t(shown.page)} · ${name}`;
  }
  if (shown.page !== "game") return `${name} · Damcast`;
  const game = feed?.game(shown.game).value;
  if (!game || !feed) return `${name} · Damcast`;
  const players = feed.players.value;
  const pair = `${playerName(players, game.white)} – ${playerName(players, game.black)}`;
  const head = game.result
    ? scoreText(t, game.result)
    : boardName(t, feed.rounds.value, game.id, game.table);
  return `${head} ${pair} · ${name}`;
}
