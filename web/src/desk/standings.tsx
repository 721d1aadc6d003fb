// The tables with their explanations, and the ties that are still open.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Contest } from "../gen/damcast/v1/regulation_pb";
import type { GroupTable, TableTie } from "../gen/damcast/v1/standings_pb";
import { TieDecision } from "../gen/damcast/v1/tournament_pb";
import { language, texts } from "../text/language";
import { heading } from "../text/table";
import { pairing, refusalText } from "../wire/api";
import { type Action, useOffer } from "./actions";
import { ask } from "./ask";
import { ActionButtons } from "./buttons";
import { readPairing } from "./by_hand";
import { decide } from "./do";
import type { Live } from "./live";
import { nextRound, participantName, pointsText, seed, type Tournament } from "./model";
import { go, pathOf } from "./router";
import { words } from "./text";

interface StandingsProps {
  readonly live: Live;
  readonly tournament: Tournament;
}

export function Standings({ live, tournament }: StandingsProps) {
  const w = words.value;
  const { tables, fault } = useExplained(live, tournament);
  const actions: Action[] = [
    {
      id: "prizes",
      label: w("sheet-prizes"),
      run: () => go(pathOf(live.venue, live.id, "print", "prizes")),
    },
    {
      id: "explained",
      label: w("sheet-explained"),
      run: () => go(pathOf(live.venue, live.id, "print", "explained")),
    },
    ...tournament.resolvedTies.map((tie, at) => ({
      id: `reopen-${at}`,
      label: w("reopens-tie", { names: namesOf(tournament, tie.order) }),
      run: () => void reopen(live, tournament, tie.order),
    })),
  ].filter(({ id }) => !id.startsWith("reopen-") || live.offers("reopen-tie"));
  useOffer("standings", actions);
  return (
    <section aria-labelledby="standings-title">
      <h2 id="standings-title">{texts.value("standings")}</h2>
      {fault !== "" && <p role="alert">{fault}</p>}
      <ActionButtons actions={actions} />
      {tables.map((table) => (
        <div key={table.group}>
          {tables.length > 1 && table.group > 0 && <h3>{w("group", { group: table.group })}</h3>}
          <TableOf tournament={tournament} table={table} />
          <details class="reasons">
            <summary>{w("reasons-of-places")}</summary>
            <Explanations tournament={tournament} table={table} />
          </details>
          {table.ties.map((tie) => (
            <Tie key={tie.place} live={live} tournament={tournament} tie={tie} />
          ))}
        </div>
      ))}
    </section>
  );
}

interface TableProps {
  readonly tournament: Tournament;
  readonly table: GroupTable;
}

/** A table as it is shown and printed. */
export function TableOf({ tournament, table }: TableProps) {
  const t = texts.value;
  const contest = table.contest === Contest.MATCHES ? "matches" : "games";
  return (
    <div class="results-scroll">
      <table class="results standings-table" data-standings={table.group}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{t(contest === "matches" ? "team" : "player")}</th>
            <th scope="col">{t("played-short")}</th>
            <th scope="col" class="wide">
              {t("wins-short")}
            </th>
            <th scope="col" class="wide">
              {t("draws-short")}
            </th>
            <th scope="col" class="wide">
              {t("losses-short")}
            </th>
            {table.columns.map(({ key }) => {
              const { short, long } = heading(t, key, contest);
              return (
                <th scope="col" key={key} title={long}>
                  {short}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.participant} data-place={row.place}>
              <td>
                {row.place}
                {row.tied ? "=" : ""}
              </td>
              <th scope="row">
                {participantName(tournament, row.participant)}
                {row.withdrawn && <span class="hint"> {t("withdrawn")}</span>}
              </th>
              <td>{row.played}</td>
              <td class="wide">{row.wins}</td>
              <td class="wide">{row.draws}</td>
              <td class="wide">{row.losses}</td>
              {table.columns.map((column, at) => {
                const value = row.values[at]?.value;
                return (
                  <td key={column.key}>
                    {value === undefined ? "" : pointsText(value, column.unit, t.locales)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Says of each place why it is that one, and of the columns what they mean. */
export function Explanations({ tournament, table }: TableProps) {
  const t = texts.value;
  const contest = table.contest === Contest.MATCHES ? "matches" : "games";
  const explained = table.rows.filter(({ explanation }) => explanation !== "");
  return (
    <div class="explanations">
      <ol>
        {explained.map((row) => (
          <li key={row.participant} value={row.place} data-explained={row.participant}>
            <b>{participantName(tournament, row.participant)}</b>: {row.explanation}
          </li>
        ))}
      </ol>
      {explained.length === 0 && <p class="hint">{words.value("no-reasons-of-places")}</p>}
      <dl class="facts">
        {table.columns.map(({ key }) => {
          const { short, long } = heading(t, key, contest);
          return (
            <div key={key}>
              <dt>{short}</dt>
              <dd>{long}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** Returns the tables of a tournament with the reasons of places; as they are without these until they come. */
export function useExplained(live: Live, tournament: Tournament) {
  const told = useSignal<readonly GroupTable[] | null>(null);
  const fault = useSignal("");
  const version = live.version();
  useEffect(() => {
    void (async () => {
      try {
        const common = { tournament: live.ref, language: language.value };
        const request = { ...common, asEntered: true };
        const { tables, winners } = await pairing.getStandings(request);
        told.value = winners ? [winners, ...tables] : tables;
        fault.value = "";
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
    })();
  }, [live, version, tournament, language.value, told, fault]);
  const { tables, winners } = tournament;
  return {
    tables: told.value ?? (winners ? [winners, ...tables] : tables),
    fault: fault.value,
  };
}

interface TieProps extends StandingsProps {
  readonly tie: TableTie;
}

/** Participants whom the columns leave tied, and what may be done about it. */
function Tie({ live, tournament, tie }: TieProps) {
  const w = words.value;
  const names = namesOf(tournament, tie.participants);
  const resolves = live.offers("resolve-tie");
  const acts = [
    ...(live.offers("play-off") ? [[w("pair-play-off"), playOff] as const] : []),
    ...(resolves ? [[w("by-lot"), byLot] as const, [w("resolve-tie"), resolve] as const] : []),
  ];
  return (
    <div class="panel tie">
      <p>{tie.explanation || names}</p>
      {!tie.early && (
        <div class="buttons">
          {acts.map(([label, run]) => (
            <button
              key={label}
              type="button"
              class="button"
              aria-label={`${label}: ${names}`}
              onClick={() => void run(live, tournament, tie)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function namesOf(tournament: Tournament, ids: readonly number[]): string {
  return ids.map((id) => participantName(tournament, id)).join(", ");
}

async function playOff(live: Live, tournament: Tournament, { participants }: TableTie) {
  const w = words.value;
  const isOfMany = participants.length > 2;
  const title = w("pairs-play-off", { names: namesOf(tournament, participants) });
  const answers = await ask({
    title,
    text: isOfMany ? w("pair-by-hand-text") : "",
    fields: isOfMany
      ? [
          {
            name: "lines",
            label: w("pairings"),
            kind: "lines",
            hint: participants.map((id) => `${id} ${participantName(tournament, id)}`).join(", "),
          },
        ]
      : [],
    confirm: w("pair-play-off"),
  });
  if (!answers) return;
  const { pairings } = readPairing(answers.lines ?? "");
  await decide(live, "play-off", title, (common) =>
    pairing.pairPlayOff({
      ...common,
      round: nextRound(tournament),
      participants: [...participants],
      pairings: [...pairings],
      seed: seed(),
    }),
  );
}

async function byLot(live: Live, tournament: Tournament, { participants }: TableTie) {
  const w = words.value;
  const names = namesOf(tournament, participants);
  const answers = await ask({
    title: w("by-lot"),
    text: names,
    confirm: w("by-lot"),
    isDangerous: true,
  });
  if (!answers) return;
  const answer = await decide(live, "tie", w("resolves-tie", { names }), (common) =>
    pairing.resolveTie({
      ...common,
      participants: [...participants],
      how: TieDecision.LOT,
      seed: seed(),
      language: language.peek(),
    }),
  );
  if (answer) await tell(answer.warning);
}

async function resolve(live: Live, tournament: Tournament, { participants }: TableTie) {
  const w = words.value;
  const names = namesOf(tournament, participants);
  const options = participants.map((id) => ({
    value: String(id),
    label: participantName(tournament, id),
  }));
  const answers = await ask({
    title: w("resolves-tie", { names }),
    fields: [
      ...participants.map((id, at) => ({
        name: `place-${at}`,
        label: w("place-number", { place: at + 1 }),
        kind: "select" as const,
        options,
        value: String(id),
      })),
      {
        name: "how",
        label: w("how"),
        kind: "select",
        options: [
          { value: String(TieDecision.GAMES), label: w("by-games") },
          { value: String(TieDecision.ARBITER), label: w("by-arbiter") },
        ],
      },
    ],
    confirm: w("resolve-tie"),
  });
  if (!answers) return;
  const order = participants.map((_, at) => Number(answers[`place-${at}`]));
  const answer = await decide(live, "tie", w("resolves-tie", { names }), (common) =>
    pairing.resolveTie({
      ...common,
      participants: order,
      how: Number(answers.how),
      language: language.peek(),
    }),
  );
  if (answer) await tell(answer.warning);
}

async function reopen(live: Live, tournament: Tournament, order: readonly number[]) {
  const w = words.value;
  const title = w("reopens-tie", { names: namesOf(tournament, order) });
  const answers = await ask({
    title,
    fields: [{ name: "reason", label: w("reason"), kind: "text", isRequired: true }],
    confirm: w("reopen-tie"),
    isDangerous: true,
  });
  if (!answers) return;
  await decide(live, "tie", title, (common) =>
    pairing.reopenTie({ ...common, participants: [...order], reason: answers.reason ?? "" }),
  );
}

async function tell(text: string) {
  if (text !== "")
    await ask({ title: words.value("warnings"), text, confirm: words.value("go-on") });
}
