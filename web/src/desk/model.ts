// Reads a tournament for the desk. It judges nothing: the server says what is right.

import type { GetTournamentResponse, PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { RoundState } from "../gen/damcast/v1/pairing_pb";
import { Scoring } from "../gen/damcast/v1/regulation_pb";
import type { Player } from "../gen/damcast/v1/tournament_pb";
import { RuleSet } from "../gen/damcast/v1/types_pb";

export type Tournament = GetTournamentResponse;

export type RoundStage = "draft" | "published" | "open" | "closed";

export function isOfTeams(tournament: Tournament): boolean {
  return (tournament.settings?.regulation?.boards ?? 0) > 0;
}

export function isOneHalfZero(tournament: Tournament): boolean {
  const scoring = tournament.settings?.regulation?.order?.scoring ?? tournament.settings?.scoring;
  return scoring === Scoring.ONE_HALF_ZERO;
}

/** Returns the rulebook whose articles are cited for games of these rules, as the messages name it. */
export function rulebookOf(rules: RuleSet | undefined): "frisian" | "of-2006" | "other" {
  if (rules === RuleSet.FRISIAN) return "frisian";
  const isOf2006 =
    rules === RuleSet.INTERNATIONAL_2006 || rules === RuleSet.INTERNATIONAL_2006_OPEN;
  return isOf2006 ? "of-2006" : "other";
}

/** Returns true if a draw is recorded with the men that White was ahead by (2006 art. 14a). */
export function needsMen(tournament: Tournament): boolean {
  return tournament.settings?.regulation?.order?.scoring === Scoring.BONUS_DRAWS;
}

export function playerOf(tournament: Tournament, id: number): Player | undefined {
  return tournament.players.find((player) => player.id === id);
}

export function playerName(tournament: Tournament, id: number): string {
  return id === 0 ? "–" : (playerOf(tournament, id)?.name ?? `#${id}`);
}

/** Returns the name of a player, or of a team where teams play. */
export function participantName(tournament: Tournament, id: number): string {
  if (!isOfTeams(tournament)) return playerName(tournament, id);
  return tournament.teams.find((team) => team.id === id)?.name ?? `#${id}`;
}

/** Returns everybody who takes part: players, or teams. */
export function participants(tournament: Tournament): { id: number; name: string }[] {
  const all = isOfTeams(tournament) ? tournament.teams : tournament.players;
  return all.map(({ id, name }) => ({ id, name }));
}

export function stageOf(round: Round): RoundStage {
  if (round.state === RoundState.CLOSED) return "closed";
  if (round.state === RoundState.OPEN) return "open";
  return round.publishedAtMs > 0n ? "published" : "draft";
}

/** Returns the newest round; `undefined` before the first. */
export function newestRound(tournament: Tournament): Round | undefined {
  return tournament.rounds.at(-1);
}

/** Returns the games that are played at tables, in the order of these. */
export function gamesOf(round: Round): PairedGame[] {
  return round.games.filter((game) => !game.off);
}

/** A game and its round. */
export interface GameOfRound {
  readonly round: Round;
  readonly game: PairedGame;
}

/**
 * Returns the games that may be in progress, of the newest round first: those that have begun and still
 * need a result, postponed ones included.
 */
export function gamesInPlay(tournament: Tournament): GameOfRound[] {
  return tournament.rounds.toReversed().flatMap((round) =>
    hasBegun(round)
      ? gamesOf(round)
          .filter((game) => !game.outcome)
          .map((game) => ({ round, game }))
      : [],
  );
}

/** Returns the game with this id, of whichever round has begun. */
export function begunGame(tournament: Tournament, id: string): PairedGame | undefined {
  return tournament.rounds
    .filter(hasBegun)
    .flatMap(gamesOf)
    .find(({ game }) => game === id);
}

function hasBegun(round: Round): boolean {
  return ["open", "closed"].includes(stageOf(round));
}

/** Returns the matches of teams, each at the first table that it is played at. */
export function matchesByTable(tournament: Tournament, round: Round): Map<number, string> {
  const matches = (round.paired?.matches ?? []).flatMap(({ first, second, boards }) => {
    const tables = boards.map(({ table }) => table).filter((table) => table > 0);
    const names = [first, second].map((id) => participantName(tournament, id)).join(" – ");
    return tables.length === 0 ? [] : [[Math.min(...tables), names] as const];
  });
  return new Map(matches);
}

export function tableOf(game: PairedGame): number {
  return game.pairing?.table ?? 0;
}

/** Returns the players with this name or number who have withdrawn, are absent, or neither. */
export function absenceOf(tournament: Tournament, id: number, round: number) {
  return tournament.absences.find((one) => one.participant === id && one.round === round);
}

/** Returns the number of the round that is paired next. */
export function nextRound(tournament: Tournament): number {
  return (newestRound(tournament)?.number ?? 0) + 1;
}

/** Returns true if the round before has not been over for as long as players may rest. */
export function isRestOwed(tournament: Tournament, round: number, now: number): boolean {
  const rest = tournament.settings?.regulation?.restMs ?? 0n;
  const before = tournament.rounds.find((one) => one.number === round - 1);
  return before !== undefined && before.closedAtMs > 0n && before.closedAtMs + rest > BigInt(now);
}

/** Returns a number of units of a table as people write it: 3 half points are 1½. */
export function pointsText(units: number, unit: number, locales: readonly string[]): string {
  if (unit <= 1) return String(units);
  if (unit === 2) {
    const whole = Math.floor(units / 2);
    if (units % 2 === 0) return String(whole);
    return whole === 0 ? "½" : `${whole}½`;
  }
  return (units / unit).toLocaleString([...locales], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

/** Returns an id made of a name: "Open Assen 2026" is `open-assen-2026`. */
export function idOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const id =
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 28) || "event";
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? id : `${id.replace(/-+$/, "")}-${number}`;
    if (!taken.has(tried)) return tried;
  }
}

/** Returns a random seed for a lot, which the log keeps. */
export function seed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}
