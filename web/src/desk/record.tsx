// Every decision with its author and moment, the newest first.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Decision } from "../gen/damcast/v1/pairing_pb";
import { language, moment } from "../text/language";
import { pairing, refusalText } from "../wire/api";
import { LabelledInput } from "./labelled_input";
import type { Live } from "./live";
import { words } from "./text";

const PAGE = 500;

interface RecordProps {
  readonly live: Live;
  readonly version: number;
}

export function RecordView({ live, version }: RecordProps) {
  const w = words.value;
  const decisions = useSignal<readonly Decision[]>([]);
  const later = useSignal("");
  const fault = useSignal("");
  const sought = useSignal("");
  const tag = language.value;
  useEffect(() => {
    // Texts are in one language: another one is read from the beginning.
    decisions.value = [];
    later.value = "";
  }, [live, tag, decisions, later]);
  useEffect(() => {
    let isLeft = false;
    void (async () => {
      try {
        for (let isMore = true; isMore && !isLeft; ) {
          const answer = await pairing.listDecisions({
            tournament: live.ref,
            language: tag,
            pageSize: PAGE,
            pageToken: later.peek(),
          });
          if (isLeft) return;
          const known = decisions.peek().at(-1)?.version ?? 0n;
          const fresh = answer.decisions.filter((one) => one.version > known);
          decisions.value = [...decisions.peek(), ...fresh];
          later.value = answer.laterToken;
          isMore = answer.nextPageToken !== "";
        }
        fault.value = "";
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [live, version, tag, decisions, later, fault]);
  const letters = sought.value.toLowerCase();
  const shown = decisions.value
    .map((decision) => ({ decision, text: textOf(decision) }))
    .filter(({ decision, text }) => `${decision.by} ${text}`.toLowerCase().includes(letters))
    .reverse();
  return (
    <section aria-labelledby="record-title">
      <h2 id="record-title">{w("record")}</h2>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <LabelledInput
        id="record-search"
        label={w("search")}
        type="search"
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      <ol class="decisions" reversed>
        {shown.map(({ decision, text }) => (
          <li key={String(decision.version)} value={Number(decision.version)}>
            <span class="hint">
              {moment(Number(decision.atMs), "medium")} · {decision.by || w("by-the-game")}
            </span>
            <br />
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}

function textOf({ events, reason }: Decision): string {
  const text = events.map((event) => event.text).join("; ");
  return reason === "" ? text : `${text} (${reason})`;
}
