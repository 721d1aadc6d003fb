// The history of a game, read when somebody opens it, and again with each change of the game.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language, moment } from "../text/language";
import { refusalText, rules } from "../wire/api";
import { type HistoryLine, historyLines } from "./history";
import type { Live } from "./live";
import { words } from "./text";

interface HistoryProps {
  readonly live: Live;
  readonly game: string;
  /** Changes with the game. */
  readonly version: string;
}

export function History({ live, game, version }: HistoryProps) {
  const w = words.value;
  const isOpen = useSignal(false);
  const lines = useSignal<readonly HistoryLine[]>([]);
  const omitted = useSignal(0);
  const fault = useSignal("");
  useEffect(() => {
    if (!isOpen.value) return;
    let isLeft = false;
    void (async () => {
      try {
        const request = { game: { ...live.ref, game }, language: language.value };
        const told = await rules.getGame({ ...request, withHistory: true });
        if (isLeft) return;
        lines.value = historyLines(told);
        omitted.value = Number(told.version) - told.history.length;
        fault.value = "";
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [isOpen.value, live, game, version, language.value, lines, omitted, fault]);
  return (
    <details
      class="reasons"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{w("history")}</summary>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      <ol class="history" reversed>
        {lines.value.map(({ key, atMs, from, text, reason }) => (
          <li key={key}>
            <span class="hint">
              {moment(atMs, "medium")} · {from || w("the-clock")}
            </span>{" "}
            {text}
            {reason !== "" && ` (${reason})`}
          </li>
        ))}
      </ol>
      {omitted.value > 0 && <p class="hint">{w("history-omitted", { number: omitted.value })}</p>}
    </details>
  );
}
