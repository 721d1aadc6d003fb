// One game of the overview: names, a miniature board, clocks, the last move or the result.

import type { Feed } from "../live/feed";
import { gamePath } from "../router";
import { moveNumber } from "../state/plies";
import { texts } from "../text/language";
import { boardName, paperPhrase, playerName, resultWords, scoreText } from "../text/phrases";
import type { Game } from "../wire/frames";
import { Board } from "./board";
import { PlayerLine } from "./player_line";

interface CardProps {
  readonly feed: Feed;
  readonly id: string;
}

export function Card({ feed, id }: CardProps) {
  const game = feed.game(id).value;
  if (game === null) return null;
  const t = texts.value;
  const players = feed.players.value;
  const rules = feed.tournament.value?.rules ?? null;
  const last = game.moves.at(-1) ?? null;
  const name = boardName(t, feed.rounds.value, game.id, game.table);
  const label = t("open-board", {
    board: name,
    white: playerName(players, game.white),
    black: playerName(players, game.black),
  });
  return (
    <li
      class="card"
      data-game={game.id}
      data-ply={game.moves.length}
      data-state={stateOf(game)}
      data-result={game.result?.text}
    >
      <div class="card-head">
        <h3 class="card-title">
          <a class="card-link" href={gamePath(feed.venue, feed.id, game.id)} aria-label={label}>
            {name}
          </a>
        </h3>
        <span class="card-state">{stateText(game)}</span>
      </div>
      <div class="card-board">
        <Board fen={game.fen} lastMove={last} ply={game.moves.length} />
      </div>
      <PlayerLine game={game} side="black" players={players} now={feed.now} />
      <PlayerLine game={game} side="white" players={players} now={feed.now} />
      <p class="card-foot">
        {game.result !== null ? (
          <span class="card-result">{resultWords(t, game.result, rules)}</span>
        ) : game.onPaperFrom !== null ? (
          <span class="card-foot-label" data-on-paper>
            {paperPhrase(t, game, game.onPaperFrom)}
          </span>
        ) : last !== null ? (
          <>
            <span class="card-foot-label">{t("last-move")}</span> <b>{last.text}</b>
          </>
        ) : game.veil?.hasNext ? (
          <span class="card-foot-label">{t("veiled-board")}</span>
        ) : (
          <span class="card-foot-label">{game.started ? t("no-moves") : t("not-started")}</span>
        )}
      </p>
    </li>
  );
}

/** A board of a match without a game. */
export function EmptyCard({ board }: { readonly board: number }) {
  const t = texts.value;
  return (
    <li class="card card-empty" data-empty-board={board}>
      <h3 class="card-title">{t("match-board", { board })}</h3>
      <p>{t("empty-board")}</p>
    </li>
  );
}

function stateOf(game: Game): "waiting" | "running" | "paper" | "finished" {
  if (game.result !== null) return "finished";
  if (game.onPaperFrom !== null) return "paper";
  return game.started ? "running" : "waiting";
}

function stateText(game: Game): string {
  if (game.result !== null) return scoreText(texts.value, game.result);
  if (game.moves.length === 0) return "";
  return texts.value("move", { number: moveNumber(game, game.moves.length) });
}
