// One player at a board: colour, name, clock, and a mark for the side to move.

import type { ReadonlySignal } from "@preact/signals";
import { texts } from "../text/language";
import { playerName } from "../text/phrases";
import type { Game, Player } from "../wire/frames";
import type { Side } from "../wire/position";
import { ClockFace } from "./clock";

interface PlayerLineProps {
  readonly game: Game;
  readonly side: Side;
  readonly players: ReadonlyMap<number, Player>;
  readonly now: ReadonlySignal<number>;
  /** True on the big board, which has room for club and rating. */
  readonly full?: boolean;
  /** The address of the player's page; absent where the name is no link. */
  readonly href?: string | undefined;
}

export function PlayerLine({ game, side, players, now, full = false, href }: PlayerLineProps) {
  const t = texts.value;
  const id = side === "white" ? game.white : game.black;
  const player = players.get(id);
  const details = [
    player?.club ?? "",
    player?.rating === null || player?.rating === undefined
      ? ""
      : t("rating", { rating: player.rating }),
  ].filter((one) => one !== "");
  const isToMove =
    game.started &&
    game.result === null &&
    game.onPaperFrom === null &&
    game.fen.startsWith(side === "white" ? "W" : "B");
  return (
    <div
      class="player"
      data-side={side}
      data-to-move={isToMove}
      data-won={game.result?.score === side}
    >
      <span class={`disc disc-${side}`} aria-hidden="true" />
      <span class="player-name">
        <span class="hidden">{side === "white" ? t("white") : t("black")}: </span>
        <span class="player-name-text">
          {href === undefined ? (
            playerName(players, id)
          ) : (
            <a href={href}>{playerName(players, id)}</a>
          )}
        </span>
        {full && details.length > 0 && <span class="player-details">{details.join(" · ")}</span>}
        {isToMove && <span class="hidden"> ({t("to-move")})</span>}
      </span>
      <ClockFace clock={game.clock} side={side} now={now} full={full} />
    </div>
  );
}
