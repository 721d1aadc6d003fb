// Alarms about players of whom nothing shows that they have come to their game: no check-in where an
// open round has one, no move when it is theirs.

import type { ClockState } from "../gen/damcast/v1/events_pb";
import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { texts, timeOfDay } from "../text/language";
import type { Alarm } from "./alarms";
import {
  absenceOf,
  type GameOfRound,
  gamesInPlay,
  isOfTeams,
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

/** Returns an alarm for each side of a game in play of whom nothing shows at `now` that they have come. */
export function notSeen(tournament: Tournament, watched: Watched, now: number): Alarm[] {
  return gamesInPlay(tournament).flatMap((one) =>
    [Color.WHITE, Color.BLACK].flatMap((color) => {
      const missing =
        stageOf(one.round) === "open"
          ? missingInRound(tournament, one, color, watched)
          : missingInMakeUp(tournament, one, color, watched);
      return missing && now >= missing.since + SIGN_MS ? [alarmOf(tournament, one, missing)] : [];
    }),
  );
}

/** Returns a side of a game of an open round of whom a sign is expected; `null` if none is. */
function missingInRound(
  tournament: Tournament,
  { round, game }: GameOfRound,
  color: Color,
  watched: Watched,
): Missing | null {
  const begin = beginOf(round);
  const here = tournament.checkedIn.filter((one) => one.round === round.number);
  const player = playerAt(game, color);
  const participant = participantOf(tournament, player);
  if (player === 0 || here.some((one) => one.participant === participant)) return null;
  if (absenceOf(tournament, participant, round.number)) return null;
  const since = expectedSince(game, color, watched, here.length > 0 ? begin : null);
  return since === null ? null : { color, player, participant, begin, since };
}

/** The same of a game that is made up: for it nobody checks in, and who was absent then has to come. */
function missingInMakeUp(
  tournament: Tournament,
  { game }: GameOfRound,
  color: Color,
  watched: Watched,
): Missing | null {
  const player = playerAt(game, color);
  const since = player === 0 ? null : expectedSince(game, color, watched, null);
  const participant = participantOf(tournament, player);
  return since === null ? null : { color, player, participant, begin: since, since };
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
  /** The moment at which the round began, or their time in a game that is made up. */
  readonly begin: number;
  readonly since: number;
}

function alarmOf(
  tournament: Tournament,
  { round, game: { game } }: GameOfRound,
  { color, player, participant, begin, since }: Missing,
): Alarm {
  const w = words.value;
  const side = texts.value(color === Color.WHITE ? "white" : "black");
  const of = { player: playerName(tournament, player), side, time: timeOfDay(begin) };
  const key = `not-seen ${game} ${color} ${begin}`;
  const alarm = { key, kind: "not-seen", game, place: tableName(game), seen: null } as const;
  const sinceMs = since + SIGN_MS;
  if (stageOf(round) !== "open") return { ...alarm, sinceMs, text: w("not-seen-make-up", of) };
  const waitMs = tournament.settings?.regulation?.absenceMs ?? 0n;
  const minutes = Math.round(Number(waitMs) / 60_000);
  const text = minutes > 0 ? w("not-seen-wait", { ...of, minutes }) : w("not-seen-text", of);
  const name = participantName(tournament, participant);
  const tap = { kind: "here", participant, name, round: round.number } as const;
  return { ...alarm, sinceMs, text, tap };
}

function playerAt({ pairing }: PairedGame, color: Color): number {
  return (color === Color.WHITE ? pairing?.white : pairing?.black) ?? 0;
}

/** Returns the player, or the team that they play for: that is who checks in. */
function participantOf(tournament: Tournament, player: number): number {
  if (!isOfTeams(tournament)) return player;
  return tournament.teams.find(({ lineUp }) => lineUp.includes(player))?.id ?? player;
}
