// The tournaments of the venue, and the form for a new one.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Preset, TournamentSummary } from "../gen/damcast/v1/pairing_pb";
import { language, texts } from "../text/language";
import { noteAnswer, pairing, refusalText } from "../wire/api";
import { isSignedIn, person, setPerson, venue } from "../wire/session";
import { useOffer } from "./actions";
import { act } from "./acts";
import { FieldRow, submitByEnter } from "./ask";
import { ActionButtons } from "./buttons";
import { daysText, readDay } from "./days";
import { useFocusBack } from "./focus_back";
import { LabelledInput } from "./labelled_input";
import { idOf } from "./model";
import { allTournaments } from "./register";
import { go, pathOf } from "./router";
import { bySeries, seriesOf } from "./series";
import { seriesField } from "./series_field";
import { words } from "./text";

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
    { id: "seasons", label: w("seasons"), run: () => go("/desk/seasons") },
  ];
  useOffer("home", isCreating.value ? [] : actions);
  useFocusBack("new-tournament", isCreating.value);
  const sought = useSignal("");
  const letters = sought.value.toLowerCase();
  const all = list.value ?? [];
  const shown = all.filter(({ name, series }) =>
    `${name} ${series}`.toLowerCase().includes(letters),
  );
  const now = shown.filter(({ finished }) => !finished);
  const over = shown.filter(({ finished }) => finished);
  return (
    <>
      <h1>{w("desk")}</h1>
      {trouble.value !== "" && <p role="alert">{trouble.value}</p>}
      {isCreating.value ? (
        <Create
          all={all}
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
      <Events list={now} />
      {list.value?.length === 0 && <p class="empty">{w("no-tournament")}</p>}
      {over.length > 0 && (
        <details class="reasons" open={letters !== "" || now.length === 0}>
          <summary>{w("archive", { events: over.length })}</summary>
          <Events list={over} />
        </details>
      )}
    </>
  );
}

/** Lists tournaments by series: those with days in the order of these, the newest first, and before them those without. */
function Events({ list }: { readonly list: readonly TournamentSummary[] }) {
  const [w, t] = [words.value, texts.value];
  const dayOf = ({ firstDay }: TournamentSummary) =>
    firstDay ? Date.UTC(firstDay.year, firstDay.month, firstDay.day) : Number.MAX_SAFE_INTEGER;
  const ordered = list.toSorted((one, other) => dayOf(other) - dayOf(one));
  return bySeries(ordered).map(({ name: series, events }) => (
    <section key={series} data-series={series}>
      {series !== "" && <h3>{series}</h3>}
      <ul class="tournaments">
        {events.map(({ tournament, name, players, rounds, firstDay, lastDay, place }) => (
          <li key={`${tournament?.venue}/${tournament?.tournament}`}>
            <a href={pathOf(tournament?.venue ?? "", tournament?.tournament ?? "", "round")}>
              <span class="tournaments-name">{name}</span>
              <span class="tournaments-state">
                {[
                  daysText(firstDay, lastDay, t.locales),
                  place,
                  w("tournament-size", { players, rounds }),
                ]
                  .filter((part) => part !== "")
                  .join(" · ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/**
 * Returns the venue in which a tournament is made: that of the session, or the only one of which the
 * server has tournaments; `null` if nothing says which.
 */
function knownVenue(all: readonly TournamentSummary[]): string | null {
  if (isSignedIn.value) return venue();
  const [only, ...others] = new Set(all.map(({ tournament }) => tournament?.venue ?? ""));
  return only !== undefined && others.length === 0 ? only : null;
}

interface CreateProps {
  readonly all: readonly TournamentSummary[];
  readonly close: () => void;
}

function Create({ all, close }: CreateProps) {
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
  const template = /^event:(.+)\/(.+)$/.exec(chosen.value);
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
    const at = knownVenue(all) ?? text("venue");
    const ofVenue = all.filter(({ tournament }) => tournament?.venue === at);
    const taken = new Set(ofVenue.map(({ tournament }) => tournament?.tournament ?? ""));
    const id = idOf(text("name"), taken);
    const [firstDay, lastDay] = [readDay(text("first-day")), readDay(text("last-day"))];
    const control = asksPace
      ? {
          baseMs: BigInt(Math.round(Number(text("minutes")) * 60_000)),
          incrementMs: BigInt(Math.round(Number(text("seconds") || 0) * 1_000)),
        }
      : undefined;
    const created = await act("create", w("creates", { name: text("name") }), async () =>
      pairing.createTournament({
        tournament: { venue: at, tournament: id },
        settings: {
          ...(template ? await regulationOf(template[1] ?? "", template[2] ?? "") : {}),
          name: text("name"),
          place: text("place"),
          // A template has its own series.
          ...(text("series") === "" ? {} : { series: text("series") }),
          ...(firstDay === undefined ? {} : { firstDay }),
          ...(lastDay === undefined ? {} : { lastDay }),
          ...(control === undefined ? {} : { control }),
        },
        preset: template ? "" : chosen.value,
        ...(asksRounds ? { rounds: Number(text("rounds")) } : {}),
        by: person.value,
      }),
    );
    if (created) go(pathOf(at, id, "players"));
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
          {all.length > 0 && (
            <optgroup label={w("as-in-event")}>
              {all.map(({ tournament, name }) => {
                const key = `event:${tournament?.venue}/${tournament?.tournament}`;
                return (
                  <option key={key} value={key}>
                    {name}
                  </option>
                );
              })}
            </optgroup>
          )}
        </select>
        <p class="hint">{[...new Set(preset?.articles.map((one) => one.article))].join(", ")}</p>
      </div>
      <FieldRow field={{ name: "place", label: w("place"), kind: "text" }} />
      <FieldRow field={seriesField("", seriesOf(all))} />
      <div class="fields">
        <FieldRow field={{ name: "first-day", label: w("first-day"), kind: "date" }} />
        <FieldRow field={{ name: "last-day", label: w("last-day"), kind: "date" }} />
      </div>
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
      {knownVenue(all) === null && (
        <FieldRow
          field={{
            name: "venue",
            label: w("venue"),
            kind: "text",
            value: venue(),
            isRequired: true,
            hint: w("venue-hint"),
          }}
        />
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

/** Returns the settings of an event that serve as a template: its regulation, how tablets serve players, and what everybody sees of them, and its series. */
async function regulationOf(venue: string, id: string) {
  const request = { tournament: { venue, tournament: id }, published: true };
  const { settings } = await pairing.getTournament(request);
  if (!settings) return {};
  const { regulation, season, movePresses, showsMoves, signsSheet, publicity, series } = settings;
  const ofTablets = { movePresses, showsMoves, signsSheet };
  return { ...(regulation ? { regulation } : {}), season, ...ofTablets, publicity, series };
}
