// Acts on who is in the hall for a round, and pairing with regard to it.

import { pairing } from "../wire/api";
import { ask } from "./ask";
import { decide } from "./do";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { countsOf, type Expected, expectedOf } from "./presence";
import * as rounds from "./rounds";
import { words } from "./text";

/** Records that somebody is here for a round, or takes that back. */
export function checkIn(live: Live, { id, name }: Expected, round: number, here: boolean) {
  const w = words.value;
  const label = here ? w("is-here", { name, round }) : w("is-not-here", { name, round });
  return decide(live, `here ${id}`, label, (common) =>
    pairing.checkIn({ ...common, participant: id, round, here }),
  );
}

/** Reports all who are missing absent from a round, after asking. */
export async function reportMissing(live: Live, tournament: Tournament, round: number) {
  const w = words.value;
  const missing = expectedOf(tournament, round).filter(({ state }) => state === "missing");
  const title = w("missing-are-absent", { number: missing.length, round });
  const answers = await ask({
    title,
    text: missing.map(({ name }) => name).join(", "),
    fields: [{ name: "reason", label: w("reason"), kind: "text", value: w("did-not-check-in") }],
    confirm: w("report-absent"),
    isDangerous: true,
  });
  if (!answers) return;
  for (const { id, name } of missing) {
    await decide(live, `absence ${id}`, w("is-absent", { name, round }), (common) =>
      pairing.reportAbsence({ ...common, participant: id, round, reason: answers.reason ?? "" }),
    );
  }
}

/**
 * Pairs a round. Where a check-in has begun and somebody is missing it asks first, because who is missing
 * is paired as well.
 */
export async function pairRound(live: Live, tournament: Tournament, round: number) {
  const w = words.value;
  const expected = expectedOf(tournament, round);
  const { here } = countsOf(expected);
  const missing = expected.filter(({ state }) => state === "missing");
  if (here > 0 && missing.length > 0) {
    const answers = await ask({
      title: w("pairs", { round }),
      text: w("pairs-missing", {
        number: missing.length,
        names: missing.map(({ name }) => name).join(", "),
      }),
      confirm: w("pair-all-the-same"),
    });
    if (!answers) return undefined;
  }
  return rounds.pair(live, round);
}
