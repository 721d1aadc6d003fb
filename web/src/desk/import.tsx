// A list of players, pasted or dropped: what it says is shown before anything is entered.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { pairing } from "../wire/api";
import { ask } from "./ask";
import { decide } from "./do";
import { enterAll } from "./entries";
import type { Live } from "./live";
import type { Tournament } from "./model";
import { decodeText, isReport, type Row, readPlayers } from "./paste";
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

  useEffect(() => area.current?.focus(), []);

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
      {trouble.value !== "" && <p role="alert">{trouble.value}</p>}
      {isTrf && <p>{w("is-report")}</p>}
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
          disabled={isEntering.value || (!isTrf && chosen.length === 0)}
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
