// The state of the connection, in plain words.

import type { Status } from "../live/connection";
import { texts, timeOfDay } from "../text/language";

interface StatusLineProps {
  readonly status: Status;
  /** True if the game or the round that is shown is over, so that nothing more comes live. */
  readonly isOver: boolean;
}

export function StatusLine({ status, isOver }: StatusLineProps) {
  const kind = hasEnded(status, isOver) ? "ended" : status.kind;
  return (
    <p class="status" role="status" data-status={kind}>
      <span class="status-dot" aria-hidden="true" />
      <span>{words(status, isOver)}</span>
    </p>
  );
}

/** Nothing more comes of what is over, whether or not its venue is still connected. */
function hasEnded(status: Status, isOver: boolean): boolean {
  return isOver && (status.kind === "live" || status.kind === "venue-offline");
}

function words(status: Status, isOver: boolean): string {
  const t = texts.value;
  if (hasEnded(status, isOver)) return t("ended");
  switch (status.kind) {
    case "live":
      return t("live");
    case "connecting":
      return t("connecting");
    case "interrupted":
      return t("no-news-since", { time: timeOfDay(status.since) });
    case "delayed":
      return t("delayed-since", { time: timeOfDay(status.since) });
    case "venue-offline":
      return t("venue-offline-since", { time: timeOfDay(status.since) });
    case "offline":
      return t("offline-since", { time: timeOfDay(status.since) });
  }
}
