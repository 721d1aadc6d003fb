// The finals after two pools: whoever has more points, or else more wins, chooses the colour; else the lot
// decides it (2006 art. 14d).

import { RoundKind } from "../gen/damcast/v1/tournament_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { texts } from "../text/language";
import { pairing } from "../wire/api";
import { ask, type Field } from "./ask";
import { decide } from "./do";
import type { Live } from "./live";
import { participantName, seed, stageOf, type Tournament } from "./model";
import { words } from "./text";

interface Final {
  readonly place: number;
  readonly first: number;
  readonly second: number;
  /** The player who chooses; 0 if the lot decides. */
  readonly chooser: number;
}

/** Returns the finals whose colours are still to be decided, once the pools are over. */
export function openFinals(tournament: Tournament): Final[] {
  const [one, other] = tournament.tables;
  if (tournament.settings?.regulation?.format?.format.case !== "pools" || !one || !other) return [];
  const { rounds } = tournament;
  const isInFinals = rounds.some((round) => round.paired?.kind !== RoundKind.REGULAR);
  const isOver = rounds.length === one.rows.length - 1 && rounds.every(isClosed);
  if (isInFinals || !isOver) return [];
  const finals: Final[] = [];
  for (const row of one.rows) {
    const rival = other.rows.find(({ place }) => place === row.place);
    const isChosen = tournament.finalColors.some(({ poolPlace }) => poolPlace === row.place);
    if (!rival || isChosen) continue;
    const ahead =
      (row.values[0]?.value ?? 0) - (rival.values[0]?.value ?? 0) || row.wins - rival.wins;
    const chooser = ahead > 0 ? row.participant : ahead < 0 ? rival.participant : 0;
    finals.push({ place: row.place, first: row.participant, second: rival.participant, chooser });
  }
  return finals;
}

function isClosed(round: Tournament["rounds"][number]): boolean {
  return stageOf(round) === "closed";
}

/** Asks for all choices at once, and records them from the first place on. */
export async function chooseColors(live: Live, tournament: Tournament) {
  const [w, t] = [words.value, texts.value];
  const name = (id: number) => participantName(tournament, id);
  const finals = openFinals(tournament);
  const byLot = finals.filter(({ chooser }) => chooser === 0);
  const lots = byLot.map(({ place, first, second }) =>
    w("final-by-lot", { place, pair: `${name(first)} – ${name(second)}` }),
  );
  const fields = finals.flatMap(({ place, first, second, chooser }): Field[] => {
    if (chooser === 0) return [];
    const rival = chooser === first ? second : first;
    return [
      {
        name: `color-${place}`,
        label: w("final-color", { place, name: name(chooser), rival: name(rival) }),
        kind: "select",
        options: [
          { value: String(Color.WHITE), label: t("white") },
          { value: String(Color.BLACK), label: t("black") },
        ],
      },
    ];
  });
  const answers = await ask({
    title: w("final-colors"),
    text: lots.join("\n"),
    fields,
    confirm: w("save"),
  });
  if (!answers) return;
  for (const { place, chooser } of finals) {
    const how = chooser === 0 ? { seed: seed() } : { color: Number(answers[`color-${place}`]) };
    const done = await decide(live, `color ${place}`, w("choose-color", { place }), (common) =>
      pairing.chooseColor({ ...common, poolPlace: place, ...how }),
    );
    if (!done) return;
  }
}
