// The latest event of a game in words, which screen readers announce.

import type { Feed } from "../live/feed";
import { type Correction, sideOf } from "../state/plies";
import type { ShownGame } from "../state/veil";
import { texts } from "../text/language";
import {
  byHandPhrase,
  clockNews,
  correctionPhrase,
  paperPhrase,
  playerName,
  resultPhrase,
} from "../text/phrases";

interface NewsProps {
  readonly feed: Feed;
  readonly game: ShownGame;
  readonly correction: Correction | null;
}

/** The latest event of the game itself, whatever position the spectator is looking at. */
export function News({ feed, game, correction }: NewsProps) {
  const t = texts.value;
  const last = game.moves.at(-1);
  const mover = sideOf(game, game.moves.length) === "black" ? game.black : game.white;
  return (
    <div class="news" aria-live="polite" data-news>
      {game.veil && <p data-veiled>{t("veiled-game")}</p>}
      {correction !== null && (
        <p class="news-remark" data-correction>
          {correctionPhrase(t, game, correction)}
        </p>
      )}
      {game.result !== null && (
        <p class="news-result" data-result-text>
          {resultPhrase(t, game.result, feed.tournament.value?.rules ?? null)}
        </p>
      )}
      {game.result?.byHand && (
        <p class="news-remark" data-by-hand>
          {byHandPhrase(t, game.result.byHand)}
        </p>
      )}
      {game.colorsReversed && (
        <p class="news-remark" data-colors-reversed>
          {t("colors-reversed")}
        </p>
      )}
      {game.onPaperFrom !== null && (
        <p class="news-remark" data-on-paper>
          {paperPhrase(t, game, game.onPaperFrom)}
        </p>
      )}
      {clockNews(t, game, feed.players.value).map((line) => (
        <p class="news-remark" key={line} data-clock-news>
          {line}
        </p>
      ))}
      <p class="news-move">
        {last
          ? t("last-move-by", { move: last.text, name: playerName(feed.players.value, mover) })
          : game.started
            ? t("no-moves")
            : t("not-started")}
      </p>
    </div>
  );
}
