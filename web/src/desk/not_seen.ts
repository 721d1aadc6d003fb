// Alarms about players of an open round of whom nothing shows that they have come: no check-in where
// the round has one, no move when it is theirs.

import type { ClockState } from "../gen/damcast/v1/events_pb";
import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { texts, timeOfDay } from "../text/language";
import type { Alarm } from "./alarms";
import {
  absenceOf,
  gamesOf,
  isOfTeams,
  newestRound,
  participantName,
  playerName,
  stageOf,
  type Tournament,
} from "./model";
import { tableName } from "./rulings";
import { words } from "./text";

/** Time in milliseconds after the start of a round after which a sign of each player is expected. */
export const SIGN_MS = 300_000;

/** The games of a round and their clocks, as far as they are known, by id. */
export interface Watched {
  readonly games: ReadonlyMap<string, GetGameResponse>;
  readonly clocks: ReadonlyMap<string, ClockState>;
}

/** Returns the moment at which a round began: that of the schedule, or when it was opened after it. */
export function beginOf({ beginsAtMs, openedAtMs }: Round): number {
  return Number(beginsAtMs > openedAtMs ? beginsAtMs : openedAtMs);
}

/** Returns an alarm for each side of the open round of whom nothing shows at `now` that they have come. */
export function notSeen(tournament: Tournament, watched: Watched, now: number): Alarm[] {
  const round = newestRound(tournament);
  if (!round || stageOf(round) !== "open") return [];
  const begin = beginOf(round);
  const here = new Set(
    tournament.checkedIn.filter((one) => one.round === round.number).map((one) => one.participant),
  );
  return gamesOf(round)
    .filter((game) => !game.outcome && !game.postponed)
    .flatMap((game) =>
      [Color.WHITE, Color.BLACK].flatMap((color) => {
        const player = playerAt(game, color);
        const participant = participantOf(tournament, player);
        if (player === 0 || here.has(participant)) return [];
        if (absenceOf(tournament, participant, round.number)) return [];
        const since = expectedSince(game, color, watched, here.size > 0 ? begin : null);
        if (since === null || now < since + SIGN_MS) return [];
        const missing = { color, player, participant, round: round.number, begin, since };
        return [alarmOf(tournament, game, missing)];
      }),
    );
}

/**
 * Returns the moment since when a sign of a side is expected, given that of the check-in if the round
 * has one: since then or since its clock runs for its first move. `null` if it has moved, or none is.
 */
function expectedSince(
  { game: id }: PairedGame,
  color: Color,
  { games, clocks }: Watched,
  checkIn: number | null,
): number | null {
  const [game, clock] = [games.get(id), clocks.get(id)];
  const plies = game?.state?.plies.length ?? 0;
  // White plays the odd plies.
  const hasMoved = plies >= (color === Color.WHITE ? 1 : 2);
  const stage = color === Color.WHITE ? clock?.whiteStage : clock?.blackStage;
  // Who was marked absent has an alarm with the end of the wait.
  if (hasMoved || stage?.absent || game?.state?.outcome) return null;
  if (checkIn !== null) return checkIn;
  return clock?.running === color && !clock.paused ? Number(clock.asOfMs) : null;
}

interface Missing {
  readonly color: Color;
  readonly player: number;
  /** The player, or their team. */
  readonly participant: number;
  readonly round: number;
  readonly begin: number;
  readonly since: number;
}

function alarmOf(
  tournament: Tournament,
  { game }: PairedGame,
  { color, player, participant, round, begin, since }: Missing,
): Alarm {
  const w = words.value;
  const side = texts.value(color === Color.WHITE ? "white" : "black");
  const of = { player: playerName(tournament, player), side, time: timeOfDay(begin) };
  const waitMs = tournament.settings?.regulation?.absenceMs ?? 0n;
  const minutes = Math.round(Number(waitMs) / 60_000);
  const text = minutes > 0 ? w("not-seen-wait", { ...of, minutes }) : w("not-seen-text", of);
  const key = `not-seen ${game} ${color} ${begin}`;
  const sinceMs = since + SIGN_MS;
  const name = participantName(tournament, participant);
  const tap = { kind: "here", participant, name, round } as const;
  return { key, kind: "not-seen", game, place: tableName(game), sinceMs, text, seen: null, tap };
}

function playerAt({ pairing }: PairedGame, color: Color): number {
  return (color === Color.WHITE ? pairing?.white : pairing?.black) ?? 0;
}

/** Returns the player, or the team that they play for: that is who checks in. */
function participantOf(tournament: Tournament, player: number): number {
  if (!isOfTeams(tournament)) return player;
  return tournament.teams.find(({ lineUp }) => lineUp.includes(player))?.id ?? player;
}
