// The round in play: what needs the arbiter, all tables at a glance, and one table opened.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { Feed } from "../live/feed";
import { texts } from "../text/language";
import { ClockFace } from "../view/clock";
import { type Action, useOffer } from "./actions";
import { type Alarm, isUrgent } from "./alarms";
import { ActionButtons } from "./buttons";
import { DevicesAtTables, setGrace } from "./devices_at_tables";
import type { Live } from "./live";
import { gamesOf, newestRound, playerName, stageOf, type Tournament, tableOf } from "./model";
import { go, pathOf } from "./router";
import { ruleRound, tableName } from "./rulings";
import { TableView } from "./table_view";
import { words } from "./text";
import type { Watch } from "./watch";

interface TablesProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly watch: Watch | null;
  /** The game that is opened; empty for none. */
  readonly detail: string;
}

export function Tables({ live, tournament, watch, detail }: TablesProps) {
  const w = words.value;
  const round = newestRound(tournament);
  const open = round && stageOf(round) === "open" ? gamesOf(round) : [];
  const feed = useFeed(live);
  const needsOnly = useSignal(false);
  const number = round?.number ?? 0;
  const actions: Action[] =
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
  actions.push(
    {
      id: "devices",
      label: w("devices-at-tables"),
      run: () => go(pathOf(live.venue, live.id, "tables", "devices")),
    },
    { id: "set-grace", label: w("set-grace"), run: () => void setGrace(live) },
  );
  useOffer("tables", actions);
  if (detail === "devices") return <DevicesAtTables live={live} />;
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
      <ActionButtons actions={actions} />
      {watch?.fault.value && <p role="alert">{watch.fault.value}</p>}
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
