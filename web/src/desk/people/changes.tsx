// The record of acts about people and devices: who, when, what; by person and kind, and as a file.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AccessChange, AccessSubject } from "../../gen/damcast/v1/access_service_pb";
import { language, moment } from "../../text/language";
import { access, refusalText } from "../../wire/api";
import { venue } from "../../wire/session";
import { csvOf, saveFile } from "../save_file";
import { kindName } from "./change_kinds";
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
  const kind = useSignal("");
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
  const save = async (isCsv: boolean) => {
    try {
      const all = (await everyChange(of.peek())).filter(isOfKind);
      const rows = all.map((change) => ({
        at: new Date(Number(change.atMs)).toISOString(),
        by: change.author,
        kind: change.kind,
        what: change.text,
      }));
      const table = [["at", "by", "kind", "what"], ...rows.map((row) => Object.values(row))];
      if (isCsv) saveFile("changes.csv", csvOf(table), "text/csv");
      else saveFile("changes.json", JSON.stringify(rows, null, 2), "application/json");
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  const isOfKind = (change: AccessChange) => kind.value === "" || change.kind === kind.value;
  const kinds = [...new Set(changes.value.map((change) => change.kind))]
    .map((one) => ({ kind: one, name: kindName(one) }))
    .sort((one, other) => one.name.localeCompare(other.name, [...w.locales]));
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
      <div class="field">
        <label for="changes-kind">{w("changes-kind")}</label>
        <select
          id="changes-kind"
          value={kind.value}
          onChange={(event) => {
            kind.value = event.currentTarget.value;
          }}
        >
          <option value="">{w("changes-all-kinds")}</option>
          {kinds.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <div class="buttons">
        <button type="button" class="button" onClick={() => void save(true)}>
          {w("changes-csv")}
        </button>
        <button type="button" class="button" onClick={() => void save(false)}>
          {w("changes-json")}
        </button>
      </div>
      <ol class="changes">
        {changes.value.filter(isOfKind).map((change, at) => (
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

/** Reads every change, or those of one person or device, the newest first. */
async function everyChange(subject: string): Promise<AccessChange[]> {
  const all: AccessChange[] = [];
  for (let before = 0n; ; ) {
    const page = await access.listChanges({
      venue: venue(),
      subject,
      before,
      language: language.peek(),
    });
    all.push(...page.changes);
    if (page.next === 0n) return all;
    before = page.next;
  }
}
