// The record of acts about people and devices: who, when, what.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AccessChange, AccessSubject } from "../../gen/damcast/v1/access_service_pb";
import { language, moment } from "../../text/language";
import { access, refusalText } from "../../wire/api";
import { venue } from "../../wire/session";
import { peopleWords } from "./text";

interface ChangesProps {
  readonly subjects: readonly AccessSubject[];
  /** Changes whenever there is something new. */
  readonly stamp: string;
}

export function Changes({ subjects, stamp }: ChangesProps) {
  const w = peopleWords.value;
  const of = useSignal("");
  const changes = useSignal<readonly AccessChange[]>([]);
  const next = useSignal(0n);
  const fault = useSignal("");
  const read = async (before: bigint) => {
    try {
      const page = await access.listChanges({
        venue: venue(),
        subject: of.peek(),
        before,
        language: language.peek(),
      });
      changes.value = before === 0n ? page.changes : [...changes.peek(), ...page.changes];
      next.value = page.next;
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  useEffect(() => {
    void read(0n);
  }, [of.value, language.value, stamp]);
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title">{w("changes")}</h2>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <div class="field">
        <label for="changes-of">{w("changes-of")}</label>
        <select
          id="changes-of"
          value={of.value}
          onChange={(event) => {
            of.value = event.currentTarget.value;
          }}
        >
          <option value="">{w("changes-all")}</option>
          {subjects.map(({ subject, name }) => (
            <option key={subject} value={subject}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <ol class="changes">
        {changes.value.map((change, at) => (
          <li key={`${change.version} ${at}`} data-kind={change.kind}>
            <span class="hint">{moment(Number(change.atMs))}</span> {change.author}: {change.text}
          </li>
        ))}
      </ol>
      {next.value > 0n && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => void read(next.value)}>
            {w("more-changes")}
          </button>
        </div>
      )}
    </section>
  );
}
