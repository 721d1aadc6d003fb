// The state of the connection, in plain words.

import type { Status } from "../live/connection";
import { texts, timeOfDay } from "../text/language";

export function StatusLine({ status }: { readonly status: Status }) {
  const t = texts.value;
  return (
    <p class="status" role="status" data-status={status.kind}>
      <span class="status-dot" aria-hidden="true" />
      <span>
        {status.kind === "live"
          ? t("live")
          : status.kind === "connecting"
            ? t("connecting")
            : status.kind === "interrupted"
              ? t("no-news-since", { time: timeOfDay(status.since) })
              : t("offline-since", { time: timeOfDay(status.since) })}
      </span>
    </p>
  );
}
