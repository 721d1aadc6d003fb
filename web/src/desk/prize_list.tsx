// The prizes of each category, with the money of equal points shared (KNDB F12.1).

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type GetPrizesResponse, LeftOutReason } from "../gen/damcast/v1/season_pb";
import { language } from "../text/language";
import { refusalText, seasons } from "../wire/api";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { readMoney } from "./prize_money";
import { words } from "./text";

interface PrizeListProps {
  readonly live: Live;
  readonly tournament: Tournament;
}

export function PrizeList({ live, tournament }: PrizeListProps) {
  const w = words.value;
  const stored = `damcast.money.${live.venue}.${live.id}`;
  const money = useSignal(localStorage.getItem(stored) ?? "");
  const told = useSignal<GetPrizesResponse | null>(null);
  const fault = useSignal("");
  const { finished } = tournament;
  const version = live.version();
  useEffect(() => {
    let isLeft = false;
    const read = readMoney(money.value);
    if (read === null) {
      fault.value = w("prize-money-hint");
      return;
    }
    void (async () => {
      try {
        const request = { tournament: live.ref, language: language.value, forecast: !finished };
        const answer = await seasons.getPrizes({ ...request, money: read });
        if (isLeft) return;
        told.value = answer;
        fault.value = "";
      } catch (error) {
        if (!isLeft) fault.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [live, version, finished, money.value, language.value, told, fault, w]);
  const euros = new Intl.NumberFormat([...words.value.locales], {
    style: "currency",
    currency: "EUR",
  });
  const leftOut = told.value?.leftOut ?? [];
  return (
    <>
      <div class="field on-screen">
        <label for="prize-money">{w("prize-money")}</label>
        <textarea
          id="prize-money"
          rows={3}
          value={money.value}
          aria-describedby="prize-money-hint"
          onInput={(event) => {
            money.value = event.currentTarget.value;
            localStorage.setItem(stored, money.value);
          }}
        />
        <p id="prize-money-hint" class="hint">
          {w("prize-money-hint")}
        </p>
      </div>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {!finished && <p class="draft">{w("prizes-now")}</p>}
      {(told.value?.categories ?? []).map(({ category, prizes }) => (
        <div key={category} data-category={category}>
          <h3>{category || w("all-players")}</h3>
          <table class="results">
            <thead>
              <tr>
                <th scope="col">{w("prize")}</th>
                <th scope="col">{w("name")}</th>
                <th scope="col">{w("place-in-table")}</th>
                <th scope="col">{w("money")}</th>
              </tr>
            </thead>
            <tbody>
              {prizes.map(({ prize, player, name, place, cents }) => (
                <tr key={player}>
                  <td>{prize}</td>
                  <th scope="row">{name}</th>
                  <td>{place}</td>
                  <td>{cents > 0 ? euros.format(cents / 100) : ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {told.value && told.value.sharing !== "" && <p class="sentence">{told.value.sharing}</p>}
      {leftOut.length > 0 && (
        <p class="hint">
          {w("left-out")}:{" "}
          {leftOut.map(({ name, reason }) => `${name} (${whyOf(reason)})`).join(", ")}
        </p>
      )}
    </>
  );
}

function whyOf(reason: LeftOutReason): string {
  const w = words.value;
  switch (reason) {
    case LeftOutReason.WITHDRAWN:
      return w("left-out-withdrawn");
    case LeftOutReason.NO_CATEGORY:
      return w("left-out-no-category");
    default:
      return w("left-out-unknown-class");
  }
}
