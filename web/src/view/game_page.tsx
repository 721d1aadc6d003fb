// One game on a big board: position, clocks, moves, and stepping back and forth while it goes on.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { apiPath, type Feed } from "../live/feed";
import { gamePath, overviewPath } from "../router";
import { type Correction, correctionOf, fenAfter, sideOf } from "../state/plies";
import { currentRound, neighbours } from "../state/rounds";
import { afterCorrection, newMoves, type Stepping, shownPly, stepTo } from "../state/stepping";
import { texts } from "../text/language";
import {
  boardName,
  byHandPhrase,
  clockNews,
  controlPhrase,
  correctionPhrase,
  irregularPhrase,
  paperPhrase,
  playerName,
  resultPhrase,
} from "../text/phrases";
import type { Game } from "../wire/frames";
import { parseFen } from "../wire/position";
import { Board } from "./board";
import { Empty } from "./empty";
import { MoveList } from "./move_list";
import { PlayerLine } from "./player_line";
import { PositionInWords } from "./position_in_words";

const toStart = () => 0;
const back = (shown: number) => shown - 1;
const forth = (shown: number) => shown + 1;
const toEnd = (_: number, length: number) => length;

const KEYS: Readonly<Record<string, (shown: number, length: number) => number>> = {
  Home: toStart,
  ArrowLeft: back,
  ArrowRight: forth,
  End: toEnd,
};

/** Elements that leave Home and End to the game; on a link elsewhere they scroll the page. */
const GAME_CONTROLS = ".controls, .to-live, .moves";

/** Returns true if the focused element leaves this key to the page. */
function isForGame({ key, target }: KeyboardEvent): boolean {
  // An element that the page has focused itself, such as a title, needs no keys.
  if (!(target instanceof HTMLElement) || target.tabIndex < 0) return true;
  return key.startsWith("Arrow") || target.closest(GAME_CONTROLS) !== null;
}

export function GamePage({ feed, id }: { readonly feed: Feed; readonly id: string }) {
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
  return <LiveGame feed={feed} game={game} key={id} />;
}

function LiveGame({ feed, game }: { readonly feed: Feed; readonly game: Game }) {
  const t = texts.value;
  const stepping = useSignal<Stepping>(null);
  const correction = useSignal<Correction | null>(null);
  const isFlipped = useSignal(false);
  const length = game.moves.length;
  const shown = shownPly(stepping.value, length);
  // Read at the time of the key, because keys can come faster than the page is painted.
  const step = (wanted: (shown: number, length: number) => number) => {
    const latest = feed.game(game.id).peek()?.moves.length ?? 0;
    const before = stepping.peek();
    stepping.value = stepTo(before, wanted(shownPly(before, latest), latest), latest);
  };

  // Registered once; the values that change are read inside.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (event.altKey || event.shiftKey) return;
      const wanted = KEYS[event.key];
      if (wanted === undefined || !isForGame(event)) return;
      event.preventDefault();
      step(wanted);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  // Runs when the game has changed, before it is painted.
  const known = useRef(game);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = game;
    const found = correctionOf(before, game);
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

  const move = shown > 0 ? (game.moves[shown - 1] ?? null) : null;
  const fen = fenAfter(game, shown);
  const line = (side: "white" | "black") => (
    <PlayerLine game={game} side={side} players={feed.players.value} now={feed.now} full />
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
      <div class="game-board">
        {line(isFlipped.value ? "white" : "black")}
        <Board fen={fen} lastMove={move} ply={shown} flipped={isFlipped.value} numbered />
        {line(isFlipped.value ? "black" : "white")}
      </div>
      <div class="game-side">
        <News feed={feed} game={game} correction={correction.value} />
        <div class="controls">
          <Step
            label={t("first-position")}
            icon="M6 5v14M19 5l-9 7 9 7z"
            off={shown === 0}
            onStep={() => step(toStart)}
          />
          <Step
            label={t("previous-move")}
            icon="M17 5l-9 7 9 7z"
            off={shown === 0}
            onStep={() => step(back)}
          />
          <Step
            label={t("next-move")}
            icon="M8 5l9 7-9 7z"
            off={shown === length}
            onStep={() => step(forth)}
          />
          <Step
            label={t("last-position")}
            icon="M18 5v14M5 5l9 7-9 7z"
            off={shown === length}
            onStep={() => step(toEnd)}
          />
          <button
            type="button"
            class="icon"
            aria-pressed={isFlipped.value}
            aria-label={t("flip")}
            title={t("flip")}
            data-flip
            onClick={() => {
              isFlipped.value = !isFlipped.value;
            }}
          >
            <Icon d="M8 4v15l-4-4M16 20V5l4 4" />
          </button>
        </div>
        {stepping.value !== null && (
          <button type="button" class="to-live" data-to-live onClick={() => step(toEnd)}>
            {t("back-to-live")}
            {newMoves(stepping.value, length) > 0 && (
              <span class="count">
                {t("new-moves", { count: newMoves(stepping.value, length) })}
              </span>
            )}
          </button>
        )}
        {move !== null && move.irregular !== null && (
          <p class="move-remark" data-move-remark>
            <span aria-hidden="true">§</span> {irregularPhrase(t, move.irregular)}
          </p>
        )}
        <div class="moves-head">
          <h2>{t("moves")}</h2>
          {/* Before the list: nobody has to step through a hundred moves to it. */}
          <a
            class="pdn"
            href={`${apiPath(feed.venue, feed.id)}/games/${encodeURIComponent(game.id)}.pdn`}
            download={`${feed.id}-${game.id}.pdn`}
          >
            {t("pdn")}
          </a>
        </div>
        <MoveList game={game} shown={shown} onChoose={(ply) => step(() => ply)} />
        <p class="keys">{t("keys")}</p>
        <PositionInWords position={parseFen(fen)} />
      </div>
    </article>
  );
}

function GameHead({ feed, game }: { readonly feed: Feed; readonly game: Game }) {
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
    </div>
  );
}

interface NewsProps {
  readonly feed: Feed;
  readonly game: Game;
  readonly correction: Correction | null;
}

/** The latest event of the game itself, whatever position the spectator is looking at. */
function News({ feed, game, correction }: NewsProps) {
  const t = texts.value;
  const last = game.moves.at(-1);
  const mover = sideOf(game, game.moves.length) === "black" ? game.black : game.white;
  return (
    <div class="news" aria-live="polite" data-news>
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

interface StepProps {
  readonly label: string;
  readonly icon: string;
  readonly off: boolean;
  readonly onStep: () => void;
}

/**
 * A button that stays focusable at the end of its range, so that the keyboard focus is not lost.
 */
function Step({ label, icon, off, onStep }: StepProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) onStep();
      }}
    >
      <Icon d={icon} />
    </button>
  );
}

function Icon({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class="icon-drawing">
      <path d={d} />
    </svg>
  );
}
