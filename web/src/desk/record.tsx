// Every decision, ruling and change of seats with its author and moment, the newest first: by kind and person, and as a file.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Decision, GetTournamentResponse } from "../gen/damcast/v1/pairing_pb";
import { language, moment } from "../text/language";
import { boardIngest, pairing, refusalText, rules } from "../wire/api";
import { type Action, useOffer } from "./actions";
import { ActionButtons } from "./buttons";
import {
  inOrder,
  isSought,
  KINDS,
  lineOf,
  type RecordLine,
  recordCsv,
  recordJson,
  textOf,
} from "./decisions";
import { GameRulings } from "./game_rulings";
import { LabelledInput } from "./labelled_input";
import type { Live } from "./live";
import { saveFile } from "./save_file";
import { type ReadSeatActs, readSeatActs } from "./seat_acts";
import { words } from "./text";

const PAGE = 500;

interface RecordProps {
  readonly live: Live;
  readonly tournament: GetTournamentResponse;
  readonly version: number;
}

export function RecordView({ live, tournament, version }: RecordProps) {
  const w = words.value;
  const decisions = useSignal<readonly Decision[]>([]);
  const later = useSignal("");
  const fault = useSignal("");
  const sought = useSignal({ letters: "", kind: "", by: "" });
  const rulings = useSignal<readonly RecordLine[]>([]);
  const rulingsFault = useSignal("");
  const seats = useSignal<ReadSeatActs>({ lines: [], later: "" });
  const seatsFault = useSignal("");
  const asked = useSignal(0);
  const ofGames = useMemo(() => new GameRulings((request) => rules.getGame(request)), [live]);
  const tag = language.value;
  useEffect(() => {
    // Texts are in one language: another one is read from the beginning.
    decisions.value = [];
    later.value = "";
    seats.value = { lines: [], later: "" };
  }, [live, tag, decisions, later, seats]);
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
  useEffect(() => {
    let isLeft = false;
    void (async () => {
      try {
        // Who may not see games as the arbiter does has the decisions alone.
        if (!live.offers("watch")) return;
        const read = await ofGames.read(live.ref, tournament.rounds, tag);
        if (isLeft) return;
        rulings.value = read.lines;
        rulingsFault.value = read.refused ? refusalText(read.refused, language.peek()) : "";
      } catch (error) {
        if (!isLeft) rulingsFault.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [live, version, tag, asked.value, ofGames, rulings, rulingsFault]);
  useEffect(() => {
    let isLeft = false;
    void (async () => {
      try {
        const request = { tournament: live.ref, language: tag };
        const read = await readSeatActs(
          (page) => boardIngest.listSeatActs(page),
          request,
          seats.peek(),
        );
        if (isLeft) return;
        seats.value = read;
        seatsFault.value = "";
      } catch (error) {
        if (!isLeft) seatsFault.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [live, version, tag, asked.value, seats, seatsFault]);
  const lines = inOrder([...decisions.value.map(lineOf), ...rulings.value, ...seats.value.lines]);
  const found = lines.filter((line) => isSought(line, sought.value));
  const shown = found.toReversed();
  const people = [...new Set(lines.map(({ by }) => by))].filter((by) => by !== "");
  const actions: Action[] = [
    {
      id: "record-csv",
      label: w("record-csv"),
      run: () => saveFile(`${live.id}-decisions.csv`, recordCsv(found), "text/csv"),
    },
    {
      id: "record-json",
      label: w("record-json"),
      run: () => saveFile(`${live.id}-decisions.json`, recordJson(found), "application/json"),
    },
    {
      id: "record-again",
      label: w("record-again"),
      run: () => {
        ofGames.forget();
        asked.value += 1;
      },
    },
  ];
  useOffer("record", actions);
  return (
    <section aria-labelledby="record-title">
      <h2 id="record-title">{w("record")}</h2>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {rulingsFault.value !== "" && (
        <p role="alert">{w("record-no-rulings", { text: rulingsFault.value })}</p>
      )}
      {seatsFault.value !== "" && (
        <p role="alert">{w("record-no-seats", { text: seatsFault.value })}</p>
      )}
      <LabelledInput
        id="record-search"
        label={w("search")}
        type="search"
        onInput={(event) => {
          sought.value = { ...sought.value, letters: event.currentTarget.value };
        }}
      />
      <div class="fields">
        <div class="field">
          <label for="record-kind">{w("kind")}</label>
          <select
            id="record-kind"
            value={sought.value.kind}
            onChange={(event) => {
              sought.value = { ...sought.value, kind: event.currentTarget.value };
            }}
          >
            <option value="">{w("all-kinds")}</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {w(`kind-${kind}`)}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="record-by">{w("decided-by")}</label>
          <select
            id="record-by"
            value={sought.value.by}
            onChange={(event) => {
              sought.value = { ...sought.value, by: event.currentTarget.value };
            }}
          >
            <option value="">{w("everybody")}</option>
            {people.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </div>
      <ActionButtons actions={actions} />
      <p class="hint" role="status">
        {w("decisions-found", { number: found.length })}
      </p>
      <ol class="decisions" reversed>
        {shown.map((line) => (
          <li key={line.key} data-kind={line.kinds.join(" ")}>
            <span class="hint">
              {moment(line.atMs, "medium")} · {line.by || w("by-the-game")}
              {line.role !== "" && ` · ${line.role}`}
              {line.device !== "" && ` · ${line.device}`}
            </span>
            <br />
            {textOf(line)}
            {line.cause !== "" && <span class="hint"> {line.cause}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
