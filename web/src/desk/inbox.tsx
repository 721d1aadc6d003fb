// The inbox: everything that waits for the arbiter, with its age, on every page of a tournament.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { texts, timeOfDay } from "../text/language";
import { useOffer } from "./actions";
import { ageText } from "./age";
import { type Alarm, isCalling } from "./alarms";
import { GapChoices } from "./board_gap";
import type { Live } from "./live";
import { begunGame, gamesInPlay, gamesOf, newestRound, stageOf, type Tournament } from "./model";
import { useNow } from "./repeated";
import { ResultChoice } from "./result_choice";
import { pathOf } from "./router";
import { words } from "./text";
import { play } from "./tone";
import { Watch } from "./watch";

/** Time in milliseconds without the server after which it is an alarm; a short break is none. */
const AWAY_MS = 3_000;

interface InboxProps {
  readonly live: Live;
  readonly watch: Watch;
  /** True where the tables are shown: then it also says that nothing waits, and why nothing is known. */
  readonly isWhole: boolean;
}

export function Inbox({ live, watch, isWhole }: InboxProps) {
  const w = words.value;
  const alarms = watch.alarms();
  const [first] = alarms.filter(({ seen }) => seen === null);
  const offered = first && {
    id: "acknowledge",
    label: w("acknowledge"),
    key: "a",
    run: () => void watch.acknowledge(first),
  };
  useOffer("inbox", offered ? [offered] : []);
  const now = useNow();
  const isAway = live.link.value === "away" && now.value - live.since.value > AWAY_MS;
  const urgent = alarms.filter(isCalling).length + (isAway ? 1 : 0);
  const before = useRef(0);
  useEffect(() => {
    // Something stands still, or somebody waits, until somebody comes.
    if (urgent > before.current) play([660, 880]);
    before.current = urgent;
  }, [urgent]);
  return (
    <div
      class="inbox on-screen"
      role="log"
      aria-label={w("inbox")}
      data-alarms={alarms.length}
      data-whole={isWhole}
    >
      {isWhole && watch.fault.value !== "" && <p role="alert">{watch.fault.value}</p>}
      {isWhole && alarms.length === 0 && <p class="hint">{w("inbox-empty")}</p>}
      <ul>
        {isAway && (
          <li class="alarm" data-alarm="store" data-urgent="true" role="alert">
            <b>{w("alarm-store")}</b>
            <span class="hint">
              {timeOfDay(live.since.value)}
              <span class="alarm-age" aria-hidden="true">
                {" · "}
                {ageText(now.value - live.since.value, texts.value.locales)}
              </span>
            </span>
            <span class="alarm-text">{w("store-text")}</span>
          </li>
        )}
        {alarms.map((alarm, at) => (
          <AlarmLine
            key={alarm.key}
            live={live}
            watch={watch}
            alarm={alarm}
            isFirst={at === 0}
            now={now.value}
          />
        ))}
      </ul>
    </div>
  );
}

interface AlarmLineProps {
  readonly live: Live;
  readonly watch: Watch;
  readonly alarm: Alarm;
  readonly isFirst: boolean;
  readonly now: number;
}

function AlarmLine({ live, watch, alarm, isFirst, now }: AlarmLineProps) {
  const w = words.value;
  return (
    <li
      class="alarm"
      data-alarm={alarm.kind}
      data-urgent={isCalling(alarm)}
      data-seen={alarm.seen?.by}
    >
      <b>{w(`alarm-${alarm.kind}`)}</b>
      {alarm.game === "" ? (
        alarm.place !== "" && <span>{alarm.place}</span>
      ) : (
        <a href={pathOf(live.venue, live.id, "tables", alarm.game)}>{alarm.place}</a>
      )}
      <span class="hint">
        {timeOfDay(alarm.sinceMs)}
        {/* The moment is read out once; its age would be read out again with each change. */}
        <span class="alarm-age" aria-hidden="true">
          {" · "}
          {ageText(now - alarm.sinceMs, texts.value.locales)}
        </span>
      </span>
      {alarm.text !== "" && <span class="alarm-text">{alarm.text}</span>}
      {alarm.tap?.kind === "seat" && (
        <>
          <button
            type="button"
            class="button"
            data-tap="take-over"
            onClick={() => void watch.decide(alarm, true)}
          >
            {w("take-over")}
          </button>
          <button
            type="button"
            class="button"
            data-tap="stays-out"
            onClick={() => void watch.decide(alarm, false)}
          >
            {w("stays-out")}
          </button>
        </>
      )}
      {alarm.tap?.kind === "paper" && alarm.seen === null && (
        <button
          type="button"
          class="button"
          data-tap="paper"
          onClick={() => void watch.decide(alarm, true)}
        >
          {w("consent-paper")}
        </button>
      )}
      {alarm.tap?.kind === "gap" && (
        <GapChoices live={live} watch={watch} alarm={alarm} tap={alarm.tap} />
      )}
      {alarm.tap?.kind === "result" && alarm.seen === null && (
        <ResultChoice watch={watch} alarm={alarm} tap={alarm.tap} />
      )}
      {alarm.tap?.kind === "here" && (
        <button
          type="button"
          class="button"
          data-tap="here"
          onClick={() => void watch.decide(alarm, true)}
        >
          {w("presence-here")}
        </button>
      )}
      {alarm.seen === null ? (
        <button type="button" class="button" onClick={() => void watch.acknowledge(alarm)}>
          {w("acknowledge")}
          {isFirst && <span class="key">a</span>}
        </button>
      ) : (
        <span class="hint">
          {w("seen-by", { name: alarm.seen.by, time: timeOfDay(alarm.seen.atMs) })}
        </span>
      )}
    </li>
  );
}

/**
 * Watches what needs the arbiter in a tournament, for as long as one of its pages is shown, and the game
 * that is opened.
 */
export function useWatch(live: Live, tournament: Tournament | null, opened: string): Watch | null {
  const watch = useSignal<Watch | null>(null);
  // Who sees what is published alone is told of no alarm.
  const isWatched = tournament !== null && live.offers("watch");
  useEffect(() => {
    if (!isWatched) return;
    const next = new Watch(live);
    watch.value = next;
    next.start();
    return () => {
      next.stop();
      watch.value = null;
    };
  }, [live, isWatched, watch]);
  const ids = tournament ? watchedGames(tournament, opened) : [];
  useEffect(() => watch.value?.setWatched(ids), [ids.join(), watch.value]);
  return watch.value;
}

function watchedGames(tournament: Tournament, opened: string): string[] {
  const round = newestRound(tournament);
  // A game that is over may still have a result that a player does not agree with.
  const hasBegun = round && ["open", "closed"].includes(stageOf(round));
  const games = [
    ...(hasBegun ? gamesOf(round) : []),
    ...gamesInPlay(tournament).map(({ game }) => game),
    ...[begunGame(tournament, opened)].filter((game) => game !== undefined),
  ];
  return [...new Set(games.map(({ game }) => game))];
}
