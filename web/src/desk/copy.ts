// A new tournament made of one that is there, such as last year's: its regulation and place, and, if
// wanted, its players and teams.

import { clone } from "@bufbuild/protobuf";
import { TournamentCreatedSchema } from "../gen/damcast/v1/tournament_pb";
import { pairing } from "../wire/api";
import { person } from "../wire/session";
import { act } from "./acts";
import { ask } from "./ask";
import { isKnown } from "./do";
import type { Live } from "./live";
import { idOf, type Tournament } from "./model";
import { listOf, offerList } from "./offered_list";
import { allTournaments } from "./register";
import { go, pathOf } from "./router";
import { words } from "./text";

interface TournamentKey {
  readonly venue: string;
  readonly tournament: string;
}

export async function copyEvent(live: Live, tournament: Tournament) {
  const w = words.value;
  const { settings } = tournament;
  if (!settings) return;
  const answers = await ask({
    title: w("copy-event"),
    text: w("copy-text"),
    fields: [
      { name: "name", label: w("name"), kind: "text", value: settings.name, isRequired: true },
      { name: "players", label: w("copy-players"), kind: "check", value: "yes" },
    ],
    confirm: w("create"),
  });
  if (!answers || !(await isKnown())) return;
  const name = (answers.name ?? "").trim();
  const label = w("creates", { name });
  const next = clone(TournamentCreatedSchema, settings);
  next.name = name;
  next.notice = "";
  if (next.season > 0) next.season += 1;
  delete next.firstDay;
  delete next.lastDay;
  let made: TournamentKey | null = null;
  const created = await act("copy", label, async () => {
    // A repeat has to make the same one.
    made ??= { venue: live.venue, tournament: idOf(name, await takenIds(live.venue)) };
    await pairing.createTournament({ tournament: made, settings: next, by: person.value });
    return made;
  });
  if (!created) return;
  if (answers.players === "yes") {
    // They are shown with their doubts, and entered once somebody has looked.
    offerList(`${created.venue}/${created.tournament}`, listOf(tournament.players));
    const common = { tournament: created, by: person.value };
    for (const { name: team } of tournament.teams) {
      await act(`enter-team ${team}`, w("enters", { name: team }), () =>
        pairing.enterTeam({ ...common, name: team }),
      );
    }
  }
  go(pathOf(created.venue, created.tournament, "players"));
}

async function takenIds(venue: string): Promise<Set<string>> {
  const all = await allTournaments(venue);
  return new Set(all.map(({ tournament }) => tournament?.tournament ?? ""));
}
