// One game on a big board: position, clocks, moves, and stepping back and forth while it goes on.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { apiPath, type Feed } from "../live/feed";
import { gamePath, overviewPath, playerPath } from "../router";
import { durationText, spentMs } from "../state/move_times";
import { type Correction, correctionOf, fenAfter } from "../state/plies";
import { afterCorrection, newMoves, type Stepping, shownPly, stepTo } from "../state/stepping";
import type { ShownGame } from "../state/veil";
import { texts } from "../text/language";
import { irregularPhrase } from "../text/phrases";
import { parseFen } from "../wire/position";
import { Board } from "./board";
import { Controls, toEnd, type Wanted } from "./controls";
import { Empty } from "./empty";
import { GameHead } from "./game_head";
import { MoveList } from "./move_list";
import { News } from "./news";
import { PlayerLine } from "./player_line";
import { PositionInWords } from "./position_in_words";
import { Share } from "./share";
import { useKeys, useSwipes } from "./stepping_input";

/** Milliseconds after the last step until the address follows: browsers limit its changes. */
const ADDRESS_AFTER_MS = 300;

interface GamePageProps {
  readonly feed: Feed;
  readonly id: string;
  /**
   * The ply to begin with, `null` for the latest one; the address then follows the steps. Absent in
   * frames, whose address says what they show.
   */
  readonly ply?: number | null;
}

export function GamePage({ feed, id, ply }: GamePageProps) {
  const t = texts.value;
  const game = feed.game(id).value;
  if (feed.tournament.value === null) return null;
  if (game === null) {
    return (
      <>
        <Empty title={t("missing-game")} isPage />
        <p class="empty">
          <a href={overviewPath(feed.venue, feed.id, null)}>{t("all-boards")}</a>
        </p>
      </>
    );
  }
  return <LiveGame feed={feed} game={game} ply={ply} key={id} />;
}

interface LiveGameProps {
  readonly feed: Feed;
  readonly game: ShownGame;
  readonly ply: number | null | undefined;
}

function LiveGame({ feed, game, ply }: LiveGameProps) {
  const t = texts.value;
  const length = game.moves.length;
  const stepping = useSignal<Stepping>(typeof ply === "number" ? stepTo(null, ply, length) : null);
  const correction = useSignal<Correction | null>(null);
  const isFlipped = useSignal(false);
  const board = useRef<HTMLDivElement>(null);
  const shown = shownPly(stepping.value, length);
  // Read at the time of the key, because keys can come faster than the page is painted.
  const step = (wanted: Wanted) => {
    const latest = feed.game(game.id).peek()?.moves.length ?? 0;
    const before = stepping.peek();
    const next = wanted(shownPly(before, latest), latest);
    stepping.value = stepTo(before, next, latest);
    if (next > latest) feed.stepOn(game.id);
  };
  const flip = () => {
    isFlipped.value = !isFlipped.value;
  };
  useKeys(step, flip);
  useSwipes(board, step);

  // Runs when the game has changed, before it is painted.
  const known = useRef(game);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = game;
    // Moves that are hidden were not taken back.
    const isUnveiled = (before.veil === undefined) === (game.veil === undefined);
    const found = isUnveiled ? correctionOf(before, game) : null;
    if (found !== null) {
      correction.value = found;
      stepping.value = afterCorrection(stepping.peek(), game.moves.length);
    } else if (
      game.moves.length > before.moves.length ||
      (game.result !== null && before.result === null)
    ) {
      correction.value = null;
    }
  }, [game]);

  const chosen = stepping.value === null ? null : shown;
  const isAddressed = ply !== undefined;
  useEffect(() => {
    if (!isAddressed) return;
    const address = () => {
      const url = new URL(location.href);
      if (chosen === null) url.searchParams.delete("ply");
      else url.searchParams.set("ply", String(chosen));
      if (url.href !== location.href) history.replaceState(null, "", url);
    };
    // Whoever follows the game again follows it on a page that is loaded anew, too.
    if (chosen === null) return address();
    const timer = setTimeout(address, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [chosen, isAddressed]);

  const move = shown > 0 ? (game.moves[shown - 1] ?? null) : null;
  const spent = spentMs(game, shown);
  const fen = fenAfter(game, shown);
  const line = (side: "white" | "black") => (
    <PlayerLine
      game={game}
      side={side}
      players={feed.players.value}
      now={feed.now}
      href={isAddressed ? playerPath(feed.venue, feed.id, game[side]) : undefined}
      full
    />
  );
  return (
    <article
      class="game"
      data-game={game.id}
      data-ply={shown}
      data-live-ply={length}
      data-result={game.result?.text}
    >
      <GameHead feed={feed} game={game} />
      <div class="game-board" ref={board}>
        {line(isFlipped.value ? "white" : "black")}
        <Board fen={fen} lastMove={move} ply={shown} flipped={isFlipped.value} numbered />
        {line(isFlipped.value ? "black" : "white")}
      </div>
      <div class="game-side">
        <News feed={feed} game={game} correction={correction.value} />
        <Controls
          shown={shown}
          length={length}
          hasNext={game.veil?.hasNext ?? false}
          isFlipped={isFlipped.value}
          onStep={step}
          onFlip={flip}
        />
        {game.veil ? (
          <button type="button" class="to-live" data-unveil onClick={() => feed.unveil(game.id)}>
            {t("unveil-game")}
          </button>
        ) : (
          stepping.value !== null && (
            <button type="button" class="to-live" data-to-live onClick={() => step(toEnd)}>
              {t("back-to-live")}
              <span class="count">{t("moves-behind", { count: length - shown })}</span>
              {newMoves(stepping.value, length) > 0 && (
                <span class="count">
                  {t("new-moves", { count: newMoves(stepping.value, length) })}
                </span>
              )}
            </button>
          )
        )}
        {spent !== null && (
          <p class="move-spent" data-move-spent>
            {t("move-took", { time: durationText(spent) })}
          </p>
        )}
        {move !== null && move.irregular !== null && (
          <p class="move-remark" data-move-remark>
            <span aria-hidden="true">§</span> {irregularPhrase(t, move.irregular)}
          </p>
        )}
        <div class="moves-head">
          <h2>{t("moves")}</h2>
          {/* Before the list: nobody has to step through a hundred moves to it. */}
          {!game.veil && (
            <a
              class="pdn"
              href={`${apiPath(feed.venue, feed.id)}/games/${encodeURIComponent(game.id)}.pdn`}
              download={`${feed.id}-${game.id}.pdn`}
            >
              {t("pdn")}
            </a>
          )}
          <Share path={gamePath(feed.venue, feed.id, game.id)} ply={chosen} />
        </div>
        <MoveList game={game} shown={shown} onChoose={(ply) => step(() => ply)} />
        <p class="keys">{t("keys")}</p>
        <PositionInWords position={parseFen(fen)} />
      </div>
    </article>
  );
}
