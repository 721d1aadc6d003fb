// A final order: that of a tournament that is over, or names by hand, one a line.

import type { TournamentSummary } from "../../gen/damcast/v1/pairing_pb";
import { words } from "../text";

/** A final order as a request has it. */
export type FinalOrder = { readonly tournament: object } | { readonly names: string[] };

interface FinalOrderFieldProps {
  readonly name: string;
  readonly label: string;
  readonly over: readonly TournamentSummary[];
}

export function FinalOrderField({ name, label, over }: FinalOrderFieldProps) {
  const w = words.value;
  return (
    <fieldset class="final-order">
      <legend>{label}</legend>
      <div class="field">
        <label for={`${name}-of`}>{w("order-of-tournament")}</label>
        <select id={`${name}-of`} name={`${name}-of`}>
          <option value="">{w("order-by-hand")}</option>
          {over.map(({ tournament, name: event }) => (
            <option
              key={`${tournament?.venue}/${tournament?.tournament}`}
              value={`${tournament?.venue}/${tournament?.tournament}`}
            >
              {event}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${name}-names`}>{w("order-by-hand")}</label>
        <textarea id={`${name}-names`} name={`${name}-names`} rows={4} />
      </div>
    </fieldset>
  );
}

/** Returns the final order of a form: that of the tournament, if one is chosen. */
export function finalOrderOf(data: FormData, name: string): FinalOrder {
  const [venue, tournament] = String(data.get(`${name}-of`) ?? "").split("/");
  if (venue && tournament) return { tournament: { venue, tournament } };
  return { names: linesOf(data, `${name}-names`) };
}

/** Returns the lines of a field that are not empty. */
export function linesOf(data: FormData, name: string): string[] {
  return String(data.get(name) ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
