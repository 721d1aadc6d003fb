// The round in play: what needs the arbiter, all tables at a glance, and one table opened.

import { computed, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SeatedDevice } from "../gen/damcast/v1/board_ingest_pb";
import type { ResultConfirmation } from "../gen/damcast/v1/events_pb";
import type { PairedGame } from "../gen/damcast/v1/pairing_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { Feed } from "../live/feed";
import { moment, texts, timeOfDay } from "../text/language";
import { ClockFace } from "../view/clock";
import type { Game } from "../wire/frames";
import { type Action, useOffer } from "./actions";
import { type Alarm, isUrgent } from "./alarms";
import { ActionButtons } from "./buttons";
import { seatName } from "./device_alarms";
import { DevicesAtTables, setGrace } from "./devices_at_tables";
import { lateForFirstMove } from "./first_move";
import type { Live } from "./live";
import {
  begunGame,
  gamesInPlay,
  gamesOf,
  newestRound,
  playerName,
  stageOf,
  type Tournament,
  tableOf,
} from "./model";
import * as rounds from "./rounds";
import { go, pathOf } from "./router";
import { type RowItem, RowMenu } from "./row_menu";
import { ruleRound, rulingsOf, tableName } from "./rulings";
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
  // The games of an open round stay in their places when they are over; the others are made up.
  const others = gamesInPlay(tournament).filter((one) => one.round !== round || open.length === 0);
  const games = [...open, ...others.map(({ game }) => game)];
  const feed = useFeed(live);
  const filter = useSignal<Filter>("all");
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
          ...(["needs-only", "not-come-only", "silent-only"] as const).map((name) => ({
            id: name,
            label: filter.value === name ? w("all-tables") : w(name),
            ...(name === "needs-only" ? { key: "f" } : {}),
            run: () => {
              filter.value = filter.value === name ? "all" : name;
            },
          })),
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
  const offered = actions.filter(({ id }) => {
    const isOfClocks = id.startsWith("clocks ") || id === "pause-clocks";
    return live.offers(isOfClocks ? "clocks" : id);
  });
  useOffer("tables", offered);
  if (detail === "devices") return <DevicesAtTables live={live} />;
  const opened = begunGame(tournament, detail);
  if (watch && feed && opened) {
    return (
      <TableView live={live} tournament={tournament} game={opened} watch={watch} feed={feed} />
    );
  }
  const isShown = SHOWN[filter.value];
  const ofGame = (game: PairedGame) => alarms.filter((alarm) => alarm.game === game.game);
  const isLate = (game: PairedGame) =>
    filter.value === "not-come-only" &&
    feed !== null &&
    lateForFirstMove(feed.game(game.game).value, feed.now.value) !== null;
  const shown = games.filter(
    (game) => isShown === null || ofGame(game).some(isShown) || isLate(game),
  );
  return (
    <section aria-labelledby="tables-title">
      <h2 id="tables-title">{w("section-tables")}</h2>
      <ActionButtons actions={offered} />
      {watch?.fault.value && <p role="alert">{watch.fault.value}</p>}
      {open.length === 0 && <p class="empty">{w("no-open-round")}</p>}
      <ul class="tables">
        {feed &&
          shown.map((game) => (
            <TableCard
              key={game.game}
              live={live}
              tournament={tournament}
              game={game}
              feed={feed}
              alarms={ofGame(game)}
              watch={watch}
            />
          ))}
      </ul>
    </section>
  );
}

type Filter = "all" | "needs-only" | "not-come-only" | "silent-only";

/** The alarms for which a table is shown; `null` if every table is. */
const SHOWN: Record<Filter, ((alarm: Alarm) => boolean) | null> = {
  all: null,
  "needs-only": () => true,
  "not-come-only": ({ kind }) => kind === "not-come" || kind === "not-seen",
  "silent-only": ({ kind }) => kind === "silent",
};

interface TableCardProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly game: PairedGame;
  readonly feed: Feed;
  readonly alarms: readonly Alarm[];
  readonly watch: Watch | null;
}

function TableCard({ live, tournament, game, feed, alarms, watch }: TableCardProps) {
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
      data-game={game.game}
      data-alarms={alarms.length}
      data-urgent={alarms.some(isUrgent)}
    >
      <div class="table-card-head">
        {watch ? (
          <a href={pathOf(live.venue, live.id, "tables", game.game)}>
            <b>{tableName(game.game)}</b> <span class="hint">{state}</span>
          </a>
        ) : (
          <p>
            <b>{tableName(game.game)}</b> <span class="hint">{state}</span>
          </p>
        )}
        <RowMenu
          label={w("more-of", { table: tableOf(game) })}
          items={itemsOf(live, tournament, game, watch)}
        />
      </div>
      {game.postponed && <MakeUp game={game} />}
      <p>
        <span>{playerName(tournament, white)}</span>
        <ClockFace clock={shown?.clock ?? null} side="white" now={feed.now} />
      </p>
      <p>
        <span>{playerName(tournament, black)}</span>
        <ClockFace clock={shown?.clock ?? null} side="black" now={feed.now} />
      </p>
      <Late game={shown} now={feed.now} />
      {alarms.map((alarm) => (
        <p key={alarm.key} class="alarm" data-urgent={isUrgent(alarm)}>
          {w(`alarm-${alarm.kind}`)}
        </p>
      ))}
      <Confirmations said={watch?.games.value.get(game.game)?.state?.confirmations ?? []} />
      <Devices devices={watch?.devices.value.get(tableOf(game)) ?? []} />
    </li>
  );
}

/** Returns what may be done with a game at its table: the rulings that it may need, and its result. */
function itemsOf(
  live: Live,
  tournament: Tournament,
  game: PairedGame,
  watch: Watch | null,
): RowItem[] {
  const id = game.game;
  const judged = watch?.games.value.get(id);
  const round = Number(/^r(\d+)/.exec(id)?.[1] ?? 0);
  const rulings = judged && live.offers("rule") ? rulingsOf(live, id, judged) : [];
  const items = rulings.map(({ id: name, label, run }) => ({
    id: name,
    label,
    run: () => void run().then(() => watch?.read(id)),
  }));
  if (live.offers("result-of")) {
    items.push({
      id: "result-of",
      label: words.value("result-of", { table: tableOf(game) }),
      run: () => void rounds.chooseResult(live, tournament, round, game),
    });
  }
  return items;
}

/** Says that a game is made up, and when, if that is agreed. */
function MakeUp({ game: { makeUp } }: { readonly game: PairedGame }) {
  const at = Number(makeUp?.beginsAtMs ?? 0n);
  return (
    <p class="hint" data-make-up>
      {words.value("postponed")}
      {at > 0 && `: ${moment(at)}`}
    </p>
  );
}

interface LateProps {
  readonly game: Game | null;
  readonly now: ReadonlySignal<number>;
}

/** Says that a side is late for its first move, which may not have come. */
function Late({ game, now }: LateProps) {
  // It is drawn anew when it changes, and not with every second.
  const late = useMemo(() => computed(() => lateForFirstMove(game, now.value)), [game, now]);
  const side = late.value;
  if (side === null) return null;
  return (
    <p class="hint" data-late={side}>
      {words.value("no-move-yet", { side: texts.value(side) })}
    </p>
  );
}

/** Shows the words of the players on the result. */
function Confirmations({ said }: { readonly said: readonly ResultConfirmation[] }) {
  const [w, t] = [words.value, texts.value];
  return said.map(({ color, disagrees }) => (
    <p key={color} class="hint" data-said={color} data-disagrees={disagrees}>
      {w(disagrees ? "disputed-text" : "result-agreed", {
        side: t(color === Color.WHITE ? "white" : "black"),
      })}
    </p>
  ));
}

/** The devices at a table: whose they are, when they were heard, and what they have not sent. */
function Devices({ devices }: { readonly devices: readonly SeatedDevice[] }) {
  const w = words.value;
  return (
    <ul class="table-devices hint">
      {devices.map((one) => {
        const { device, seat, heardAtMs, silentSinceMs, unsent = 0 } = one;
        const state =
          silentSinceMs > 0n
            ? w("device-silent", { time: timeOfDay(Number(silentSinceMs)) })
            : heardAtMs > 0n
              ? w("device-heard", { time: timeOfDay(Number(heardAtMs)) })
              : w("device-not-heard");
        const kept = unsent > 0 ? `, ${w("device-unsent", { count: unsent })}` : "";
        return (
          <li
            key={device}
            title={device}
            data-device={device}
            data-silent={silentSinceMs > 0n}
            data-unsent={unsent}
          >
            {`${seatName(seat)}: ${state}${kept}`}
          </li>
        );
      })}
    </ul>
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
