// The standings, whose rows slide to their new places when a game ends.

import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Feed } from "../live/feed";
import { gamePath } from "../router";
import { texts } from "../text/language";
import { playerName } from "../text/phrases";

const SLIDE_MS = 450;

export function Standings({ feed }: { readonly feed: Feed }) {
  const t = texts.value;
  const rows = feed.standings.value;
  const players = feed.players.value;
  const body = useRef<HTMLTableSectionElement>(null);
  const tops = useRef(new Map<string, number>());
  // As text, so that moves, which change games all the time, do not paint the table.
  const playingKey = useComputed(() => gamesInPlay(feed)).value;
  const playing = new Map(
    playingKey.split("\n").map((line) => {
      const [player, table, game] = line.split("\t");
      return [Number(player), { table: Number(table), id: game ?? "" }];
    }),
  );

  useLayoutEffect(() => {
    if (!body.current) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const now = new Map<string, number>();
    for (const row of body.current.rows) {
      const id = row.dataset.player ?? "";
      now.set(id, row.offsetTop);
      const before = tops.current.get(id);
      if (still || before === undefined || before === row.offsetTop) continue;
      row.animate?.(
        [{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: "none" }],
        { duration: SLIDE_MS, easing: "ease-in-out" },
      );
    }
    tops.current = now;
  }, [rows]);

  if (rows.length === 0) return <p class="empty">{t.noStandings}</p>;
  return (
    <table class="standings" data-standings>
      <thead>
        <tr>
          <Head short="#" long={t.rank} />
          <th scope="col" class="standings-player">
            {t.player}
          </th>
          <Head short={t.playedShort} long={t.played} />
          <Head short={t.winsShort} long={t.wins} wide />
          <Head short={t.drawsShort} long={t.draws} wide />
          <Head short={t.lossesShort} long={t.losses} wide />
          <Head short={t.pointsShort} long={t.points} />
          <Head short={t.sonnebornBergerShort} long={t.sonnebornBerger} />
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => {
          const game = playing.get(row.player);
          const name = playerName(players, row.player);
          return (
            <tr key={row.player} data-player={row.player} data-points={row.points}>
              <td>
                {row.rank}
                {row.tied && <span class="hidden"> ({t.sharedRank})</span>}
                {row.tied && <span aria-hidden="true">=</span>}
              </td>
              <th scope="row" class="standings-player">
                {game ? (
                  <a
                    href={gamePath(feed.venue, feed.id, game.id)}
                    title={t.atBoard(game.table)}
                    aria-label={`${name}, ${t.atBoard(game.table)}`}
                  >
                    <span class="standings-name">{name}</span>
                    <span class="playing" aria-hidden="true" />
                  </a>
                ) : (
                  <span class="standings-name">{name}</span>
                )}
              </th>
              <td>{row.played}</td>
              <td class="wide">{row.wins}</td>
              <td class="wide">{row.draws}</td>
              <td class="wide">{row.losses}</td>
              <td class="standings-points">{row.points}</td>
              <td>{row.sonnebornBerger}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Head({
  short,
  long,
  wide = false,
}: {
  readonly short: string;
  readonly long: string;
  readonly wide?: boolean;
}) {
  return (
    <th scope="col" class={wide ? "wide" : undefined}>
      <span aria-hidden="true" title={long}>
        {short}
      </span>
      <span class="hidden">{long}</span>
    </th>
  );
}

/** The running games of open rounds, one line per player: player, table, game. */
function gamesInPlay(feed: Feed): string {
  const lines: string[] = [];
  for (const round of feed.rounds.value) {
    if (round.state !== "open") continue;
    for (const id of round.games) {
      const game = feed.game(id).value;
      if (!game?.started || game.result !== null) continue;
      for (const player of [game.white, game.black]) {
        lines.push(`${player}\t${game.table}\t${game.id}`);
      }
    }
  }
  return lines.join("\n");
}
