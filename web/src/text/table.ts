// What tables say: headings, values, ties.

import type { Column, Player, Remedy, Row, Table, Team } from "../wire/frames";
import type { Texts } from "./en";
import { playerName } from "./phrases";

const REMEDIES: Record<Remedy, keyof Texts & `remedy${string}`> = {
  "match-of-two": "remedyMatchOfTwo",
  "single-games": "remedySingleGames",
  "single-games-or-lot": "remedySingleGamesOrLot",
  "single-games-by-lot": "remedySingleGamesByLot",
  "team-match": "remedyTeamMatch",
  blitz: "remedyBlitz",
  lot: "remedyLot",
  arbiter: "remedyArbiter",
  organizer: "remedyOrganizer",
};

const FRACTIONS: Readonly<Record<number, string>> = { 0.25: "¼", 0.5: "½", 0.75: "¾" };

/** A heading, in a few letters and in words. */
export interface Heading {
  readonly short: string;
  readonly long: string;
}

/** The heading of a column; one that this page does not know is called by its key. */
export function heading(texts: Texts, key: string, contest: Table["contest"]): Heading {
  const [, kind = key, parameter = ""] = /^(.*?)(?:-(\d+))?$/.exec(key) ?? [];
  const count = Number(parameter);
  switch (kind) {
    case "points":
      return contest === "matches"
        ? { short: texts.matchPointsShort, long: texts.matchPoints }
        : { short: texts.pointsShort, long: texts.points };
    case "board-points":
      return { short: texts.boardPointsShort, long: texts.boardPoints };
    case "sonneborn-berger":
    case "kndb-sonneborn-berger":
      return { short: texts.sonnebornBergerShort, long: texts.sonnebornBerger };
    case "solkoff":
      return { short: texts.solkoffShort, long: texts.solkoff };
    case "truncated-solkoff":
      return { short: `${texts.solkoffShort}−${count}`, long: texts.truncatedSolkoff(count) };
    case "median-solkoff":
      return { short: `${texts.solkoffShort}±${count}`, long: texts.medianSolkoff(count) };
    case "mutual-result":
      return { short: texts.mutualResultShort, long: texts.mutualResult };
    case "wins":
      return { short: texts.winsShort, long: texts.winsCount };
    case "lot":
      return { short: texts.lotShort, long: texts.lot };
    default:
      return { short: key, long: key };
  }
}

/** `3½`, `1.04`, `7`; a dash where there is nothing to compare. */
export function tableValue(texts: Texts, value: number | null, unit: Column["unit"]): string {
  if (value === null) return "–";
  const whole = Math.floor(value / unit);
  const rest = value / unit - whole;
  const fraction = rest === 0 ? "" : FRACTIONS[rest];
  if (unit < 100 && fraction !== undefined) {
    return whole === 0 && fraction !== "" ? fraction : `${whole}${fraction}`;
  }
  // Half hundredths are thousandths.
  const places = unit > 100 ? 3 : 2;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(texts.locales, digits).format(value / unit);
}

/** `Aa, Bo and Ce share places 1 to 3: the lot decides`. */
export function tiePhrase(texts: Texts, tie: Table["ties"][number], names: string[]): string {
  const last = names.at(-1) ?? "";
  const others = names.slice(0, -1).join(", ");
  const list = others === "" ? last : `${others} ${texts.and} ${last}`;
  const shared = texts.tied(list, tie.place, tie.place + names.length - 1);
  const remedy = tie.remedy === null ? texts.remedySchedule : texts[REMEDIES[tie.remedy]];
  return `${shared}: ${remedy}`;
}

/** `Aa before Bo: decided by lot (seed 7)`; the empty string where no tie was resolved. */
export function resolvedPhrase(texts: Texts, row: Row, above: string, own: string): string {
  if (row.resolvedBy === null) return "";
  const by = {
    games: texts.resolvedGames,
    lot: texts.resolvedLot(row.seed),
    arbiter: texts.resolvedArbiter,
  }[row.resolvedBy];
  return texts.resolvedBefore(above, own, by);
}

/** `Group 2`, or the winners of all. */
export function tableName(texts: Texts, group: number): string {
  return group === 0 ? texts.winners : texts.group(group);
}

/** Whoever stands in a row: a player, or a team where teams play. */
export function participantName(
  contest: Table["contest"],
  players: ReadonlyMap<number, Player>,
  teams: ReadonlyMap<number, Team>,
  id: number,
): string {
  if (contest === "games") return playerName(players, id);
  return teams.get(id)?.name ?? `#${id}`;
}
