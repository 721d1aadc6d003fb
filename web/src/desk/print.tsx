// Sheets to print: each has the event, the round, the time of printing, and what it is.

import { Fragment } from "preact";
import type { Round } from "../gen/damcast/v1/pairing_pb";
import { overviewPath } from "../router";
import { texts, timeOfDay } from "../text/language";
import { type Action, useOffer } from "./actions";
import { BoardCards } from "./board_cards";
import { ActionButtons } from "./buttons";
import { Certificates } from "./certificates";
import { inCuttingOrder } from "./cutting";
import type { Live } from "./live";
import {
  gamesOf,
  isOneHalfZero,
  matchesByTable,
  newestRound,
  participantName,
  participants,
  playerName,
  stageOf,
  type Tournament,
  tableOf,
} from "./model";
import { PrizeList } from "./prize_list";
import { scoreText } from "./result_keys";
import { go, pathOf } from "./router";
import { ScoreSheets } from "./score_sheets";
import { NoSheetCode, SheetCode } from "./sheet_code";
import { EventLine, PaperField, paper } from "./sheet_head";
import { Explanations, TableOf, useExplained } from "./standings";
import { words } from "./text";
import { WallChart } from "./wall_chart";
import { WideTable } from "./wide_table";

export const SHEETS = [
  "pairings",
  "by-name",
  "slips",
  "table-cards",
  "standings",
  "explained",
  "wall-chart",
  "crosstable",
  "presence",
  "score-sheets",
  "line-ups",
  "schedule",
  "prizes",
  "certificates",
] as const;
type Sheet = (typeof SHEETS)[number];

/** The sheets whose parts are handed out one by one: each part has the event itself. */
const IN_PARTS: ReadonlySet<Sheet> = new Set([
  "slips",
  "table-cards",
  "score-sheets",
  "line-ups",
  "certificates",
]);

/** The sheets that hang on a wall: whoever reads them there may follow the tournament on. */
const ON_WALLS: ReadonlySet<Sheet> = new Set([
  "pairings",
  "by-name",
  "standings",
  "explained",
  "wall-chart",
  "crosstable",
  "schedule",
]);

interface PrintProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly detail: string;
}

export function Print({ live, tournament, detail }: PrintProps) {
  const w = words.value;
  const chosen: Sheet = SHEETS.find((one) => one === detail) ?? "standings";
  const round = newestRound(tournament);
  const actions: Action[] = [
    { id: "print", label: w("print"), key: "Enter", isNext: true, run: () => print() },
    ...SHEETS.map((sheet) => ({
      id: `sheet-${sheet}`,
      label: w(`sheet-${sheet}`),
      isShown: sheet === chosen,
      run: () => go(pathOf(live.venue, live.id, "print", sheet)),
    })),
  ];
  useOffer("print", actions);
  return (
    <section aria-labelledby="print-title">
      <h2 id="print-title" class="on-screen">
        {w("print")}
      </h2>
      <div class="on-screen">
        <ActionButtons actions={actions} />
        <PaperField />
        {(ON_WALLS.has(chosen) || chosen === "table-cards") && <NoSheetCode />}
      </div>
      <article class="sheet" data-sheet={chosen} data-paper={paper.value}>
        <header class={IN_PARTS.has(chosen) ? "sheet-head on-screen" : "sheet-head"}>
          {ON_WALLS.has(chosen) && <SheetCode path={overviewPath(live.venue, live.id, null)} />}
          <h2>{tournament.settings?.name}</h2>
          <p>
            {w(`sheet-${chosen}`)}
            {round && ` · ${texts.value("round", { round: round.number })}`}
            {tournament.settings?.place && ` · ${tournament.settings.place}`}
          </p>
          <p class="hint">{w("printed-at", { time: moment(), version: live.version() })}</p>
          {round && stageOf(round) === "draft" && <p class="draft">{w("draft")}</p>}
        </header>
        <Body sheet={chosen} live={live} tournament={tournament} round={round} />
      </article>
    </section>
  );
}

function moment(): string {
  const { locales } = texts.value;
  const day = new Intl.DateTimeFormat([...locales], { dateStyle: "medium" }).format(Date.now());
  return `${day} ${timeOfDay(Date.now())}`;
}

interface BodyProps {
  readonly sheet: Sheet;
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: Round | undefined;
}

function Body({ sheet, live, tournament, round }: BodyProps) {
  switch (sheet) {
    case "standings": {
      const { tables, winners } = tournament;
      return (
        <>
          {(winners ? [winners, ...tables] : tables).map((table) => (
            <TableOf key={table.group} tournament={tournament} table={table} />
          ))}
        </>
      );
    }
    case "explained":
      return <Explained live={live} tournament={tournament} />;
    case "wall-chart":
      return <WallChart tournament={tournament} />;
    case "crosstable":
      return <Crosstable tournament={tournament} />;
    case "presence":
      return <Presence tournament={tournament} />;
    case "schedule":
      return <Schedule tournament={tournament} />;
    case "prizes":
      return <PrizeList live={live} tournament={tournament} />;
    case "certificates":
      return <Certificates tournament={tournament} />;
    case "line-ups":
      return <LineUps tournament={tournament} />;
    default:
      if (!round) return <p class="empty">{words.value("no-round-yet")}</p>;
      if (sheet === "pairings") return <Pairings tournament={tournament} round={round} />;
      if (sheet === "by-name") return <ByName tournament={tournament} round={round} />;
      if (sheet === "table-cards") {
        return <BoardCards live={live} tournament={tournament} round={round} />;
      }
      if (sheet === "slips") return <Slips tournament={tournament} round={round} />;
      return <ScoreSheets live={live} tournament={tournament} round={round} />;
  }
}

/** The tables, with the reason of each place and the meaning of each column below them. */
function Explained({ live, tournament }: Pick<PrintProps, "live" | "tournament">) {
  const { tables, fault } = useExplained(live, tournament);
  return (
    <>
      {fault !== "" && <p role="alert">{fault}</p>}
      {tables.map((table) => (
        <div key={table.group}>
          {tables.length > 1 && table.group > 0 && (
            <h3>{words.value("group", { group: table.group })}</h3>
          )}
          <TableOf tournament={tournament} table={table} />
          <Explanations tournament={tournament} table={table} />
        </div>
      ))}
    </>
  );
}

interface RoundSheetProps {
  readonly tournament: Tournament;
  readonly round: Round;
}

function Pairings({ tournament, round }: RoundSheetProps) {
  const [w, t] = [words.value, texts.value];
  const isHalf = isOneHalfZero(tournament);
  const matches = matchesByTable(tournament, round);
  return (
    <>
      <table class="results">
        <thead>
          <tr>
            <th scope="col">{w("table")}</th>
            <th scope="col">{t("white")}</th>
            <th scope="col">{t("black")}</th>
            <th scope="col">{w("result")}</th>
          </tr>
        </thead>
        <tbody>
          {gamesOf(round).map((game) => (
            <Fragment key={tableOf(game)}>
              {matches.has(tableOf(game)) && (
                <tr class="match-line">
                  <th scope="rowgroup" colSpan={4}>
                    {matches.get(tableOf(game))}
                  </th>
                </tr>
              )}
              <tr>
                <td>{tableOf(game)}</td>
                <td>{playerName(tournament, game.pairing?.white ?? 0)}</td>
                <td>{playerName(tournament, game.pairing?.black ?? 0)}</td>
                <td class="box">{game.outcome ? scoreText(game.outcome.score, isHalf) : ""}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      {round.free.length > 0 && (
        <p>
          {t("bye", { name: round.free.map((id) => participantName(tournament, id)).join(", ") })}
        </p>
      )}
    </>
  );
}

function ByName({ tournament, round }: RoundSheetProps) {
  const [w, t] = [words.value, texts.value];
  const seats = gamesOf(round).flatMap((game) => [
    { id: game.pairing?.white ?? 0, table: tableOf(game), color: t("white") },
    { id: game.pairing?.black ?? 0, table: tableOf(game), color: t("black") },
  ]);
  const named = seats.map((seat) => ({ ...seat, name: playerName(tournament, seat.id) }));
  named.sort((one, other) => one.name.localeCompare(other.name, [...t.locales]));
  return (
    <table class="results">
      <thead>
        <tr>
          <th scope="col">{w("name")}</th>
          <th scope="col">{w("table")}</th>
          <th scope="col">{w("color")}</th>
        </tr>
      </thead>
      <tbody>
        {named.map(({ id, name, table, color }) => (
          <tr key={id}>
            <td>{name}</td>
            <td>{table}</td>
            <td>{color}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SLIPS_A_PAGE = 4;

/** Four slips a page, in the order of the tables when the stack is cut. */
function Slips({ tournament, round }: RoundSheetProps) {
  const [w, t] = [words.value, texts.value];
  const isHalf = isOneHalfZero(tournament);
  const scores = isHalf ? "1-0   ½-½   0-1" : "2-0   1-1   0-2";
  return (
    <div class="slips">
      {inCuttingOrder(gamesOf(round), SLIPS_A_PAGE).map((game, at) =>
        game ? (
          <div class="slip" key={tableOf(game)}>
            <EventLine tournament={tournament} round={round} />
            <h3>
              {t("round", { round: round.number })} · {w("table")} {tableOf(game)}
            </h3>
            <p>
              {t("white")}: {playerName(tournament, game.pairing?.white ?? 0)}
            </p>
            <p>
              {t("black")}: {playerName(tournament, game.pairing?.black ?? 0)}
            </p>
            <p class="scores">{scores}</p>
            <p>{w("times-left")}: ________ ________</p>
            <p>{w("signatures")}: ________________ ________________</p>
          </div>
        ) : (
          <div key={`empty ${at}`} class="slip slip-empty" />
        ),
      )}
    </div>
  );
}

function Crosstable({ tournament }: { readonly tournament: Tournament }) {
  const isHalf = isOneHalfZero(tournament);
  const all = tournament.players;
  const numbers = new Map(all.map((player, at) => [player.id, at + 1]));
  const cell = (id: number, round: Round): string => {
    const game = gamesOf(round).find(
      (one) => one.pairing?.white === id || one.pairing?.black === id,
    );
    if (!game?.pairing) return "";
    const isWhite = game.pairing.white === id;
    const opponent = numbers.get(isWhite ? game.pairing.black : game.pairing.white) ?? "";
    const score = game.outcome ? scoreText(game.outcome.score, isHalf) : "";
    const [white = "", black = ""] = score.split("-");
    return `${opponent}${isWhite ? words.value("white-letter") : words.value("black-letter")} ${isWhite ? white : black}`;
  };
  return (
    <WideTable label={words.value("sheet-crosstable")}>
      <table class="results crosstable">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{texts.value("player")}</th>
            {tournament.rounds.map((round) => (
              <th scope="col" key={round.number}>
                {round.number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((player, at) => (
            <tr key={player.id}>
              <td>{at + 1}</td>
              <th scope="row">{player.name}</th>
              {tournament.rounds.map((round) => (
                <td key={round.number}>{cell(player.id, round)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Presence({ tournament }: { readonly tournament: Tournament }) {
  const w = words.value;
  return (
    <table class="results">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{w("name")}</th>
          <th scope="col">{w("club")}</th>
          <th scope="col">{w("here")}</th>
        </tr>
      </thead>
      <tbody>
        {tournament.players.map((player) => (
          <tr key={player.id}>
            <td>{player.id}</td>
            <td>{player.name}</td>
            <td>{player.club}</td>
            <td class="box" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineUps({ tournament }: { readonly tournament: Tournament }) {
  const w = words.value;
  return (
    <>
      {tournament.teams.map((team) => (
        <div class="slip" key={team.id}>
          <EventLine tournament={tournament} />
          <h3>{team.name}</h3>
          <ol>
            {Array.from({ length: team.boards }, (_, at) => (
              <li key={at}>
                {team.lineUp[at]
                  ? playerName(tournament, team.lineUp[at])
                  : "________________________"}
              </li>
            ))}
          </ol>
          <p>{w("signatures")}: ________________</p>
        </div>
      ))}
    </>
  );
}

function Schedule({ tournament }: { readonly tournament: Tournament }) {
  const [w, t] = [words.value, texts.value];
  if (tournament.calendar.length === 0) return <p class="empty">{w("no-schedule")}</p>;
  const names = new Map(participants(tournament).map(({ id, name }) => [id, name]));
  return (
    <>
      {tournament.calendar.map((one) => (
        <div class="schedule-round" key={`${one.group} ${one.round}`}>
          <h3>
            {t("round", { round: one.round })}
            {tournament.groups.length > 1 && ` · ${w("group", { group: one.group })}`}
            {one.day > 0 && ` · ${w("day", { day: one.day })}`}
          </h3>
          <ul>
            {one.pairings.map(({ table, white, black }) => (
              <li key={table}>
                {table}. {names.get(white)} – {names.get(black)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
