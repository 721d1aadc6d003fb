// Amends the points of a regulation that the organisers may set. The server says whether something
// depends on one already.

import { clone, create } from "@bufbuild/protobuf";
import {
  HalfPointByesSchema,
  LimitsSchema,
  PaceSchema,
  type Regulation,
  RegulationSchema,
} from "../gen/damcast/v1/regulation_pb";
import { type TournamentCreated, TournamentCreatedSchema } from "../gen/damcast/v1/tournament_pb";
import { language, texts } from "../text/language";
import { pairing, refusalText } from "../wire/api";
import { type Answers, ask, type Field } from "./ask";
import { decide } from "./do";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { minutesText, paceText, readMinutes, readPace } from "./pace";
import { words } from "./text";

/** Asks for the points of the regulation, and amends those that differ. */
export async function amendRegulation(live: Live, { settings }: Tournament) {
  const w = words.value;
  const regulation = settings?.regulation;
  if (!settings || !regulation) return;
  const answers = await ask({
    title: w("amend-regulation"),
    text: w("amend-regulation-text"),
    fields: [...tabletFields(settings), ...fieldsOf(regulation, settings.season)],
    confirm: w("save"),
  });
  if (!answers) return;
  const amended = clone(TournamentCreatedSchema, settings);
  const next = amendedBy(regulation, answers);
  if (!next) {
    await ask({ title: w("amend-regulation"), text: w("cannot-read"), confirm: w("go-on") });
    return;
  }
  const fault = await faultOf(next, 0);
  if (fault !== "") {
    await ask({ title: w("amend-regulation"), text: fault, confirm: w("go-on") });
    return;
  }
  amended.regulation = next;
  amended.season = Number(answers.season ?? 0);
  amended.movePresses = answers["move-presses"] === "yes";
  amended.showsMoves = answers["shows-moves"] === "yes";
  amended.signsSheet = answers["signs-sheet"] === "yes";
  // The time is that of the regulation.
  delete amended.control;
  await decide(live, "amend", w("amend-regulation"), (common) =>
    pairing.amendTournament({ ...common, settings: amended, reason: answers.reason ?? "" }),
  );
}

/** Asks the service whether the regulation suits a number of entrants, and shows groups and rounds. */
export async function checkRegulation({ settings, players, teams }: Tournament) {
  const w = words.value;
  const regulation = settings?.regulation;
  if (!regulation) return;
  const title = w("check-regulation");
  const entered = teams.length || players.length;
  const answers = await ask({
    title,
    fields: [
      {
        name: "entrants",
        label: w("entrants"),
        kind: "number",
        min: 0,
        max: 2000,
        value: String(entered),
        hint: w("entrants-hint"),
      },
    ],
    confirm: w("check-regulation"),
  });
  if (!answers) return;
  const entrants = Number(answers.entrants);
  try {
    const { fault, groups, rounds } = await pairing.checkRegulation({
      regulation,
      entrants,
      language: language.peek(),
    });
    const sizes = groups.length > 0 ? w("group-sizes", { sizes: groups.join(", ") }) : "";
    const total = rounds > 0 ? w("rounds-for", { rounds }) : "";
    const text =
      fault || [w("regulation-fits"), sizes, total].filter((one) => one !== "").join(" ");
    await ask({ title, text, confirm: w("go-on") });
  } catch (error) {
    await ask({ title, text: refusalText(error, language.peek()), confirm: w("go-on") });
  }
}

/** Returns the fault of a regulation for those who are entered; empty if it has none, or nothing answers. */
async function faultOf(regulation: Regulation, entrants: number): Promise<string> {
  try {
    const asked = { regulation, entrants, language: language.peek() };
    return (await pairing.checkRegulation(asked)).fault;
  } catch {
    // Amending itself says what is wrong.
    return "";
  }
}

/** Returns the fields for the players' tablets. */
function tabletFields({ movePresses, showsMoves, signsSheet }: TournamentCreated): Field[] {
  const w = words.value;
  const check = (name: string, label: string, isSet: boolean): Field => {
    return { name, label, kind: "check", value: isSet ? "yes" : "" };
  };
  return [
    check("move-presses", w("move-presses"), movePresses),
    check("shows-moves", w("shows-moves"), showsMoves),
    check("signs-sheet", w("signs-sheet"), signsSheet),
  ];
}

function fieldsOf(regulation: Regulation, season: number): Field[] {
  const w = words.value;
  const number = (name: string, label: string, value: number | bigint | undefined): Field => ({
    name,
    label,
    kind: "number",
    min: 0,
    value: value === undefined ? "" : String(value),
  });
  const minutes = (name: string, label: string, ms: bigint): Field => ({
    name,
    label,
    kind: "text",
    value: minutesText(ms),
    hint: w("minutes-hint"),
  });
  const pace: Field = {
    name: "pace",
    label: w("pace"),
    kind: "lines",
    value: paceText(regulation.pace?.stages ?? []),
    hint: w("pace-hint"),
  };
  const byes = regulation.halfPointByes;
  return [
    ...(regulation.rounds === undefined
      ? []
      : [number("rounds", texts.value("rounds"), regulation.rounds)]),
    pace,
    minutes("absence", w("absence-minutes"), regulation.absenceMs),
    minutes("rest", w("rest-minutes"), regulation.restMs),
    number("promoted", w("promoted"), regulation.promoted),
    number("relegated", w("relegated"), regulation.relegated),
    number("least", w("entrants-min"), regulation.limits?.entrantsMin ?? 2),
    number("most", w("entrants-max"), regulation.limits?.entrantsMax),
    number("byes", w("byes-most"), byes?.most ?? 0),
    { name: "last", label: w("byes-last"), kind: "check", value: byes?.inLastRound ? "yes" : "" },
    {
      name: "no-show",
      label: w("no-show-withdraws"),
      kind: "check",
      value: regulation.noShowWithdraws ? "yes" : "",
    },
    number("season", w("season"), season),
    { name: "reason", label: w("reason"), kind: "text", isRequired: true },
  ];
}

/** Returns the regulation with the answers; `null` if one of them cannot be read. */
export function amendedBy(regulation: Regulation, answers: Answers): Regulation | null {
  const next = clone(RegulationSchema, regulation);
  const number = (name: string) => Number(answers[name] ?? 0);
  const before = regulation.pace?.stages ?? [];
  const text = (answers.pace ?? "").trim();
  if (text !== paceText(before)) {
    const stages = readPace(text, before);
    if (stages === null) return null;
    next.pace = create(PaceSchema, { stages });
  }
  if (regulation.rounds !== undefined) next.rounds = number("rounds");
  const absenceMs = readMinutes(answers.absence ?? "", regulation.absenceMs);
  const restMs = readMinutes(answers.rest ?? "", regulation.restMs);
  if (absenceMs === null || restMs === null) return null;
  next.absenceMs = absenceMs;
  next.restMs = restMs;
  next.promoted = number("promoted");
  next.relegated = number("relegated");
  const limits = clone(LimitsSchema, regulation.limits ?? create(LimitsSchema));
  limits.entrantsMin = number("least");
  delete limits.entrantsMax;
  if (answers.most) limits.entrantsMax = number("most");
  next.limits = limits;
  delete next.halfPointByes;
  if (number("byes") > 0) {
    const inLastRound = answers.last === "yes";
    next.halfPointByes = create(HalfPointByesSchema, { most: number("byes"), inLastRound });
  }
  next.noShowWithdraws = answers["no-show"] === "yes";
  return next;
}
