// The round in play: what needs the arbiter, all tables at a glance, and one table opened.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { Feed } from "../live/feed";
import { texts, timeOfDay } from "../text/language";
import { ClockFace } from "../view/clock";
import { useOffer } from "./actions";
import { ActionButtons } from "./buttons";
import type { Live } from "./live";
import { gamesOf, newestRound, playerName, stageOf, type Tournament, tableOf } from "./model";
import { pathOf } from "./router";
import { ruleRound, tableName } from "./rulings";
import { TableView } from "./table_view";
import { words } from "./text";
import { play } from "./tone";
import { type Alarm, isCalling, isUrgent, Watch } from "./watch";

interface TablesProps {
  readonly live: Live;
  readonly tournament: Tournament;
  /** The game that is opened; empty for none. */
  readonly detail: string;
}

export function Tables({ live, tournament, detail }: TablesProps) {
  const w = words.value;
  const round = newestRound(tournament);
  const open = round && stageOf(round) === "open" ? gamesOf(round) : [];
  const ids = open.map((game) => game.game);
  const watch = useWatch(live, ids);
  const feed = useFeed(live);
  const needsOnly = useSignal(false);
  const number = round?.number ?? 0;
  const actions =
    open.length === 0
      ? []
      : [
          {
            id: `clocks ${number}`,
            label: w("start-clocks"),
            key: "g",
            run: () => void ruleRound(live, number, true),
          },
          {
            id: "pause-clocks",
            label: w("pause-clocks"),
            run: () => void ruleRound(live, number, false),
          },
          {
            id: "needs-only",
            label: needsOnly.value ? w("all-tables") : w("needs-only"),
            key: "f",
            run: () => {
              needsOnly.value = !needsOnly.value;
            },
          },
        ];
  const alarms = watch?.alarms() ?? [];
  const [first] = alarms.filter(({ seen }) => seen === null);
  if (watch && first) {
    const run = () => void watch.acknowledge(first);
    actions.push({ id: "acknowledge", label: w("acknowledge"), key: "a", run });
  }
  useOffer("tables", actions);
  const urgent = alarms.filter(isCalling).length;
  const before = useRef(0);
  useEffect(() => {
    // Something stands still until somebody decides.
    if (urgent > before.current) play([660, 880]);
    before.current = urgent;
  }, [urgent]);
  const opened = open.find((game) => game.game === detail);
  if (watch && feed && opened) {
    return (
      <TableView live={live} tournament={tournament} game={opened} watch={watch} feed={feed} />
    );
  }
  const shown = open.filter(
    (game) => !needsOnly.value || alarms.some((alarm) => alarm.game === game.game),
  );
  return (
    <section aria-labelledby="tables-title">
      <h2 id="tables-title">{w("section-tables")}</h2>
      {/* An alarm has its own button. */}
      <ActionButtons actions={actions.filter(({ id }) => id !== "acknowledge")} />
      {watch?.fault.value && <p role="alert">{watch.fault.value}</p>}
      {watch && <Inbox live={live} watch={watch} alarms={alarms} />}
      {open.length === 0 && <p class="empty">{w("no-open-round")}</p>}
      <ul class="tables">
        {feed &&
          round &&
          shown.map((game) => (
            <TableCard
              key={game.game}
              live={live}
              tournament={tournament}
              round={round}
              game={game}
              feed={feed}
              alarms={alarms.filter((alarm) => alarm.game === game.game)}
            />
          ))}
      </ul>
    </section>
  );
}

interface InboxProps {
  readonly live: Live;
  readonly watch: Watch;
  readonly alarms: readonly Alarm[];
}

/** Everything that waits for the arbiter, with its age. */
function Inbox({ live, watch, alarms }: InboxProps) {
  const w = words.value;
  return (
    <div class="inbox" role="log" aria-label={w("inbox")} data-alarms={alarms.length}>
      {alarms.length === 0 && <p class="hint">{w("inbox-empty")}</p>}
      <ul>
        {alarms.map((alarm, at) => (
          <li
            key={alarm.key}
            class="alarm"
            data-alarm={alarm.kind}
            data-urgent={isCalling(alarm)}
            data-seen={alarm.seen?.by}
          >
            <b>{w(`alarm-${alarm.kind}`)}</b>
            {alarm.game !== "" && (
              <a href={pathOf(live.venue, live.id, "tables", alarm.game)}>
                {tableName(alarm.game)}
              </a>
            )}
            <span class="hint">{timeOfDay(alarm.sinceMs)}</span>
            {alarm.text !== "" && <span class="alarm-text">{alarm.text}</span>}
            {alarm.seen === null ? (
              <button type="button" class="button" onClick={() => void watch.acknowledge(alarm)}>
                {w("acknowledge")}
                {at === 0 && <span class="key">a</span>}
              </button>
            ) : (
              <span class="hint">
                {w("seen-by", { name: alarm.seen.by, time: timeOfDay(alarm.seen.atMs) })}
              </span>
            )}
            {alarm.kind === "clock" && (
              <button
                type="button"
                class="act-close"
                aria-label={w("dismiss")}
                onClick={() => watch.dismiss(alarm.key)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TableCardProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: Round;
  readonly game: PairedGame;
  readonly feed: Feed;
  readonly alarms: readonly Alarm[];
}

function TableCard({ live, tournament, game, feed, alarms }: TableCardProps) {
  const [w, t] = [words.value, texts.value];
  const shown = feed.game(game.game).value;
  const { white = 0, black = 0 } = game.pairing ?? {};
  const state = game.outcome
    ? t("round-closed")
    : !shown?.started
      ? t("not-started")
      : shown.onPaperFrom !== null
        ? w("on-paper")
        : w("plies", { plies: shown.moves.length });
  return (
    <li
      class="table-card"
      data-table={tableOf(game)}
      data-alarms={alarms.length}
      data-urgent={alarms.some(isUrgent)}
    >
      <a href={pathOf(live.venue, live.id, "tables", game.game)}>
        <b>{tableName(game.game)}</b> <span class="hint">{state}</span>
      </a>
      <p>
        <span>{playerName(tournament, white)}</span>
        <ClockFace clock={shown?.clock ?? null} side="white" now={feed.now} />
      </p>
      <p>
        <span>{playerName(tournament, black)}</span>
        <ClockFace clock={shown?.clock ?? null} side="black" now={feed.now} />
      </p>
      {alarms.map((alarm) => (
        <p key={alarm.key} class="alarm" data-urgent={isUrgent(alarm)}>
          {w(`alarm-${alarm.kind}`)}
        </p>
      ))}
    </li>
  );
}

/** Watches the games of the open round while this part of the desk is shown. */
function useWatch(live: Live, ids: readonly string[]): Watch | null {
  const watch = useSignal<Watch | null>(null);
  useEffect(() => {
    const next = new Watch(live);
    watch.value = next;
    next.start();
    return () => {
      next.stop();
      watch.value = null;
    };
  }, [live, watch]);
  const key = ids.join();
  useEffect(() => watch.value?.setOpen(ids), [key, watch.value]);
  return watch.value;
}

/** Follows boards and clocks as spectators see them. */
function useFeed(live: Live): Feed | null {
  const feed = useSignal<Feed | null>(null);
  useEffect(() => {
    const next = new Feed(live.venue, live.id);
    feed.value = next;
    next.start();
    return () => {
      next.stop();
      feed.value = null;
    };
  }, [live, feed]);
  return feed.value;
}
