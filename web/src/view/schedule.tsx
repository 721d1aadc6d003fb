// The rounds of a tournament with their days.

import { useComputed } from "@preact/signals";
import type { Feed } from "../live/feed";
import { overviewPath } from "../router";
import { scheduleOf } from "../state/schedule";
import { moment, texts } from "../text/language";
import { roundName, roundState } from "../text/phrases";
import { Empty } from "./empty";

export function Schedule({ feed }: { readonly feed: Feed }) {
  const t = texts.value;
  // A text, so that later moves do not render the table again.
  const moments = useComputed(() =>
    scheduleOf(feed.rounds.value, (id) => feed.game(id).value)
      .map(({ at }) => at ?? "")
      .join(),
  ).value.split(",");
  const rounds = feed.rounds.value;
  if (rounds.length === 0) return <Empty title={t("no-rounds")} />;
  return (
    <div class="table-scroll">
      <table class="meetings" data-schedule>
        <thead>
          <tr>
            <th scope="col">{t("round-short")}</th>
            <th scope="col">{t("began")}</th>
            <th scope="col">{t("state")}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round, index) => {
            const at = moments[index] ?? "";
            return (
              <tr key={round.number} data-round={round.number} data-at={at}>
                <th scope="row">
                  <a href={overviewPath(feed.venue, feed.id, round.number)}>
                    {roundName(t, round)}
                  </a>
                </th>
                <td>{at === "" ? "–" : moment(Number(at))}</td>
                <td>{roundState(t, round)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
