// Next year's places in KK, HAA and RHAA (C art. 8, 9, 11, 12; D art. 7).

import { useSignal } from "@preact/signals";
import type { TournamentSummary } from "../../gen/damcast/v1/pairing_pb";
import {
  EightAbsence,
  type EightPlace,
  type PlaceEightsResponse,
} from "../../gen/damcast/v1/season_pb";
import { language } from "../../text/language";
import { refusalText, seasons } from "../../wire/api";
import { FieldRow } from "../ask";
import { words } from "../text";
import { FinalOrderField, finalOrderOf, linesOf } from "./final_order";

const CLASSES = ["kk", "haa", "rhaa", "ha"] as const;
const EIGHTS = ["kk", "haa", "rhaa"] as const;

export function Eights({ over }: { readonly over: readonly TournamentSummary[] }) {
  const w = words.value;
  const told = useSignal<PlaceEightsResponse | null>(null);
  const fault = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const data = new FormData(event.target);
    const absent = [
      ...linesOf(data, "absent-year").map((name) => ({ name, absence: EightAbsence.ONE_YEAR })),
      ...linesOf(data, "absent-longer").map((name) => ({ name, absence: EightAbsence.LONGER })),
    ];
    try {
      told.value = await seasons.placeEights({
        kk: finalOrderOf(data, "kk"),
        haa: finalOrderOf(data, "haa"),
        rhaa: finalOrderOf(data, "rhaa"),
        ha: finalOrderOf(data, "ha"),
        declined: linesOf(data, "declined"),
        absent,
        language: language.value,
      });
      fault.value = "";
    } catch (error) {
      told.value = null;
      fault.value = refusalText(error, language.peek());
    }
  };
  const answer = told.value;
  return (
    <section class="panel" aria-labelledby="eights-title">
      <h2 id="eights-title">{w("eights")}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <div class="orders">
          {CLASSES.map((one) => (
            <FinalOrderField key={one} name={one} label={one.toUpperCase()} over={over} />
          ))}
        </div>
        <FieldRow field={{ name: "declined", label: w("eights-declined"), kind: "lines" }} />
        <FieldRow field={{ name: "absent-year", label: w("eights-absent-year"), kind: "lines" }} />
        <FieldRow
          field={{ name: "absent-longer", label: w("eights-absent-longer"), kind: "lines" }}
        />
        <div class="buttons">
          <button type="submit" class="button button-next" data-action="place-eights">
            {w("place-eights")}
          </button>
        </div>
      </form>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {answer && (
        <div class="orders" data-answer="eights">
          {EIGHTS.map((one) => (
            <Eight key={one} name={one.toUpperCase()} places={answer[one]} />
          ))}
          <Names label={w("eights-to-ha")} names={answer.toHa} />
          <Names label={w("eights-requalify")} names={answer.requalify} />
          <Names label={w("eights-ek")} names={answer.ek} />
          <Names label={w("eights-ek-or-ha")} names={answer.ekOrHa} />
        </div>
      )}
    </section>
  );
}

function Eight({
  name,
  places,
}: {
  readonly name: string;
  readonly places: readonly EightPlace[];
}) {
  return (
    <div>
      <h3>{name}</h3>
      <ol>
        {places.map((place, at) => (
          <li key={at}>
            <b>{place.name || "–"}</b>{" "}
            <span class="hint">
              {[place.text, place.article, place.absent ? words.value("absent") : ""]
                .filter((part) => part !== "")
                .join(" · ")}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3>{label}</h3>
      <ol>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
    </div>
  );
}
