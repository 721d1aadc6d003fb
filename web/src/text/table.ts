// The texts of tables: headings, values, ties.

import type { Column, Player, Row, Table, Team } from "../wire/frames";
import { playerName } from "./phrases";
import type { Texts } from "./texts";

const FRACTIONS: Readonly<Record<number, string>> = { 0.25: "¼", 0.5: "½", 0.75: "¾" };

/** A heading, abbreviated and in full. */
export interface Heading {
  readonly short: string;
  readonly long: string;
}

/** Returns the heading of a column; a column that this page does not know is named by its key. */
export function heading(texts: Texts, key: string, contest: Table["contest"]): Heading {
  const [, kind = key, parameter = ""] = /^(.*?)(?:-(\d+))?$/.exec(key) ?? [];
  const count = Number(parameter);
  switch (kind) {
    case "points":
      return contest === "matches"
        ? { short: texts("match-points-short"), long: texts("match-points") }
        : { short: texts("points-short"), long: texts("points") };
    case "board-points":
      return { short: texts("board-points-short"), long: texts("board-points") };
    case "sonneborn-berger":
    case "kndb-sonneborn-berger":
      return { short: texts("sonneborn-berger-short"), long: texts("sonneborn-berger") };
    case "solkoff":
      return { short: texts("solkoff-short"), long: texts("solkoff") };
    case "truncated-solkoff":
      return {
        short: `${texts("solkoff-short")}−${count}`,
        long: texts("truncated-solkoff", { lowest: count }),
      };
    case "median-solkoff":
      return {
        short: `${texts("solkoff-short")}±${count}`,
        long: texts("median-solkoff", { each: count }),
      };
    case "mutual-result":
      return { short: texts("mutual-result-short"), long: texts("mutual-result") };
    case "wins":
      return { short: texts("wins-short"), long: texts("wins-count") };
    case "lot":
      return { short: texts("lot-short"), long: texts("lot") };
    default:
      return { short: key, long: key };
  }
}

/** Formats a value: `3½`, `1.04`, `7`; a dash if there is nothing to compare. */
export function tableValue(texts: Texts, value: number | null, unit: Column["unit"]): string {
  if (value === null) return "–";
  const whole = Math.floor(value / unit);
  const rest = value / unit - whole;
  const fraction = rest === 0 ? "" : FRACTIONS[rest];
  if (unit < 100 && fraction !== undefined) {
    return whole === 0 && fraction !== "" ? fraction : `${whole}${fraction}`;
  }
  // Half a hundredth is written as five thousandths.
  const places = unit > 100 ? 3 : 2;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(texts.locales, digits).format(value / unit);
}

/** Most participants of a tie who are named; more of them are counted. */
const MOST_NAMED = 4;

/**
 * Describes a tie: `Aa, Bo and Ce share places 1 to 3: the lot decides`, or `16 share places 1 to
 * 16: …` where there are many. Before the last game there is no remedy yet.
 */
export function tiePhrase(texts: Texts, tie: Table["ties"][number], names: string[]): string {
  const last = names.at(-1) ?? "";
  const others = names.slice(0, -1).join(", ");
  const list = others === "" ? last : `${others} ${texts("and")} ${last}`;
  const places = { first: tie.place, last: tie.place + names.length - 1 };
  const shared =
    names.length > MOST_NAMED
      ? texts("tied-many", { count: names.length, ...places })
      : texts("tied", { names: list, ...places });
  if (tie.early) return shared;
  const remedy = tie.remedy === null ? texts("remedy-schedule") : texts(`remedy-${tie.remedy}`);
  return `${shared}: ${remedy}`;
}

/**
 * Describes the decision on a tie: `Aa before Bo: decided by lot (seed 7)`; empty if there was no
 * tie.
 */
export function resolvedPhrase(texts: Texts, row: Row, above: string, own: string): string {
  if (row.resolvedBy === null) return "";
  const by = {
    games: texts("resolved-games"),
    lot:
      row.seed === null
        ? texts("resolved-lot")
        : texts("resolved-lot-with-seed", { seed: row.seed }),
    arbiter: texts("resolved-arbiter"),
  }[row.resolvedBy];
  return texts("resolved-before", { above, own, by });
}

/**
 * Returns `Group 2`, or the name of the table of all groups: of their winners, or of all players
 * after finals.
 */
export function tableName(texts: Texts, group: number, hasFinals: boolean): string {
  if (group !== 0) return texts("group", { group });
  return hasFinals ? texts("final-order") : texts("winners");
}

/** Returns the name in a row: of a player, or of a team where teams play. */
export function participantName(
  contest: Table["contest"],
  players: ReadonlyMap<number, Player>,
  teams: ReadonlyMap<number, Team>,
  id: number,
): string {
  if (contest === "games") return playerName(players, id);
  return teams.get(id)?.name ?? `#${id}`;
}
