// All meetings of a tournament in one table: each against each, or by round where there are many.

import type { Feed } from "../live/feed";
import { gamePath, playerPath } from "../router";
import { type Meeting, type Meetings, meetingsOfTeams } from "../state/meetings";
import { texts } from "../text/language";
import { pointsText } from "../text/phrases";
import { participantName, tableName, tableValue } from "../text/table";
import type { Table } from "../wire/frames";
import { Empty } from "./empty";
import { useMeetings } from "./meetings";

/** Most participants who are set against each other; more of them are shown by round. */
const MOST_ACROSS = 16;

export function CrossTable({ feed }: { readonly feed: Feed }) {
  const t = texts.value;
  const ofPlayers = useMeetings(feed);
  const rounds = feed.rounds.value;
  const tables = feed.tables.value.filter((table) => table.group !== 0 && table.rows.length > 0);
  const hasTeams = feed.teams.value.size > 0;
  const unit = tables[0]?.columns[0]?.unit ?? 1;
  const write = (points: number) => (feed.hides.value ? null : tableValue(t, points, unit));
  const meetings = hasTeams ? meetingsOfTeams(rounds, write) : ofPlayers;
  if (rounds.length === 0) return <Empty title={t("no-rounds")} />;
  const contest = hasTeams ? "matches" : "games";
  if (tables.length === 0) {
    // Without standings, by number.
    const all = [...(hasTeams ? feed.teams : feed.players).value.keys()].sort((a, b) => a - b);
    return <Meets feed={feed} contest={contest} order={all} meetings={meetings} table={null} />;
  }
  const hasFinals = rounds.some((round) => round.kind === "final");
  return (
    <>
      {tables.map((table) => (
        <section key={table.group} class="standings-group">
          {tables.length > 1 && <h2>{tableName(t, table.group, hasFinals)}</h2>}
          <Meets
            feed={feed}
            contest={contest}
            order={table.rows.map((row) => row.participant)}
            meetings={meetings}
            table={table}
          />
        </section>
      ))}
    </>
  );
}

interface MeetsProps {
  readonly feed: Feed;
  readonly contest: Table["contest"];
  /** The participants from top to bottom. */
  readonly order: readonly number[];
  readonly meetings: Meetings;
  /** The standings that give places and points; `null` without. */
  readonly table: Table | null;
}

function Meets({ feed, contest, order, meetings, table }: MeetsProps) {
  const t = texts.value;
  const isAcross = order.length <= MOST_ACROSS;
  const number = new Map(order.map((id, at) => [id, at + 1]));
  const name = (id: number) => {
    return participantName(contest, feed.players.value, feed.teams.value, id);
  };
  const rounds = feed.rounds.value.map((round) => round.number);
  const columns = isAcross ? order : rounds;
  const points = (id: number) => {
    const row = table?.rows.find((one) => one.participant === id);
    return row && table ? tableValue(t, row.values[0] ?? null, table.columns[0]?.unit ?? 1) : "";
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys have to be able to scroll it.
    <section class="table-scroll" tabIndex={0} aria-label={t("crosstable")}>
      <table class="cross-table" data-cross-table={table?.group ?? 0}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col" class="cross-name">
              {t(contest === "matches" ? "team" : "player")}
            </th>
            {columns.map((one, at) => (
              <th scope="col" key={one}>
                {isAcross ? (
                  <abbr title={name(one)}>{at + 1}</abbr>
                ) : (
                  <abbr title={t("round", { round: one })}>{one}</abbr>
                )}
              </th>
            ))}
            {table && <th scope="col">{t("points-short")}</th>}
          </tr>
        </thead>
        <tbody>
          {order.map((id, at) => {
            const own = meetings.get(id) ?? [];
            return (
              <tr key={id} data-participant={id}>
                <td>{at + 1}</td>
                <th scope="row" class="cross-name">
                  {contest === "games" ? (
                    <a href={playerPath(feed.venue, feed.id, id)}>{name(id)}</a>
                  ) : (
                    name(id)
                  )}
                </th>
                {columns.map((column) => {
                  if (isAcross && column === id) return <td key={column} class="cross-self" />;
                  const met = own.filter((one) => {
                    return (isAcross ? one.opponent : one.round) === column;
                  });
                  return (
                    <td key={column} data-opponent={isAcross ? column : undefined}>
                      {met.map((one) => (
                        <Cell
                          key={`${one.round} ${one.game}`}
                          feed={feed}
                          meeting={one}
                          opponent={name(one.opponent)}
                          number={isAcross ? null : (number.get(one.opponent) ?? null)}
                        />
                      ))}
                    </td>
                  );
                })}
                {table && <td class="cross-points">{points(id)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface CellProps {
  readonly feed: Feed;
  readonly meeting: Meeting;
  readonly opponent: string;
  /** The number of the opponent, where the column does not say it. */
  readonly number: number | null;
}

function Cell({ feed, meeting, opponent, number }: CellProps) {
  const t = texts.value;
  const { round, side, game, isRunning, points } = meeting;
  const shown = points === null ? null : pointsText(t, points);
  const text = (
    <>
      {number !== null && <span class="cross-opponent">{number}</span>}
      {shown ?? (isRunning ? "●" : "·")}
    </>
  );
  if (game === null) return <span class="cross-cell">{text}</span>;
  const words = [
    t("round", { round }),
    side === "black" ? t("black") : t("white"),
    opponent,
    shown ?? t(isRunning ? "round-open" : "not-started"),
  ];
  return (
    <a
      class="cross-cell"
      data-side={side}
      href={gamePath(feed.venue, feed.id, game)}
      aria-label={words.join(", ")}
    >
      {text}
    </a>
  );
}
