// What a printed sheet says of itself: the event, the round, whether it is a draft, and the paper that it is for.

import { signal } from "@preact/signals";
import type { Round } from "../gen/damcast/v1/pairing_pb";
import { stageOf, type Tournament } from "./model";
import { words } from "./text";

const PAPERS = ["A4", "A5"] as const;
const KEPT = "damcast.paper";

type Paper = (typeof PAPERS)[number];

/** The paper that sheets are printed on. */
export const paper = signal<Paper>(
  PAPERS.find((one) => one === globalThis.localStorage?.getItem(KEPT)) ?? "A4",
);

export function PaperField() {
  return (
    <div class="field">
      <label for="print-paper">{words.value("paper-size")}</label>
      <select
        id="print-paper"
        value={paper.value}
        onChange={(event) => {
          paper.value = PAPERS.find((one) => one === event.currentTarget.value) ?? "A4";
          localStorage.setItem(KEPT, paper.value);
        }}
      >
        {PAPERS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </div>
  );
}

interface EventLineProps {
  readonly tournament: Tournament;
  readonly round?: Round;
}

/** The event on a part of a sheet that is cut off or handed out alone. */
export function EventLine({ tournament, round }: EventLineProps) {
  const isDraft = round !== undefined && stageOf(round) === "draft";
  return (
    <p class="event-line">
      {tournament.settings?.name}
      {isDraft && ` · ${words.value("draft")}`}
    </p>
  );
}
