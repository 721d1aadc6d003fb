// Next year's groups of the championship of clubs (B art. 2, 3).

import { useSignal } from "@preact/signals";
import type { TournamentSummary } from "../../gen/damcast/v1/pairing_pb";
import type { PlaceClubsResponse } from "../../gen/damcast/v1/season_pb";
import { language } from "../../text/language";
import { pairing, refusalText, seasons } from "../../wire/api";
import { FieldRow } from "../ask";
import { words } from "../text";
import { type FinalOrder, FinalOrderField, linesOf } from "./final_order";

export function Clubs({ over }: { readonly over: readonly TournamentSummary[] }) {
  const w = words.value;
  const told = useSignal<PlaceClubsResponse | null>(null);
  const fault = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const data = new FormData(event.target);
    try {
      told.value = await seasons.placeClubs({
        groups: await groupsOf(data),
        absent: linesOf(data, "clubs-absent"),
        entered: linesOf(data, "clubs-entered"),
        higherOfMerged: linesOf(data, "clubs-higher"),
      });
      fault.value = "";
    } catch (error) {
      told.value = null;
      fault.value = refusalText(error, language.peek());
    }
  };
  return (
    <section class="panel" aria-labelledby="clubs-title">
      <h2 id="clubs-title">{w("clubs")}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <FinalOrderField name="clubs" label={w("clubs-orders")} over={over} />
        <p class="hint">{w("clubs-hint")}</p>
        <FieldRow field={{ name: "clubs-absent", label: w("clubs-absent"), kind: "lines" }} />
        <FieldRow field={{ name: "clubs-entered", label: w("clubs-entered"), kind: "lines" }} />
        <FieldRow field={{ name: "clubs-higher", label: w("clubs-higher"), kind: "lines" }} />
        <div class="buttons">
          <button type="submit" class="button button-next" data-action="place-clubs">
            {w("place-clubs")}
          </button>
        </div>
      </form>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {told.value && (
        <div class="orders" data-answer="clubs">
          {told.value.groups.map(({ teams }, at) => (
            <div key={at}>
              <h3>{w("group", { group: at + 1 })}</h3>
              <ol>
                {teams.map((team) => (
                  <li key={team}>{team}</li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

/** Returns the final orders from group I down: of every group of a tournament, or names with an empty line between groups. */
async function groupsOf(data: FormData): Promise<(FinalOrder & { group?: number })[]> {
  const [venue, id] = String(data.get("clubs-of") ?? "").split("/");
  if (!venue || !id) {
    const groups = String(data.get("clubs-names") ?? "").split(/\n\s*\n/);
    const names = groups.map((group) =>
      group
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    );
    return names.filter((group) => group.length > 0).map((group) => ({ names: group }));
  }
  const tournament = { venue, tournament: id };
  const { groups } = await pairing.getTournament({ tournament });
  return Array.from({ length: Math.max(1, groups.length) }, (_, at) => ({
    tournament,
    group: at + 1,
  }));
}
