// The top of the page of a game: the way to other boards, the players, and where they sit.

import type { Feed } from "../live/feed";
import { gamePath, overviewPath } from "../router";
import { currentRound, neighbours } from "../state/rounds";
import { texts } from "../text/language";
import { boardName, controlPhrase, playerName } from "../text/phrases";
import type { Game } from "../wire/frames";
import { Embargoes } from "./embargoes";

export function GameHead({ feed, game }: { readonly feed: Feed; readonly game: Game }) {
  const t = texts.value;
  const rounds = feed.rounds.value;
  const { previous, next } = neighbours(rounds, game);
  const board = (id: string, guess: number) =>
    boardName(t, rounds, id, feed.game(id).value?.table ?? guess);
  const isCurrent = currentRound(rounds)?.number === game.round;
  const players = feed.players.value;
  return (
    <div class="game-head">
      <nav class="game-nav" aria-label={t("boards")}>
        <a href={overviewPath(feed.venue, feed.id, isCurrent ? null : game.round)} data-back>
          {t("all-boards")}
        </a>
        <span class="game-nav-pair">
          {previous !== null && (
            <a
              href={gamePath(feed.venue, feed.id, previous)}
              rel="prev"
              aria-label={`${t("previous-board")}, ${board(previous, game.table - 1)}`}
            >
              ‹ {board(previous, game.table - 1)}
            </a>
          )}
          {next !== null && (
            <a
              href={gamePath(feed.venue, feed.id, next)}
              rel="next"
              aria-label={`${t("next-board")}, ${board(next, game.table + 1)}`}
            >
              {board(next, game.table + 1)} ›
            </a>
          )}
        </span>
      </nav>
      <h1 tabIndex={-1}>
        {playerName(players, game.white)}
        {"\u00a0"}
        <span class="versus">–</span> {playerName(players, game.black)}
      </h1>
      <p class="subtitle">
        {[
          feed.tournament.value?.name ?? "",
          t("round", { round: game.round }),
          boardName(t, rounds, game.id, game.table),
          controlPhrase(t, feed.tournament.value?.control ?? null),
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
      {feed.tournament.value?.notice && <p class="notice">{feed.tournament.value.notice}</p>}
      {feed.tournament.value && (
        <Embargoes tournament={feed.tournament.value} round={game.round} table={game.table} />
      )}
    </div>
  );
}
