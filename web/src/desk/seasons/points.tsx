// The points ranking over the years (appendix 4).

import { useSignal } from "@preact/signals";
import type { RankPointsResponse } from "../../gen/damcast/v1/season_pb";
import { language } from "../../text/language";
import { refusalText, seasons } from "../../wire/api";
import { FieldRow } from "../ask";
import { words } from "../text";
import { classText, readCareers } from "./careers";

export function Points() {
  const w = words.value;
  const told = useSignal<RankPointsResponse | null>(null);
  const fault = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const text = String(new FormData(event.target).get("careers") ?? "");
    const { players, wrong } = readCareers(text);
    if (wrong.length > 0) {
      told.value = null;
      fault.value = w("wrong-lines", { lines: wrong.join(", ") });
      return;
    }
    try {
      told.value = await seasons.rankPoints({ players: [...players], language: language.value });
      fault.value = "";
    } catch (error) {
      told.value = null;
      fault.value = refusalText(error, language.peek());
    }
  };
  return (
    <section class="panel" aria-labelledby="points-title">
      <h2 id="points-title">{w("points-ranking")}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <FieldRow
          field={{
            name: "careers",
            label: w("careers"),
            kind: "lines",
            isRequired: true,
            hint: w("careers-hint"),
          }}
        />
        <div class="buttons">
          <button type="submit" class="button button-next" data-action="rank-points">
            {w("rank-points")}
          </button>
        </div>
      </form>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {told.value && (
        <div data-answer="points">
          {told.value.best.length > 0 && (
            <p>
              {w("points-best")}: {told.value.best.join(", ")}
            </p>
          )}
          {told.value.players.map(({ name, years, mayGoDown }) => (
            <div key={name} class="results-scroll">
              <table class="results">
                <caption>{name}</caption>
                <thead>
                  <tr>
                    <th scope="col">{w("class")}</th>
                    <th scope="col">{w("points-season")}</th>
                    <th scope="col">{w("points-total")}</th>
                    <th scope="col">{w("points-last-four")}</th>
                    <th scope="col">{w("class-next")}</th>
                    <th scope="col">{w("reason")}</th>
                  </tr>
                </thead>
                <tbody>
                  {years.map((year, at) => (
                    <tr key={at}>
                      <td>{classText(year.class)}</td>
                      <td>{year.seasonPoints}</td>
                      <td>{year.total}</td>
                      <td>{year.lastFour}</td>
                      <td>{classText(year.nextClass)}</td>
                      <td class="reason">{year.text}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {mayGoDown && <p class="hint">{w("points-may-go-down")}</p>}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
