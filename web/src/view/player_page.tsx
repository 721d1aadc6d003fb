// One player: place and points, and the games of every round.

import { apiPath, type Feed } from "../live/feed";
import { gamePath, playerPath } from "../router";
import type { Meeting } from "../state/meetings";
import { texts } from "../text/language";
import { playerName, pointsText, resultWords } from "../text/phrases";
import { tableValue } from "../text/table";
import { Empty } from "./empty";
import { useMeetings } from "./meetings";
import { Share } from "./share";

export function PlayerPage({ feed, id }: { readonly feed: Feed; readonly id: number }) {
  const t = texts.value;
  const player = feed.players.value.get(id);
  const meetings = useMeetings(feed).get(id) ?? [];
  if (player === undefined) return <Empty title={t("missing-player")} isPage />;
  const details = [
    player.club ?? "",
    player.rating === null ? "" : t("rating", { rating: player.rating }),
    teamOf(feed, id),
    feed.tournament.value?.name ?? "",
  ].filter((part) => part !== "");
  return (
    <div class="player-page" data-player-page={id}>
      <div class="title">
        <h1 tabIndex={-1}>{player.name}</h1>
        <p class="subtitle">{details.join(" · ")}</p>
      </div>
      <Places feed={feed} id={id} />
      <div class="round-head">
        <h2>{t("games")}</h2>
        {!feed.hides.value && meetings.length > 0 && (
          <a
            class="pdn"
            href={`${apiPath(feed.venue, feed.id)}/players/${id}.pdn`}
            download={`${feed.id}-player-${id}.pdn`}
          >
            {t("pdn-player")}
          </a>
        )}
        <Share path={playerPath(feed.venue, feed.id, id)} ply={null} />
      </div>
      {meetings.length === 0 ? (
        <Empty title={t("no-games")} />
      ) : (
        <div class="table-scroll">
          <table class="meetings">
            <thead>
              <tr>
                <th scope="col">{t("round-short")}</th>
                <th scope="col">{t("color")}</th>
                <th scope="col">{t("opponent")}</th>
                <th scope="col">{t("points")}</th>
                <th scope="col">{t("game")}</th>
              </tr>
            </thead>
            <tbody>
              {meetings.map((one) => (
                <MeetingRow key={`${one.round} ${one.game}`} feed={feed} meeting={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function MeetingRow({ feed, meeting }: { readonly feed: Feed; readonly meeting: Meeting }) {
  const t = texts.value;
  const { round, opponent, side, game: id, isRunning, points } = meeting;
  const game = id === null ? null : feed.game(id).value;
  const rules = feed.tournament.value?.rules ?? null;
  const words = game?.veil
    ? t("veiled-board")
    : game?.result
      ? resultWords(t, game.result, rules)
      : t(isRunning ? "round-open" : "not-started");
  return (
    <tr data-meeting={id} data-points={points ?? ""}>
      <th scope="row">{round}</th>
      <td>
        <span class={`disc disc-${side}`} aria-hidden="true" />
        <span class="hidden">{t(side === "black" ? "black" : "white")}</span>
      </td>
      <td class="meetings-name">
        <a href={playerPath(feed.venue, feed.id, opponent)}>
          {playerName(feed.players.value, opponent)}
        </a>
      </td>
      <td class="meetings-points">{points === null ? "–" : pointsText(t, points)}</td>
      <td>{id !== null && <a href={gamePath(feed.venue, feed.id, id)}>{words}</a>}</td>
    </tr>
  );
}

/** The places and points of a player in the tables; nothing while results are hidden. */
function Places({ feed, id }: { readonly feed: Feed; readonly id: number }) {
  const t = texts.value;
  if (feed.hides.value) return <p class="subtitle">{t("standings-hidden")}</p>;
  return (
    <>
      {feed.tables.value.map(({ group, contest, columns, rows }) => {
        const row = rows.find((one) => one.participant === id);
        if (contest !== "games" || row === undefined) return null;
        const points = tableValue(t, row.values[0] ?? null, columns[0]?.unit ?? 1);
        return (
          <p key={group} data-place={row.place} data-points={row.values[0]}>
            {t("place-and-points", { place: row.place, points, games: row.played })}
          </p>
        );
      })}
    </>
  );
}

/** Returns the name of the team that a player sits for; empty if there is none. */
function teamOf(feed: Feed, id: number): string {
  for (const team of feed.teams.value.values()) {
    if (team.boards?.includes(id)) return team.name;
  }
  return "";
}
