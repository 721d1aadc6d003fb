// The history of a game, read when somebody opens it, and again with each change of the game.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language, texts } from "../text/language";
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
        fault.value = "";
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [isOpen.value, live, game, version, language.value, lines, fault]);
  const moment = new Intl.DateTimeFormat([...texts.value.locales], {
    timeStyle: "medium",
    hourCycle: "h23",
  });
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
              {moment.format(atMs)} · {from || w("the-clock")}
            </span>{" "}
            {text}
            {reason !== "" && ` (${reason})`}
          </li>
        ))}
      </ol>
    </details>
  );
}
