// The check-in before a round: a row for each participant, one tap for who is here, one for who is absent,
// each undone by itself, and the number of those who are missing.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Action, useOffer } from "./actions";
import { ActionButtons } from "./buttons";
import * as entries from "./entries";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { countsOf, type Expected, expectedOf } from "./presence";
import { checkIn, reportMissing } from "./presence_acts";
import { words } from "./text";

interface CheckInProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: number;
  readonly close: () => void;
}

export function CheckIn({ live, tournament, round, close }: CheckInProps) {
  const w = words.value;
  const search = useRef<HTMLInputElement>(null);
  const sought = useSignal("");
  const isOfMissing = useSignal(false);
  const expected = expectedOf(tournament, round);
  const counts = countsOf(expected);
  const letters = sought.value.toLowerCase();
  const shown = expected.filter(
    ({ name, state }) =>
      name.toLowerCase().includes(letters) && (!isOfMissing.value || state === "missing"),
  );
  const actions: Action[] = [
    {
      id: "missing-only",
      label: isOfMissing.value ? w("all-expected") : w("missing-only"),
      key: "f",
      run: () => {
        isOfMissing.value = !isOfMissing.value;
      },
    },
    { id: "check-in-search", label: w("search"), key: "/", run: () => search.current?.focus() },
  ];
  if (counts.missing > 0) {
    actions.push({
      id: "missing-absent",
      label: w("missing-are-absent", { number: counts.missing, round }),
      run: () => void reportMissing(live, tournament, round),
    });
  }
  useOffer("check-in", actions);
  return (
    <section class="panel" aria-labelledby="check-in-title" data-missing={counts.missing}>
      <h2 id="check-in-title">{w("check-in-of", { round })}</h2>
      <p role="status" class="check-in-counts">
        {w("check-in-counts", counts)}
      </p>
      <ActionButtons actions={actions} />
      <div class="field">
        <label for="check-in-letters">{w("search")}</label>
        <input
          ref={search}
          id="check-in-letters"
          type="search"
          autocomplete="off"
          onInput={(event) => {
            sought.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            // Whoever is found alone is here.
            const [only] = shown;
            if (event.key !== "Enter" || !only || shown.length > 1) return;
            event.preventDefault();
            event.currentTarget.select();
            if (only.state !== "here") void checkIn(live, only, round, true);
          }}
        />
        <p class="hint">{w("check-in-hint")}</p>
      </div>
      <ul class="check-in">
        {shown.map((one) => (
          <Row key={one.id} live={live} tournament={tournament} round={round} one={one} />
        ))}
      </ul>
      {shown.length === 0 && <p class="empty">{w("nobody-missing")}</p>}
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {w("check-in-end")}
        </button>
      </div>
    </section>
  );
}

interface RowProps extends Omit<CheckInProps, "close"> {
  readonly one: Expected;
}

function Row({ live, tournament, round, one }: RowProps) {
  const w = words.value;
  const { id, name, state } = one;
  return (
    <li data-check-in={id} data-state={state}>
      <button
        type="button"
        class="check-in-row"
        aria-pressed={state === "here"}
        onClick={() => void checkIn(live, one, round, state !== "here")}
      >
        <span class="check-in-name">
          {id}. {name}
        </span>
        <span class="check-in-state">{w(`presence-${state}`)}</span>
      </button>
      <button
        type="button"
        class="presence"
        aria-pressed={state === "absent"}
        aria-label={w("absence-of", { name, round })}
        onClick={() => void entries.toggleAbsence(live, tournament, id, round, state === "absent")}
      >
        {w("absent")}
      </button>
    </li>
  );
}
