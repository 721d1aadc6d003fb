// Embargoes: the public sees something later. They are set, and released, with a reason.

import { create } from "@bufbuild/protobuf";
import { EmbargoEnd, EmbargoSchema, type EmbargoSet } from "../gen/damcast/v1/tournament_pb";
import { texts } from "../text/language";
import { pairing } from "../wire/api";
import { ask, type Field } from "./ask";
import { decide } from "./do";
import type { Live } from "./live";
import { gamesOf, type Tournament, tableOf } from "./model";
import { words } from "./text";

interface Scope {
  readonly round: number;
  readonly table: number;
}

/** Shows which embargoes are set. */
export function Embargoes({ tournament }: { readonly tournament: Tournament }) {
  const w = words.value;
  if (tournament.embargoes.length === 0) return null;
  return (
    <div class="embargoes" aria-live="polite" data-embargoes={tournament.embargoes.length}>
      <b>{w("embargoes-set")}</b>
      <ul>
        {tournament.embargoes.map((set) => (
          <li key={scopeValue(scopeOf(set))}>
            {partText(scopeOf(set))}: {untilText(set)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sets an embargo, replaces it or lifts it, after asking. */
export async function setEmbargo(live: Live, tournament: Tournament) {
  const w = words.value;
  const answers = await ask({
    title: w("embargo-set"),
    text: w("embargo-set-text"),
    fields: [
      partField(tournament),
      {
        name: "until",
        label: w("embargo-until"),
        kind: "select",
        options: [
          { value: "delay", label: w("embargo-until-delay") },
          { value: "game", label: w("embargo-until-game") },
          { value: "round", label: w("embargo-until-round") },
          { value: "none", label: w("embargo-until-none") },
        ],
      },
      {
        name: "minutes",
        label: w("embargo-minutes-field"),
        kind: "number",
        value: "15",
        min: 1,
        max: 1440,
      },
      { name: "reason", label: w("reason"), kind: "text" },
    ],
    confirm: w("embargo-set"),
  });
  if (!answers) return;
  const scope = scopeNamed(answers.part ?? "");
  const embargo = embargoOf(answers.until ?? "", Number(answers.minutes ?? ""));
  const part = partText(scope);
  const label = embargo ? w("embargo-is-set", { part }) : w("embargo-is-lifted", { part });
  const reason = answers.reason ?? "";
  await decide(live, `embargo ${scopeValue(scope)}`, label, (common) =>
    pairing.setEmbargo({ ...common, scope, ...(embargo && { embargo }), reason }),
  );
}

/** Shows the public what is withheld so far, after asking. */
export async function releaseEmbargo(live: Live, tournament: Tournament) {
  const w = words.value;
  const answers = await ask({
    title: w("embargo-release"),
    text: w("embargo-release-text"),
    fields: [
      partField(tournament),
      { name: "reason", label: w("reason"), kind: "text", isRequired: true },
    ],
    confirm: w("embargo-release"),
    isDangerous: true,
  });
  if (!answers) return;
  const scope = scopeNamed(answers.part ?? "");
  const label = w("embargo-is-released", { part: partText(scope) });
  await decide(live, `release ${scopeValue(scope)}`, label, (common) =>
    pairing.releaseEmbargo({ ...common, scope, reason: answers.reason ?? "" }),
  );
}

function embargoOf(until: string, minutes: number) {
  switch (until) {
    case "delay":
      return create(EmbargoSchema, { until: { case: "delayS", value: minutes * 60 } });
    case "game":
      return create(EmbargoSchema, { until: { case: "end", value: EmbargoEnd.GAME } });
    case "round":
      return create(EmbargoSchema, { until: { case: "end", value: EmbargoEnd.ROUND } });
    default:
      return undefined;
  }
}

/** Asks for the tournament, one of its rounds or a board of the newest one. */
function partField(tournament: Tournament): Field {
  const rounds = tournament.rounds.map(({ number }) => ({ round: number, table: 0 }));
  const newest = tournament.rounds.at(-1);
  const boards = newest
    ? gamesOf(newest).map((game) => ({ round: newest.number, table: tableOf(game) }))
    : [];
  const scopes: Scope[] = [{ round: 0, table: 0 }, ...rounds.reverse(), ...boards];
  const options = scopes.map((scope) => ({ value: scopeValue(scope), label: partText(scope) }));
  return { name: "part", label: words.value("embargo-part"), kind: "select", options };
}

function scopeValue({ round, table }: Scope): string {
  return `${round}-${table}`;
}

function scopeNamed(value: string): Scope {
  const [round, table] = value.split("-").map(Number);
  return { round: round ?? 0, table: table ?? 0 };
}

function scopeOf(set: EmbargoSet): Scope {
  return { round: set.scope?.round ?? 0, table: set.scope?.table ?? 0 };
}

function partText({ round, table }: Scope): string {
  const w = words.value;
  if (round === 0) return w("embargo-all");
  return table === 0 ? w("embargo-of-round", { round }) : w("embargo-of-board", { round, table });
}

function untilText(set: EmbargoSet): string {
  const w = words.value;
  const until = set.embargo?.until;
  if (until?.case === "end") {
    return until.value === EmbargoEnd.GAME ? w("embargo-until-game") : w("embargo-until-round");
  }
  const seconds = until?.case === "delayS" ? until.value : 0;
  const t = texts.value;
  return seconds % 60 === 0
    ? t("embargo-minutes", { minutes: seconds / 60 })
    : t("embargo-seconds", { seconds });
}
