// The season after this one: places in the eights and groups of clubs, and points over the years. Nothing of it
// is recorded.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { TournamentSummary } from "../../gen/damcast/v1/pairing_pb";
import { language } from "../../text/language";
import { refusalText } from "../../wire/api";
import { allTournaments } from "../register";
import { words } from "../text";
import { Clubs } from "./clubs";
import { Eights } from "./eights";
import { Points } from "./points";

export function Seasons() {
  const w = words.value;
  const over = useSignal<readonly TournamentSummary[]>([]);
  const fault = useSignal("");
  useEffect(() => {
    void (async () => {
      try {
        over.value = (await allTournaments()).filter(({ finished }) => finished);
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
    })();
  }, [over, fault]);
  return (
    <section aria-labelledby="seasons-title">
      <h1 id="seasons-title">{w("seasons")}</h1>
      <p>
        <a href="/desk">← {w("desk")}</a>
      </p>
      <p class="hint">{w("seasons-text")}</p>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <Eights over={over.value} />
      <Clubs over={over.value} />
      <Points />
    </section>
  );
}
