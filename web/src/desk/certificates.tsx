// Certificates for the first places of each table, a page each.

import { useSignal } from "@preact/signals";
import { texts } from "../text/language";
import { participantName, type Tournament } from "./model";
import { words } from "./text";

/** Number of places that have a certificate, unless another is chosen. */
const PLACES = 3;

export function Certificates({ tournament }: { readonly tournament: Tournament }) {
  const w = words.value;
  const places = useSignal(PLACES);
  const { tables, winners, settings } = tournament;
  const day = new Intl.DateTimeFormat([...texts.value.locales], { dateStyle: "long" });
  const last = tournament.rounds.at(-1)?.closedAtMs ?? 0n;
  const date = day.format(last > 0n ? Number(last) : Date.now());
  const rows = (winners ? [winners] : tables).flatMap((table) =>
    table.rows
      .filter(({ place, withdrawn }) => place <= places.value && !withdrawn)
      .map(({ participant, place }) => ({ participant, place, group: table.group })),
  );
  const hasGroups = !winners && tables.length > 1;
  return (
    <>
      <div class="field on-screen">
        <label for="certificate-places">{w("certificate-places")}</label>
        <input
          id="certificate-places"
          type="number"
          min={1}
          max={100}
          value={places.value}
          onInput={(event) => {
            places.value = Number(event.currentTarget.value);
          }}
        />
      </div>
      {!tournament.finished && <p class="draft">{w("draft")}</p>}
      {rows.map(({ participant, place, group }) => (
        <div class="certificate" key={`${group} ${participant}`} data-place={place}>
          <p class="certificate-head">{w("certificate")}</p>
          <p class="certificate-name">{participantName(tournament, participant)}</p>
          <p>{w("certificate-place", { place })}</p>
          {hasGroups && <p>{w("group", { group })}</p>}
          <p class="certificate-event">{settings?.name}</p>
          <p>{[settings?.place, date].filter((part) => part).join(", ")}</p>
          <p class="certificate-sign">{w("signatures")}: ________________ ________________</p>
        </div>
      ))}
    </>
  );
}
