// The sums that an arbiter checks before pairing a round of the Swiss system (KNDB F8).

import type { ControlSums } from "../gen/damcast/v1/season_pb";
import { language } from "../text/language";
import { refusalText, seasons } from "../wire/api";
import { ask } from "./ask";
import type { Live } from "./live";
import { pointsText, stageOf, type Tournament } from "./model";
import { words } from "./text";

/** Returns true if a tournament has such sums: by the Swiss system, and once a round is over. */
export function hasControlSums({ settings, rounds }: Tournament): boolean {
  const isSwiss = settings?.regulation?.format?.format.case === "swiss";
  return isSwiss && rounds.some((round) => stageOf(round) === "closed");
}

/** Shows for each group the sums that were found beside those that are required. */
export async function showControlSums(live: Live, { groups }: Tournament) {
  const w = words.value;
  const lines: string[] = [];
  try {
    for (let group = 1; group <= Math.max(1, groups.length); group += 1) {
      const { found, expected } = await seasons.getControlSums({ tournament: live.ref, group });
      if (!found || !expected) continue;
      const isRight =
        found.points === expected.points &&
        found.counted === expected.counted &&
        found.solkoff === expected.solkoff;
      const name = groups.length > 1 ? `${w("group", { group })}: ` : "";
      lines.push(`${name}${isRight ? w("sums-right") : w("sums-wrong")}`);
      lines.push(`${w("sums-found")}: ${sumsText(found)}`);
      lines.push(`${w("sums-expected")}: ${sumsText(expected)}`);
    }
  } catch (error) {
    lines.push(refusalText(error, language.peek()));
  }
  await ask({ title: w("control-sums"), text: lines.join("\n"), confirm: w("go-on") });
}

/** Returns sums in points; the service has them in half points. */
function sumsText({ points, counted, solkoff }: ControlSums): string {
  const w = words.value;
  const text = (halves: number) => pointsText(halves, 2, w.locales);
  return w("sums", { points: text(points), counted: text(counted), solkoff: text(solkoff) });
}
