// All boards of one round with the standings beside them.

import { computed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { apiPath, type Feed } from "../live/feed";
import { overviewPath } from "../router";
import { currentRound } from "../state/rounds";
import { texts } from "../text/language";
import {
  boardName,
  controlPhrase,
  playerName,
  resultPhrase,
  roundName,
  roundState,
  rulesName,
} from "../text/phrases";
import { participantName, tableValue } from "../text/table";
import type { Match, Round } from "../wire/frames";
import { Card, EmptyCard } from "./card";
import { Embargoes } from "./embargoes";
import { Empty } from "./empty";
import { Standings } from "./standings";

interface OverviewProps {
  readonly feed: Feed;
  /** The requested round; `null` follows the tournament. */
  readonly round: number | null;
}

export function Overview({ feed, round: asked }: OverviewProps) {
  const t = texts.value;
  const tournament = feed.tournament.value;
  if (tournament === null) return null;
  const rounds = feed.rounds.value;
  const round =
    asked === null ? currentRound(rounds) : (rounds.find((one) => one.number === asked) ?? null);
  const control = controlPhrase(t, tournament.control);
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{tournament.name}</h1>
        <p class="subtitle">
          {rulesName(t, tournament.rules)}
          {control !== "" && ` · ${control}`}
          {tournament.place && ` · ${tournament.place}`}
        </p>
        {tournament.notice !== "" && <p class="notice">{tournament.notice}</p>}
        <Embargoes tournament={tournament} round={round?.number ?? 0} />
      </div>
      <div class="overview">
        <section class="round" aria-labelledby="round-title" id="boards">
          <RoundChoice feed={feed} rounds={rounds} shown={round} />
          {round !== null ? (
            <Boards feed={feed} round={round} key={round.number} />
          ) : (
            <Empty title={asked === null ? t("no-rounds") : t("missing-round", { round: asked })} />
          )}
        </section>
        <div class="side" id="standings">
          <h2>{t("standings")}</h2>
          <Standings feed={feed} />
        </div>
      </div>
    </>
  );
}

interface RoundChoiceProps {
  readonly feed: Feed;
  readonly rounds: readonly Round[];
  readonly shown: Round | null;
}

function RoundChoice({ feed, rounds, shown }: RoundChoiceProps) {
  const t = texts.value;
  const list = useRef<HTMLUListElement>(null);
  const shownNumber = shown?.number ?? null;
  useEffect(() => {
    // Long events have more rounds than a phone is wide; the page itself must not scroll.
    const chosen = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && chosen && shownNumber !== null) {
      list.current.scrollLeft = chosen.offsetLeft - list.current.clientWidth / 2;
    }
  }, [shownNumber]);
  if (rounds.length === 0) return null;
  return (
    <nav aria-label={t("rounds")} class="rounds">
      <ul ref={list}>
        {rounds.map((round) => (
          <li key={round.number}>
            <a
              href={overviewPath(feed.venue, feed.id, round.number)}
              aria-current={round.number === shownNumber ? "page" : undefined}
              aria-label={`${roundName(t, round)}, ${roundState(t, round)}`}
              data-round={round.number}
              data-state={round.state}
            >
              {round.number}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Boards({ feed, round }: { readonly feed: Feed; readonly round: Round }) {
  const t = texts.value;
  // A signal of its own, so that moves do not render the list of boards again.
  const running = useMemo(() => {
    const isRunning = (id: string) => {
      const game = feed.game(id).value;
      return game?.started === true && game.result === null;
    };
    return computed(() => round.games.filter(isRunning).length);
  }, [feed, round]);
  const runningText = feed.hides.value
    ? t("round-open")
    : t("boards-running", { running: running.value, boards: round.games.length });
  return (
    <>
      <div class="round-head">
        <h2 id="round-title">{roundName(t, round)}</h2>
        <p class="round-state">{round.state === "open" ? runningText : roundState(t, round)}</p>
        <a class="jump" href="#standings">
          {t("standings")} ↓
        </a>
        {!feed.hides.value && (
          <a
            class="pdn"
            href={`${apiPath(feed.venue, feed.id)}/rounds/${round.number}.pdn`}
            download={`${feed.id}-${round.number}.pdn`}
          >
            {t("pdn-round")}
          </a>
        )}
      </div>
      <ResultsSpoken feed={feed} round={round} />
      {round.matches.map((match) => (
        <MatchBoards key={match.first} feed={feed} match={match} />
      ))}
      {round.matches.length === 0 && (
        <ul class="cards">
          {round.games.map((id) => (
            <Card key={id} feed={feed} id={id} />
          ))}
        </ul>
      )}
      {round.byes.length > 0 && <p class="bye">{t("bye", { name: byeNames(feed, round) })}</p>}
    </>
  );
}

/** The boards of two teams. */
function MatchBoards({ feed, match }: { readonly feed: Feed; readonly match: Match }) {
  const t = texts.value;
  const teams = feed.teams.value;
  const name = (id: number) => participantName("matches", new Map(), teams, id);
  const unit = feed.tables.value[0]?.columns[0]?.unit ?? 1;
  const points = (value: number) => tableValue(t, value, unit);
  return (
    <section class="match" data-match={match.first}>
      <h3>
        {`${name(match.first)} – ${name(match.second)} `}
        {!feed.hides.value && (
          <span class="match-score">
            {`${points(match.firstPoints)} – ${points(match.secondPoints)}`}
          </span>
        )}
      </h3>
      <ul class="cards">
        {match.games.map((id, at) =>
          id === "" ? <EmptyCard key={at} board={at + 1} /> : <Card key={id} feed={feed} id={id} />,
        )}
      </ul>
    </section>
  );
}

/** Announces results to screen readers; moves of many boards would be too much. */
function ResultsSpoken({ feed, round }: { readonly feed: Feed; readonly round: Round }) {
  const t = texts.value;
  const spoken = useSignal("");
  const known = useRef<{ readonly hides: boolean; readonly of: Map<string, string> } | null>(null);
  const hides = feed.hides.value;
  const results = round.games.map((id) => feed.game(id).value?.result?.text ?? "").join(" ");
  // Announces a change of a result, but not a change of the language.
  useEffect(() => {
    const now = new Map<string, string>();
    // A result that is hidden was not taken back, and one that is shown again is no news.
    const earlier = known.current?.hides === hides ? known.current.of : null;
    const news: string[] = [];
    for (const id of round.games) {
      const game = feed.game(id).peek();
      if (!game) continue;
      const told = game.result?.text ?? "";
      now.set(id, told);
      const before = earlier?.get(id);
      // A game that joins the round without a result has not lost one.
      if (earlier === null || told === (before ?? "")) continue;
      const players = feed.players.peek();
      const rules = feed.tournament.peek()?.rules ?? null;
      news.push(
        t("result-of", {
          board: boardName(t, feed.rounds.peek(), game.id, game.table),
          white: playerName(players, game.white),
          black: playerName(players, game.black),
          result: game.result ? resultPhrase(t, game.result, rules) : t("result-withdrawn"),
        }),
      );
    }
    // Games that end in the same frame are all announced.
    if (news.length > 0) spoken.value = news.join(". ");
    known.current = { hides, of: now };
  }, [results, hides]);
  return (
    <p class="hidden" aria-live="polite" data-spoken>
      {spoken}
    </p>
  );
}

function byeNames(feed: Feed, round: Round): string {
  const contest = feed.teams.value.size > 0 ? "matches" : "games";
  const name = (id: number) => participantName(contest, feed.players.value, feed.teams.value, id);
  return round.byes.map(name).join(", ");
}
