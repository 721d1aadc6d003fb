// The wall chart: who plays whom in each round and with which colour, with results filled in, and boxes for
// the rounds to come.

import { texts } from "../text/language";
import { heading } from "../text/table";
import { isOfTeams, pointsText, type Tournament } from "./model";
import { words } from "./text";
import { type ChartCell, chartOf } from "./wall_chart_rows";
import { WideTable } from "./wide_table";

export function WallChart({ tournament }: { readonly tournament: Tournament }) {
  const [w, t] = [words.value, texts.value];
  const rounds = tournament.rounds.map(({ number }) => number);
  for (let next = rounds.length + 1; next <= tournament.roundsTotal; next += 1) rounds.push(next);
  const points = pointsOf(tournament);
  return (
    <>
      <WideTable label={w("sheet-wall-chart")}>
        <table class="results wall-chart">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{t(isOfTeams(tournament) ? "team" : "player")}</th>
              {rounds.map((number) => (
                <th scope="col" key={number} aria-label={w("round-short", { round: number })}>
                  {number}
                </th>
              ))}
              <th scope="col">{points.heading}</th>
            </tr>
          </thead>
          <tbody>
            {chartOf(tournament).map(({ number, id, name, cells }) => (
              <tr key={id} data-chart={id}>
                <td>{number}</td>
                <th scope="row">{name}</th>
                {rounds.map((round, at) => (
                  <td key={round} class="chart-cell">
                    <Cell cell={cells[at] ?? null} />
                  </td>
                ))}
                <td>{points.of.get(id) ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <p class="hint">{w("wall-chart-key")}</p>
    </>
  );
}

function Cell({ cell }: { readonly cell: ChartCell | null }) {
  const w = words.value;
  if (cell === null) return null;
  if (cell.kind !== "game") {
    return <>{w(cell.kind === "free" ? "chart-free" : "chart-absent")}</>;
  }
  const { rival, color, result, isByRule } = cell;
  return (
    <>
      {rival}
      {w(color === "white" ? "white-letter" : "black-letter")} <b>{result}</b>
      {isByRule && w("chart-by-rule")}
    </>
  );
}

/** Returns the points of participants, as the first column of their tables has them. */
function pointsOf({ tables }: Tournament) {
  const t = texts.value;
  const [first] = tables.flatMap(({ columns }) => columns.slice(0, 1));
  const of = new Map(
    tables.flatMap(({ columns, rows }) =>
      rows.map(({ participant, values }) => {
        const value = values[0]?.value;
        const text = value === undefined ? "" : pointsText(value, columns[0]?.unit ?? 1, t.locales);
        return [participant, text] as const;
      }),
    ),
  );
  return { heading: first ? heading(t, first.key, "games").short : "", of };
}
