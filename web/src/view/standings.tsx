// The standings, whose rows slide to their new places when a game ends.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Feed } from "../live/feed";
import { gamePath, playerPath } from "../router";
import { texts } from "../text/language";
import {
  type Heading,
  heading,
  participantName,
  resolvedPhrase,
  tableName,
  tableValue,
  tiePhrase,
} from "../text/table";
import type { Row, Table } from "../wire/frames";

const SLIDE_MS = 450;

export function Standings({ feed }: { readonly feed: Feed }) {
  const tables = feed.tables.value;
  // A text, so that moves, which change games all the time, do not render the tables again.
  const playingKey = useComputed(() => gamesInPlay(feed)).value;
  const playing = new Map(
    playingKey.split("\n").map((line) => {
      const [player, table, game] = line.split("\t");
      return [Number(player), { table: Number(table), id: game ?? "" }];
    }),
  );
  const isDecisive = feed.rounds.value.some((round) => round.state === "closed");
  const hasFinals = feed.rounds.value.some((round) => round.kind === "final");
  // The places after finals are what everybody looks for; the pools only led to them.
  const overall = tables.filter((table) => table.group === 0);
  const groups = tables.filter((table) => table.group !== 0);
  const inOrder = hasFinals ? [...overall, ...groups] : [...groups, ...overall];
  if (feed.hides.value) return <p class="empty">{texts.value("standings-hidden")}</p>;
  if (tables.every((table) => table.rows.length === 0)) {
    return <p class="empty">{texts.value("no-standings")}</p>;
  }
  return (
    <>
      <WithdrawalsSpoken feed={feed} />
      {inOrder.map((table) => (
        <GroupTable
          key={table.group}
          feed={feed}
          table={table}
          playing={playing}
          isAlone={tables.length === 1}
          isDecisive={isDecisive}
          hasFinals={hasFinals}
          hasOverall={overall.length > 0}
        />
      ))}
    </>
  );
}

interface GroupTableProps {
  readonly feed: Feed;
  readonly table: Table;
  /** The running game of each player. */
  readonly playing: ReadonlyMap<number, { readonly table: number; readonly id: string }>;
  readonly isAlone: boolean;
  /** True once a round is over: before, places mean nothing, and ties and zones are not shown. */
  readonly isDecisive: boolean;
  /** True if finals are played for the places. */
  readonly hasFinals: boolean;
  /** True if there is a table of all groups together. */
  readonly hasOverall: boolean;
}

function GroupTable(props: GroupTableProps) {
  const { feed, table, playing, isAlone, isDecisive, hasFinals, hasOverall } = props;
  const t = texts.value;
  const { rows, columns, contest } = table;
  const players = feed.players.value;
  const teams = feed.teams.value;
  const nameOf = (id: number) => participantName(contest, players, teams, id);
  const body = useRef<HTMLTableSectionElement>(null);
  const tops = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    if (!body.current) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const now = new Map<string, number>();
    for (const row of body.current.querySelectorAll<HTMLElement>("tr")) {
      const id = row.dataset.player ?? "";
      now.set(id, row.offsetTop);
      const before = tops.current.get(id);
      if (still || before === undefined || before === row.offsetTop) continue;
      row.animate?.(
        [{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: "none" }],
        { duration: SLIDE_MS, easing: "ease-in-out" },
      );
    }
    tops.current = now;
  }, [rows]);

  const headings = columns.map((column) => heading(t, column.key, contest));
  /** Adds the name of the table to a label if there are several tables. */
  const title = tableName(t, table.group, hasFinals);
  const label = (what: string) => (isAlone ? what : `${what}, ${title}`);
  return (
    <div class="standings-group" data-group={table.group}>
      {!isAlone && <h3>{title}</h3>}
      {/* A wide table scrolls by itself: the page does not, and the names stay in sight. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys have to be able to scroll it. */}
      <section class="standings-scroll" tabIndex={0} aria-label={label(t("standings"))}>
        <table class="standings" data-standings>
          <thead>
            <tr>
              <Head short="#" long={t("rank")} />
              <th scope="col" class="standings-player">
                {contest === "matches" ? t("team") : t("player")}
              </th>
              <Head short={t("played-short")} long={t("played")} />
              <Head short={t("wins-short")} long={t("wins")} wide />
              <Head short={t("draws-short")} long={t("draws")} wide />
              <Head short={t("losses-short")} long={t("losses")} wide />
              {columns.map((column, at) => (
                <Head key={column.key} {...headings[at]} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row) => {
              const game = contest === "games" ? playing.get(row.participant) : undefined;
              const name = nameOf(row.participant);
              return (
                <tr
                  key={row.participant}
                  data-player={row.participant}
                  data-points={row.values[0] ?? 0}
                  data-place={row.place}
                  data-zone={isDecisive ? row.zone?.kind : undefined}
                >
                  <td>
                    {isDecisive && <Zone zone={row.zone} />}
                    {row.place}
                    {row.tied && <Sign sign="=" words={t("shared-rank")} />}
                    {row.decidedBy === "resolution" && <Sign sign="†" words={t("resolved")} />}
                  </td>
                  <th scope="row" class="standings-player">
                    {game ? (
                      <a
                        href={gamePath(feed.venue, feed.id, game.id)}
                        aria-label={`${name}, ${t("at-board", { table: game.table })}`}
                      >
                        <span class="standings-name">{name}</span>
                        <span class="playing" aria-hidden="true" />
                      </a>
                    ) : contest === "games" ? (
                      <a href={playerPath(feed.venue, feed.id, row.participant)}>
                        <span class="standings-name">{name}</span>
                      </a>
                    ) : (
                      <span class="standings-name">{name}</span>
                    )}
                    {row.withdrawn && <span class="standings-remark"> {t("withdrawn")}</span>}
                  </th>
                  <td>
                    {row.played}
                    {row.inHand > 0 && (
                      <span class="in-hand">
                        <Sign sign={`−${row.inHand}`} words={t("in-hand", { games: row.inHand })} />
                      </span>
                    )}
                  </td>
                  <td class="wide">{row.wins}</td>
                  <td class="wide">{row.draws}</td>
                  <td class="wide">{row.losses}</td>
                  {columns.map((column, at) => (
                    <td
                      key={column.key}
                      class={at === 0 ? "standings-points" : undefined}
                      data-decides={row.decidedBy === column.key ? "" : undefined}
                    >
                      {tableValue(t, row.values[at] ?? null, column.unit)}
                      {row.decidedBy === column.key && (
                        <span class="hidden"> ({t("decides")})</span>
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {isDecisive && <Zones rows={rows} />}
      <Explanation
        label={label(t("explanation"))}
        lines={[
          ...[
            { short: t("played-short"), long: t("played") },
            { short: t("wins-short"), long: t("wins") },
            { short: t("draws-short"), long: t("draws") },
            { short: t("losses-short"), long: t("losses") },
          ],
          ...headings,
          ...signsOf(table, playing),
        ]}
      />
      {rows.map((row, at) => {
        const above = nameOf(rows[at - 1]?.participant ?? 0);
        const words = resolvedPhrase(t, row, above, nameOf(row.participant));
        if (words === "") return null;
        return (
          <p class="tie" key={row.participant} data-resolved={row.place}>
            {`† ${words}`}
          </p>
        );
      })}
      {isDecisive &&
        table.ties.map((tie) => (
          <p class="tie" key={tie.place} data-tie={tie.place}>
            {tiePhrase(t, tie, tie.participants.map(nameOf))}
          </p>
        ))}
      {table.finalOrder.length > 0 && !hasOverall && (
        <>
          <h3>{t("final-order")}</h3>
          <ol class="final-order" data-final-order>
            {table.finalOrder.map((id) => (
              <li key={id}>{nameOf(id)}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** A sign whose shape means the same as its colour; a hollow one is not certain. */
function Zone({ zone }: { readonly zone: Row["zone"] }) {
  if (zone === null) return null;
  return (
    <span class="zone" data-zone={zone.kind}>
      <span aria-hidden="true">{zoneSign(zone)}</span>
      <span class="hidden">{zoneWords(zone)}, </span>
    </span>
  );
}

function zoneSign(zone: NonNullable<Row["zone"]>): string {
  if (zone.kind === "promotion") return zone.contested ? "△" : "▲";
  return zone.contested ? "▽" : "▼";
}

function zoneWords(zone: NonNullable<Row["zone"]>): string {
  const t = texts.value;
  if (zone.kind === "promotion") return zone.contested ? t("promotion-contested") : t("promotion");
  return zone.contested ? t("relegation-contested") : t("relegation");
}

/** A sign for sighted readers, with its meaning for screen readers. */
function Sign({ sign, words }: { readonly sign: string; readonly words: string }) {
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span class="hidden"> ({words})</span>
    </>
  );
}

/** Returns the signs in a table and their meanings. */
function signsOf(
  { rows, columns, contest }: Table,
  playing: GroupTableProps["playing"],
): Heading[] {
  const t = texts.value;
  const signs: [boolean, string, string][] = [
    [rows.some((row) => row.tied), "=", t("shared-rank")],
    [rows.some((row) => row.decidedBy === "resolution"), "†", t("resolved")],
    [rows.some((row) => row.inHand > 0), "−1", t("games-in-hand")],
    [
      rows.some((row) => columns.some((column) => column.key === row.decidedBy)),
      t("underlined"),
      t("decides"),
    ],
    [
      contest === "games" && rows.some((row) => playing.has(row.participant)),
      "●",
      t("now-playing"),
    ],
  ];
  return signs.filter(([isThere]) => isThere).map(([, short, long]) => ({ short, long }));
}

interface ExplanationProps {
  readonly label: string;
  readonly lines: readonly Heading[];
}

/** Explains short headings and signs; opens by keyboard, finger and mouse. */
function Explanation({ label, lines }: ExplanationProps) {
  return (
    <details class="explanation">
      <summary>{label}</summary>
      <dl>
        {lines.map(({ short, long }) => (
          <div key={short}>
            <dt>{short}</dt>
            <dd>{long}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Explains the shapes of promotion and relegation; each row also says it in words. */
function Zones({ rows }: { readonly rows: readonly Row[] }) {
  const signs = new Map<string, string>();
  for (const { zone } of rows) {
    if (zone !== null) signs.set(zoneSign(zone), zoneWords(zone));
  }
  if (signs.size === 0) return null;
  return (
    <p class="legend" aria-hidden="true">
      {[...signs].map(([sign, words]) => `${sign} ${words}`).join(" · ")}
    </p>
  );
}

function Head({
  short = "",
  long = "",
  wide = false,
}: {
  readonly short?: string;
  readonly long?: string;
  readonly wide?: boolean;
}) {
  return (
    <th scope="col" class={wide ? "wide" : undefined}>
      <span aria-hidden="true">{short}</span>
      <span class="hidden">{long}</span>
    </th>
  );
}

/** Announces to screen readers the participants who withdraw or take part again. */
function WithdrawalsSpoken({ feed }: { readonly feed: Feed }) {
  const t = texts.value;
  const spoken = useSignal("");
  const known = useRef<Map<string, boolean> | null>(null);
  const tables = feed.tables.value;
  // Announces a change of a table, but not a change of the language.
  useEffect(() => {
    const now = new Map<string, boolean>();
    const news: string[] = [];
    for (const { contest, rows } of tables) {
      for (const { participant, withdrawn } of rows) {
        const key = `${contest} ${participant}`;
        // The winner of a group is in two tables.
        if (now.has(key)) continue;
        now.set(key, withdrawn);
        if (known.current === null || (known.current.get(key) ?? false) === withdrawn) continue;
        const players = feed.players.peek();
        const name = participantName(contest, players, feed.teams.peek(), participant);
        news.push(withdrawn ? t("has-withdrawn", { name }) : t("is-reinstated", { name }));
      }
    }
    if (news.length > 0) spoken.value = news.join(". ");
    known.current = now;
  }, [tables]);
  return (
    <p class="hidden" aria-live="polite" data-spoken>
      {spoken}
    </p>
  );
}

/** Lists the running games of open rounds, one line per player: player, table, game. */
function gamesInPlay(feed: Feed): string {
  const lines: string[] = [];
  for (const round of feed.rounds.value) {
    if (round.state !== "open") continue;
    for (const id of round.games) {
      const game = feed.game(id).value;
      if (!game?.started || game.result !== null) continue;
      for (const player of [game.white, game.black]) {
        lines.push(`${player}\t${game.table}\t${game.id}`);
      }
    }
  }
  return lines.join("\n");
}
