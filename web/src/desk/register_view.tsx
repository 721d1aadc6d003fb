// The register of the venue: who is known, in which events; what a person may have of it, and its removal.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language, texts } from "../text/language";
import { pairing, refusalText } from "../wire/api";
import { person } from "../wire/session";
import { act } from "./acts";
import { ask } from "./ask";
import { isKnown } from "./do";
import { type KnownPerson, matching, withoutData } from "./known";
import { LabelledInput } from "./labelled_input";
import { exportPerson, type Register as Read, readRegister } from "./register";
import { pathOf } from "./router";
import { saveFile } from "./save_file";
import { words } from "./text";

/** Number of people that are shown at once. */
const SHOWN = 100;

export function Register() {
  const w = words.value;
  const register = useSignal<Read | null>(null);
  const fault = useSignal("");
  const sought = useSignal("");
  const read = async () => {
    try {
      register.value = await readRegister();
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  useEffect(() => void read(), []);
  const found = matching(register.value?.known ?? [], sought.value);
  return (
    <section aria-labelledby="register-title">
      <h1 id="register-title">{w("register")}</h1>
      <p>
        <a href="/desk">← {w("desk")}</a>
      </p>
      <p class="hint">{w("register-text")}</p>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <LabelledInput
        id="register-search"
        label={w("search")}
        type="search"
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      {register.value === null && fault.value === "" && (
        <p class="empty">{texts.value("loading")}</p>
      )}
      <ul class="register" data-known={register.value?.known.length}>
        {found.slice(0, SHOWN).map((one) => (
          <li key={`${one.name} ${one.birthYear}`} class="panel" data-person={one.name}>
            <h2>
              {one.name} {one.birthYear > 0 && <span class="hint">{one.birthYear}</span>}
            </h2>
            <ul>
              {one.entries.map(({ venue, tournament, event, player }) => (
                <li key={`${venue}/${tournament}/${player.id}`}>
                  <a href={pathOf(venue, tournament, "players")}>{event}</a>{" "}
                  <span class="hint">
                    {[
                      player.club,
                      player.rating || "",
                      player.category,
                      player.birth?.year || "",
                      player.memberNumber,
                    ]
                      .filter((part) => part !== "")
                      .join(" · ")}
                  </span>
                </li>
              ))}
            </ul>
            <div class="buttons">
              <button type="button" class="button" onClick={() => void save(one)}>
                {w("export-person")}
              </button>
              <button type="button" class="button" onClick={() => void remove(one, read)}>
                {w("remove-person")}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {(register.value?.omitted ?? 0) > 0 && (
        <p class="hint">{w("register-omitted", { number: register.value?.omitted ?? 0 })}</p>
      )}
      {found.length > SHOWN && <p class="hint">{w("register-more", { people: found.length })}</p>}
    </section>
  );
}

/** Lets the browser save what is known of a person. */
async function save(known: KnownPerson) {
  const w = words.value;
  try {
    const data = JSON.stringify(await exportPerson(known), null, 2);
    saveFile("person.json", data, "application/json");
  } catch (error) {
    const text = refusalText(error, language.peek());
    await ask({ title: w("warnings"), text, confirm: w("go-on") });
  }
}

/** Replaces a person's data in every event, and reads the register again. */
async function remove(known: KnownPerson, read: () => Promise<void>) {
  const w = words.value;
  const title = w("removes-person", { name: known.name });
  const answers = await ask({
    title,
    text: w("remove-person-text"),
    confirm: w("remove-person"),
    isDangerous: true,
  });
  if (!answers || !(await isKnown())) return;
  for (const entry of known.entries) {
    const { venue, tournament, event } = entry;
    await act(`remove ${venue}/${tournament}`, `${title}: ${event}`, () =>
      pairing.correctPlayer({
        tournament: { venue, tournament },
        player: withoutData(entry),
        by: person.value,
      }),
    );
  }
  await read();
}
