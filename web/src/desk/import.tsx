// A list of players, pasted or dropped: what it says is shown before anything is entered.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ImportTrfResponse, TournamentSummary } from "../gen/damcast/v1/pairing_pb";
import { language } from "../text/language";
import { pairing, refusalText } from "../wire/api";
import { person } from "../wire/session";
import { ask } from "./ask";
import { decide } from "./do";
import { enterAll } from "./entries";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { listOf, takeOffered } from "./offered_list";
import { decodeText, isReport, type Row, readPlayers } from "./paste";
import { allTournaments } from "./register";
import { words } from "./text";

/** Bytes of the largest file. */
const FILE_MAX = 1 << 20;

interface ImportProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly close: () => void;
}

export function Import({ live, tournament, close }: ImportProps) {
  const w = words.value;
  const text = useSignal("");
  const trouble = useSignal("");
  const isEntering = useSignal(false);
  /** Lines whose doubt somebody has decided. */
  const decided = useSignal<ReadonlyMap<number, boolean>>(new Map());
  const area = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const names = tournament.players.map((player) => player.name);
  const isTrf = isReport(text.value);
  const list = isTrf ? null : readPlayers(text.value, names);
  const isChosen = (row: Row) => decided.value.get(row.line) ?? row.doubts.length === 0;
  const chosen = (list?.rows ?? []).filter(isChosen);

  /** The effect that the import of a report file would have. */
  const report = useSignal<ImportTrfResponse | null>(null);
  const events = useSignal<readonly TournamentSummary[]>([]);

  useEffect(() => {
    area.current?.focus();
    const offered = takeOffered(`${live.venue}/${live.id}`);
    if (offered !== "") take(offered, true);
    void (async () => {
      const all = await allTournaments(live.venue).catch(() => []);
      events.value = all.filter(
        ({ tournament: other, players }) => other?.tournament !== live.id && players > 0,
      );
    })();
  }, []);
  useEffect(() => {
    report.value = null;
    if (!isTrf) return;
    let isLeft = false;
    void (async () => {
      try {
        const answer = await pairing.importTrf({
          tournament: live.ref,
          by: person.value || words.peek()("desk"),
          content: text.value,
          preview: true,
        });
        if (!isLeft) report.value = answer;
      } catch (error) {
        if (!isLeft) trouble.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [live, isTrf, text.value, report, trouble]);

  const take = (next: string, isWhole: boolean) => {
    text.value = next;
    decided.value = new Map();
    trouble.value = "";
    // A pasted list is whole: Enter enters it.
    if (isWhole) requestAnimationFrame(() => button.current?.focus());
  };
  const drop = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > FILE_MAX) {
      trouble.value = w("file-too-large", { name: file.name });
      return;
    }
    take(decodeText(new Uint8Array(await file.arrayBuffer())), true);
  };
  /** Takes the players of another event, to be looked at like a list that is pasted. */
  const takeEvent = async (id: string) => {
    if (id === "") return;
    try {
      const request = { tournament: { venue: live.venue, tournament: id } };
      take(listOf((await pairing.getTournament(request)).players), true);
    } catch (error) {
      trouble.value = refusalText(error, language.peek());
    }
  };
  const enter = async () => {
    isEntering.value = true;
    try {
      if (isTrf) {
        const answer = await decide(live, "import", w("imports-report"), (common) =>
          pairing.importTrf({ ...common, content: text.value }),
        );
        if (!answer) return;
        const problems = answer.problems.map(({ line, text: told }) =>
          line ? `${line}: ${told}` : told,
        );
        if (problems.length > 0) {
          await ask({
            title: w("import-problems"),
            text: problems.join("\n"),
            confirm: w("go-on"),
          });
        }
        close();
        return;
      }
      const entered = new Set(await enterAll(live, chosen));
      if (chosen.every((row) => entered.has(row.name))) close();
    } finally {
      isEntering.value = false;
    }
  };

  return (
    <section
      class="panel"
      aria-labelledby="import-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void drop(event.dataTransfer?.files[0]);
      }}
    >
      <h2 id="import-title">{w("paste-list")}</h2>
      <label for="import-text">{w("paste-hint")}</label>
      <textarea
        ref={area}
        id="import-text"
        rows={5}
        value={text.value}
        onInput={(event) => {
          const isPaste = event.inputType === "insertFromPaste";
          take(event.currentTarget.value, isPaste);
        }}
      />
      <label class="file">
        {w("choose-file")}
        <input
          type="file"
          accept=".csv,.txt,.tsv,.trf,.trfx,text/*"
          onChange={(event) => void drop(event.currentTarget.files?.[0])}
        />
      </label>
      {events.value.length > 0 && (
        <div class="field">
          <label for="import-event">{w("players-of-event")}</label>
          <select id="import-event" onChange={(event) => void takeEvent(event.currentTarget.value)}>
            <option value="">–</option>
            {events.value.map(({ tournament: other, name }) => (
              <option key={other?.tournament} value={other?.tournament}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {trouble.value !== "" && <p role="alert">{trouble.value}</p>}
      {isTrf && <p>{w("is-report")}</p>}
      {isTrf && report.value && <ReportPreview report={report.value} entered={names} />}
      {list && list.rows.length > 0 && (
        <>
          {list.unused.length > 0 && (
            <p class="hint">{w("unused-columns", { columns: list.unused.join(", ") })}</p>
          )}
          <div class="results-scroll preview">
            <table class="results">
              <thead>
                <tr>
                  <th scope="col">{w("enter")}</th>
                  <th scope="col">{w("name")}</th>
                  <th scope="col">{w("club")}</th>
                  <th scope="col">{w("rating")}</th>
                  <th scope="col" class="wide">
                    {w("category")}
                  </th>
                  <th scope="col" class="wide">
                    {w("birth-year")}
                  </th>
                  <th scope="col" class="wide">
                    {w("member-number")}
                  </th>
                  <th scope="col">{w("doubts")}</th>
                </tr>
              </thead>
              <tbody>
                {list.rows.map((row) => (
                  <tr key={row.line} data-doubt={row.doubts.length > 0}>
                    <td>
                      <input
                        type="checkbox"
                        aria-label={w("enters", { name: row.name })}
                        checked={isChosen(row)}
                        disabled={row.doubts.includes("no-name")}
                        onChange={(event) => {
                          const is = event.currentTarget.checked;
                          decided.value = new Map([...decided.value, [row.line, is]]);
                        }}
                      />
                    </td>
                    <th scope="row">{row.name}</th>
                    <td>{row.club}</td>
                    <td>{row.rating || ""}</td>
                    <td class="wide">{row.category}</td>
                    <td class="wide">{row.birthYear || ""}</td>
                    <td class="wide">{row.memberNumber}</td>
                    <td>{row.doubts.map((doubt) => w(`doubt-${doubt}`)).join(", ")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <div class="buttons">
        <button
          ref={button}
          type="button"
          class="button button-next"
          disabled={isEntering.value || (isTrf ? report.value === null : chosen.length === 0)}
          onClick={() => void enter()}
        >
          {isTrf ? w("import-report") : w("enter-all", { players: chosen.length })}
        </button>
        <button type="button" class="button" onClick={close}>
          {w("cancel")}
        </button>
      </div>
    </section>
  );
}

interface ReportPreviewProps {
  readonly report: ImportTrfResponse;
  readonly entered: readonly string[];
}

/** Shows whom a report file would enter, its rounds, and what of it would not be imported. */
function ReportPreview({ report, entered }: ReportPreviewProps) {
  const w = words.value;
  const known = new Set(entered);
  const { players, problems, rounds } = report;
  return (
    <div data-report={players.length}>
      <p>{w("report-has", { players: players.length, rounds })}</p>
      {problems.length > 0 && (
        <>
          <h3>{w("import-problems")}</h3>
          <ul class="report-problems">
            {problems.map(({ line, text }, at) => (
              <li key={at}>{line ? `${line}: ${text}` : text}</li>
            ))}
          </ul>
        </>
      )}
      <div class="results-scroll preview">
        <table class="results">
          <thead>
            <tr>
              <th scope="col">{w("name")}</th>
              <th scope="col">{w("rating")}</th>
              <th scope="col">{w("birth-year")}</th>
              <th scope="col">{w("doubts")}</th>
            </tr>
          </thead>
          <tbody>
            {players.map(({ id, name, rating, birth }) => (
              <tr key={id} data-doubt={known.has(name)}>
                <th scope="row">{name}</th>
                <td>{rating || ""}</td>
                <td>{birth?.year || ""}</td>
                <td>{known.has(name) ? w("doubt-entered") : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
