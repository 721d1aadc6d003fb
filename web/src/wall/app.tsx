// A screen for the hall: boards, pairings and standings in turn, with the notice always in sight.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Feed } from "../live/feed";
import { currentRound } from "../state/rounds";
import { texts } from "../text/language";
import { playerName, scoreText } from "../text/phrases";
import { heading, participantName, tableName, tableValue } from "../text/table";
import { Card } from "../view/card";
import { Embargoes } from "../view/embargoes";
import { Empty } from "../view/empty";
import { StatusLine } from "../view/status";
import type { Round, Table } from "../wire/frames";
import { type Page, type Program, pagesOf, sizeOf } from "./program";

/** Number of columns of a table that a hall can read. */
const COLUMNS = 3;

export function App({ program }: { readonly program: Program | null }) {
  if (program === null) return <Empty title={texts.value("missing-tournament")} isPage />;
  return <Wall program={program} />;
}

function Wall({ program }: { readonly program: Program }) {
  const t = texts.value;
  const feed = useMemo(() => new Feed(program.venue, program.id), [program]);
  const turn = useSignal(0);
  useEffect(() => {
    feed.start();
    const timer = setInterval(() => {
      turn.value += 1;
    }, program.seconds * 1_000);
    return () => {
      clearInterval(timer);
      feed.stop();
    };
  }, [feed, program, turn]);
  const info = feed.tournament.value;
  if (info === null) {
    return <Empty title={t(feed.missing.value ? "missing-tournament" : "loading")} isPage />;
  }
  const rounds = feed.rounds.value;
  const round = currentRound(rounds);
  const tables = feed.tables.value.filter((table) => table.rows.length > 0);
  const hasResults = rounds.some((one) => one.state === "closed");
  const pages = pagesOf(program, {
    boards: round?.state === "open" ? round.games.length : 0,
    pairings: round?.games.length ?? 0,
    standings: hasResults ? Math.max(0, ...tables.map((table) => table.rows.length)) : 0,
  });
  const shown = pages[turn.value % Math.max(pages.length, 1)];
  return (
    <div class="wall" data-part={shown?.part}>
      <header class="wall-head">
        <h1>{info.name}</h1>
        {round && <h2>{t("round", { round: round.number })}</h2>}
        <StatusLine status={feed.status.value} isOver={round?.state === "closed"} />
        <Embargoes tournament={info} round={round?.number ?? 0} />
      </header>
      {info.notice !== "" && (
        <p class="wall-notice" role="status">
          {info.notice}
        </p>
      )}
      <main id="main">
        {!shown && <Empty title={t("no-rounds")} />}
        {shown && round && shown.part !== "standings" && (
          <RoundPage feed={feed} round={round} page={shown} size={sizeOf(program, shown.part)} />
        )}
        {shown?.part === "standings" && (
          <div class="wall-tables">
            {tables.map((table) => (
              <Standings
                key={table.group}
                feed={feed}
                table={table}
                page={shown.page}
                rows={program.rows}
                isAlone={tables.length === 1}
              />
            ))}
          </div>
        )}
      </main>
    </div>
  );
}

interface RoundPageProps {
  readonly feed: Feed;
  readonly round: Round;
  readonly page: Page;
  readonly size: number;
}

function RoundPage({ feed, round, page, size }: RoundPageProps) {
  const t = texts.value;
  const ids = round.games.slice(page.page * size, (page.page + 1) * size);
  if (page.part === "boards") {
    return (
      <ul class="cards">
        {ids.map((id) => (
          <Card key={id} feed={feed} id={id} />
        ))}
      </ul>
    );
  }
  const players = feed.players.value;
  return (
    <table class="wall-table">
      <tbody>
        {ids.map((id) => {
          const game = feed.game(id).value;
          if (game === null) return null;
          return (
            <tr key={id} data-game={id}>
              <th scope="row">{game.table}</th>
              <td>{playerName(players, game.white)}</td>
              <td class="wall-result">{game.result ? scoreText(t, game.result) : "–"}</td>
              <td>{playerName(players, game.black)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface StandingsProps {
  readonly feed: Feed;
  readonly table: Table;
  readonly page: number;
  readonly rows: number;
  readonly isAlone: boolean;
}

function Standings({ feed, table, page, rows, isAlone }: StandingsProps) {
  const t = texts.value;
  const { contest } = table;
  const columns = table.columns.slice(0, COLUMNS);
  const shown = table.rows.slice(page * rows, (page + 1) * rows);
  const [players, teams] = [feed.players.value, feed.teams.value];
  if (shown.length === 0) return null;
  return (
    <table class="wall-table" data-standings={table.group}>
      {!isAlone && <caption>{tableName(t, table.group, false)}</caption>}
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t(contest === "matches" ? "team" : "player")}</th>
          <th scope="col">{t("played-short")}</th>
          {columns.map(({ key }) => (
            <th scope="col" key={key}>
              {heading(t, key, contest).short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={row.participant}>
            <th scope="row">
              {row.place}
              {row.tied ? "=" : ""}
            </th>
            <td>{participantName(contest, players, teams, row.participant)}</td>
            <td>{row.played}</td>
            {columns.map((column, at) => (
              <td key={column.key}>{tableValue(t, row.values[at] ?? null, column.unit)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
