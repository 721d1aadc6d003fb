// The tournaments on this server. A single one is shown at once.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { hidesResults } from "../live/spoilers";
import { navigate, overviewPath } from "../router";
import { texts } from "../text/language";
import { dayPhrase, progressPhrase, rulesName } from "../text/phrases";
import { complain } from "../wire/complain";
import { decodeTournaments } from "../wire/decode";
import { WireError } from "../wire/fields";
import type { TournamentEntry } from "../wire/frames";
import { Empty } from "./empty";

const AGAIN_MS = 5_000;

export function TournamentList() {
  const t = texts.value;
  const entries = useSignal<readonly TournamentEntry[] | null>(null);
  const isEmpty = useSignal(false);
  const isFailing = useSignal(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const answer = await fetch("/api/v1/tournaments", {
          signal: stop.signal,
          cache: "no-store",
        });
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const found = decodeTournaments(await answer.text());
        const [only] = found;
        // Only on arrival: a list that somebody is reading must not disappear.
        if (only && found.length === 1 && entries.peek() === null) {
          return navigate(overviewPath(only.venue, only.id, null), true);
        }
        entries.value = found.length === 0 ? null : found;
        isEmpty.value = found.length === 0;
        isFailing.value = false;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof WireError) complain(error.message);
        isFailing.value = true;
      }
      timer = setTimeout(() => void ask(), AGAIN_MS);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [entries, isEmpty, isFailing]);

  return (
    <>
      <div class="title">
        <h1 tabIndex={-1}>{t("tournaments")}</h1>
      </div>
      {isFailing.value ? (
        <Empty title={t("list-unavailable")} />
      ) : entries.value !== null ? (
        <ul class="tournaments">
          {entries.value.map((entry) => (
            <li key={`${entry.venue}/${entry.id}`}>
              <a href={overviewPath(entry.venue, entry.id, null)}>
                <span class="tournaments-name">{entry.name}</span>
                <span class="tournaments-state">
                  {[
                    rulesName(t, entry.rules),
                    entry.place,
                    dayPhrase(t, entry),
                    progressPhrase(t, entry, hidesResults.value),
                  ]
                    .filter((part) => part !== "")
                    .join(" · ")}
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title={isEmpty.value ? t("no-tournaments") : t("loading")} />
      )}
    </>
  );
}
