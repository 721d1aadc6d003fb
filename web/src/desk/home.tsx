// The tournaments of the venue, and the form for a new one.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Preset, TournamentSummary } from "../gen/damcast/v1/pairing_pb";
import { language, texts } from "../text/language";
import { noteAnswer, pairing, refusalText } from "../wire/api";
import { person, setPerson } from "../wire/session";
import { useOffer } from "./actions";
import { act } from "./acts";
import { FieldRow, submitByEnter } from "./ask";
import { ActionButtons } from "./buttons";
import { LabelledInput } from "./labelled_input";
import { idOf } from "./model";
import { allTournaments } from "./register";
import { go, pathOf } from "./router";
import { words } from "./text";

/** The venue of the tournaments that are made here. */
const VENUE = "main";
const REFRESH_MS = 5_000;
/** Number of tournaments above which they are searched. */
const SEARCHED = 8;

export function Home() {
  const w = words.value;
  const list = useSignal<readonly TournamentSummary[] | null>(null);
  const trouble = useSignal("");
  const isCreating = useSignal(false);
  useEffect(() => {
    const read = async () => {
      try {
        list.value = await allTournaments();
        trouble.value = "";
      } catch (error) {
        trouble.value = refusalText(error, language.peek());
      }
    };
    void read();
    const timer = setInterval(() => void read(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [list, trouble]);
  const actions = [
    {
      id: "new-tournament",
      label: w("new-tournament"),
      key: "n",
      isNext: true,
      run: () => {
        isCreating.value = true;
      },
    },
    { id: "register", label: w("register"), run: () => go("/desk/register") },
  ];
  useOffer("home", isCreating.value ? [] : actions);
  const sought = useSignal("");
  const letters = sought.value.toLowerCase();
  const shown = (list.value ?? []).filter(({ name }) => name.toLowerCase().includes(letters));
  const taken = new Set((list.value ?? []).map((one) => one.tournament?.tournament ?? ""));
  return (
    <>
      <h1>{w("desk")}</h1>
      {trouble.value !== "" && <p role="alert">{trouble.value}</p>}
      {isCreating.value ? (
        <Create
          taken={taken}
          close={() => {
            isCreating.value = false;
          }}
        />
      ) : (
        <ActionButtons actions={actions} />
      )}
      <h2>{texts.value("tournaments")}</h2>
      {(list.value?.length ?? 0) > SEARCHED && (
        <LabelledInput
          id="tournament-search"
          label={w("search")}
          type="search"
          onInput={(event) => {
            sought.value = event.currentTarget.value;
          }}
        />
      )}
      <ul class="tournaments">
        {shown.map(({ tournament, name, players, rounds }) => (
          <li key={`${tournament?.venue}/${tournament?.tournament}`}>
            <a href={pathOf(tournament?.venue ?? "", tournament?.tournament ?? "", "round")}>
              <span class="tournaments-name">{name}</span>
              <span class="tournaments-state">{w("tournament-size", { players, rounds })}</span>
            </a>
          </li>
        ))}
      </ul>
      {list.value?.length === 0 && <p class="empty">{w("no-tournament")}</p>}
    </>
  );
}

interface CreateProps {
  readonly taken: ReadonlySet<string>;
  readonly close: () => void;
}

function Create({ taken, close }: CreateProps) {
  const w = words.value;
  const presets = useSignal<readonly Preset[]>([]);
  const chosen = useSignal("");
  const fault = useSignal("");
  useEffect(() => {
    void (async () => {
      try {
        const answer = await pairing.listPresets({ language: language.value });
        noteAnswer();
        presets.value = answer.presets;
        chosen.value ||= answer.presets[0]?.regulation?.preset ?? "";
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
    })();
  }, [presets, chosen, fault, language.value]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  const preset = presets.value.find((one) => one.regulation?.preset === chosen.value);
  const regulation = preset?.regulation;
  const method = regulation?.format?.format.case;
  const asksRounds =
    (method === "swiss" || method === "byHand") && regulation?.rounds === undefined;
  const asksPace = regulation !== undefined && regulation.pace === undefined;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const data = new FormData(event.target);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    setPerson(text("person"));
    const id = idOf(text("name"), taken);
    const control = asksPace
      ? {
          baseMs: BigInt(Math.round(Number(text("minutes")) * 60_000)),
          incrementMs: BigInt(Math.round(Number(text("seconds") || 0) * 1_000)),
        }
      : undefined;
    const created = await act("create", w("creates", { name: text("name") }), () =>
      pairing.createTournament({
        tournament: { venue: VENUE, tournament: id },
        settings: {
          name: text("name"),
          place: text("place"),
          ...(control === undefined ? {} : { control }),
        },
        preset: chosen.value,
        ...(asksRounds ? { rounds: Number(text("rounds")) } : {}),
        by: person.value,
      }),
    );
    if (created) go(pathOf(VENUE, id, "players"));
  };
  return (
    <form
      ref={form}
      class="panel"
      onSubmit={(event) => void submit(event)}
      aria-labelledby="create-title"
    >
      <h2 id="create-title">{w("new-tournament")}</h2>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <FieldRow field={{ name: "name", label: w("name"), kind: "text", isRequired: true }} />
      <FieldRow
        field={{
          name: "person",
          label: w("your-name"),
          kind: "text",
          value: person.value,
          isRequired: true,
          hint: w("your-name-hint"),
        }}
      />
      <div class="field">
        <label for="field-preset">{w("preset")}</label>
        <select
          id="field-preset"
          value={chosen.value}
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
          }}
          onKeyDown={submitByEnter}
        >
          {presets.value.map((one) => (
            <option key={one.regulation?.preset} value={one.regulation?.preset ?? ""}>
              {one.name}
            </option>
          ))}
        </select>
        <p class="hint">{[...new Set(preset?.articles.map((one) => one.article))].join(", ")}</p>
      </div>
      <FieldRow field={{ name: "place", label: w("place"), kind: "text" }} />
      {asksRounds && (
        <FieldRow
          field={{
            name: "rounds",
            label: texts.value("rounds"),
            kind: "number",
            value: "7",
            min: 1,
            max: 100,
            isRequired: true,
          }}
        />
      )}
      {asksPace && (
        <div class="fields">
          <FieldRow
            field={{
              name: "minutes",
              label: w("minutes-each"),
              kind: "number",
              value: "80",
              min: 1,
              max: 1440,
              isRequired: true,
            }}
          />
          <FieldRow
            field={{
              name: "seconds",
              label: w("seconds-a-move"),
              kind: "number",
              value: "60",
              min: 0,
              max: 3600,
            }}
          />
        </div>
      )}
      <div class="buttons">
        <button type="submit" class="button button-next">
          {w("create")}
        </button>
        <button type="button" class="button" onClick={close}>
          {w("cancel")}
        </button>
      </div>
    </form>
  );
}
