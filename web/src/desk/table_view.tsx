// One table: the board, what its devices have told, the line with its revisions, and rulings.

import { useEffect } from "preact/hooks";
import type { PairedGame } from "../gen/damcast/v1/pairing_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import type { Feed } from "../live/feed";
import { texts, timeOfDay } from "../text/language";
import { Board } from "../view/board";
import { ClockFace } from "../view/clock";
import { useOffer } from "./actions";
import { ActionButtons } from "./buttons";
import { textOf } from "./history";
import { History } from "./history_view";
import type { Live } from "./live";
import { playerName, type Tournament } from "./model";
import * as rounds from "./rounds";
import { pathOf } from "./router";
import { rulingsOf, tableName } from "./rulings";
import { words } from "./text";
import { ToldMoves } from "./told_moves";
import type { Watch } from "./watch";

interface TableViewProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly game: PairedGame;
  readonly watch: Watch;
  readonly feed: Feed;
}

export function TableView({ live, tournament, game, watch, feed }: TableViewProps) {
  const [w, t] = [words.value, texts.value];
  const id = game.game;
  const judged = watch.games.value.get(id);
  const shown = feed.game(id).value;
  const version = shown?.version ?? 0;
  // The public line grows with each move: then the judge has something new, too.
  useEffect(() => void watch.read(id), [watch, id, version]);
  const number = Number(/^r(\d+)/.exec(id)?.[1] ?? 0);
  const actions = judged
    ? [
        ...rulingsOf(live, id, judged).map(({ id: name, label, run }) => ({
          id: `ruling-${name}`,
          label,
          run: () => void run().then(() => watch.read(id)),
        })),
        {
          id: "result",
          label: w("result-of", { table: game.pairing?.table ?? 0 }),
          run: () => void rounds.chooseResult(live, tournament, number, game),
        },
      ]
    : [];
  useOffer("table", actions);
  const { white = 0, black = 0 } = game.pairing ?? {};
  const alarms = watch.alarms().filter((alarm) => alarm.game === id);
  return (
    <section aria-labelledby="table-title" data-game-open={id}>
      <p>
        <a href={pathOf(live.venue, live.id, "tables")}>← {w("section-tables")}</a>
      </p>
      <h2 id="table-title">{tableName(id)}</h2>
      {alarms.map((alarm) => (
        <p key={alarm.key} class="alarm panel" role="alert" data-alarm={alarm.kind}>
          <b>{w(`alarm-${alarm.kind}`)}</b> {alarm.text}
        </p>
      ))}
      <div class="table-view">
        <div class="table-board">
          <p class="table-player">
            {playerName(tournament, black)}
            <ClockFace clock={shown?.clock ?? null} side="black" now={feed.now} full />
          </p>
          <Board
            fen={judged?.state?.fen ?? shown?.fen ?? "W:W:B"}
            lastMove={shown?.moves.at(-1) ?? null}
            ply={judged?.state?.plies.length ?? 0}
            numbered
          />
          <p class="table-player">
            {playerName(tournament, white)}
            <ClockFace clock={shown?.clock ?? null} side="white" now={feed.now} full />
          </p>
        </div>
        <div>
          <ActionButtons actions={actions} />
          {judged && <ToldMoves told={judged.told} />}
          {judged && <Findings judged={judged} />}
          <h3>{w("moves")}</h3>
          <p class="line">{lineOf(judged) || t("no-moves")}</p>
          <History live={live} game={id} version={String(judged?.version ?? 0n)} />
        </div>
      </div>
    </section>
  );
}

/** Shows side by side the moves of devices that are not in the line, with the verdict of the judge on each. */
function Findings({ judged }: { readonly judged: GetGameResponse }) {
  const w = words.value;
  const { conflicts, held, refused, counts, ending, noted } = judged;
  return (
    <ul class="told">
      {conflicts.map(({ ply, claimed, input, played }) => (
        <li key={`c${ply}`}>
          {w("told-conflict", {
            ply,
            played: played ? `${played.from}-${played.to}` : "",
            claimed: textOf(claimed),
            device: input?.device ?? "",
          })}
        </li>
      ))}
      {noted && (
        <li>
          {w("told-irregular", {
            ply: noted.ply,
            move: textOf(noted.irregularity?.played),
            device: noted.input?.device ?? "",
            time: timeOfDay(Number(noted.atMs)),
          })}
        </li>
      )}
      {held.map(({ ply, move, input, atMs }) => (
        <li key={`h${ply}${input?.device}`}>
          {w("told-held", {
            ply,
            move: textOf(move),
            device: input?.device ?? "",
            time: timeOfDay(Number(atMs)),
          })}
        </li>
      ))}
      {refused.slice(-5).map(({ explanation }, at) => (
        <li key={at}>{explanation}</li>
      ))}
      {counts.map((count) => (
        <li key={count}>{count}</li>
      ))}
      {ending !== "" && <li>{ending}</li>}
    </ul>
  );
}

/** Returns the line as on a score sheet: `1. 32-28 19-23 2. …`. */
function lineOf(judged: GetGameResponse | undefined): string {
  const notations = judged?.notations ?? [];
  const isBlackFirst = judged?.state?.startFen.startsWith("B") ?? false;
  const at = isBlackFirst ? 1 : 0;
  return notations
    .map((notation, index) => {
      const ply = index + at;
      if (ply % 2 === 0) return `${ply / 2 + 1}. ${notation}`;
      return index === 0 ? `1... ${notation}` : notation;
    })
    .join(" ");
}
