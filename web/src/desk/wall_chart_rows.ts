// The rows of the wall chart, read from a tournament. It judges nothing: points are those of the tables.

import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { type Outcome, Reason, Score } from "../gen/damcast/v1/types_pb";
import {
  absenceOf,
  isOfTeams,
  isOneHalfZero,
  participants,
  pointsText,
  type Tournament,
} from "./model";
import { scoreText } from "./result_keys";

/** The part of a participant in a round; `null` before it is paired. */
export type ChartCell =
  | {
      readonly kind: "game";
      /** The number of the opponent in the chart. */
      readonly rival: number;
      readonly color: "white" | "black";
      /** The own part of the result; empty before it is known. */
      readonly result: string;
      /** True if the result is by rule, and nobody played. */
      readonly isByRule: boolean;
    }
  | { readonly kind: "free" | "absent" };

export interface ChartRow {
  /** The number in the chart, from 1 in the order of entry. */
  readonly number: number;
  readonly id: number;
  readonly name: string;
  readonly cells: readonly (ChartCell | null)[];
}

/** Returns a row for each participant with a cell for each round that is paired. */
export function chartOf(tournament: Tournament): ChartRow[] {
  const all = participants(tournament);
  const numbers = new Map(all.map(({ id }, at) => [id, at + 1]));
  const rounds = tournament.rounds.map((round) => ({
    round,
    meetings: isOfTeams(tournament) ? matchesOf(tournament, round) : gamesOf(tournament, round),
  }));
  return all.map(({ id, name }, at) => ({
    number: at + 1,
    id,
    name,
    cells: rounds.map(({ round, meetings }): ChartCell | null => {
      const met = meetings.get(id);
      if (met) {
        const { rival, ...cell } = met;
        return { kind: "game", rival: numbers.get(rival) ?? 0, ...cell };
      }
      if (round.free.includes(id)) return { kind: "free" };
      return absenceOf(tournament, id, round.number) ? { kind: "absent" } : null;
    }),
  }));
}

interface Meeting {
  readonly rival: number;
  readonly color: "white" | "black";
  readonly result: string;
  readonly isByRule: boolean;
}

function gamesOf(tournament: Tournament, { games }: Round): Map<number, Meeting> {
  const isHalf = isOneHalfZero(tournament);
  const met = new Map<number, Meeting>();
  for (const { pairing, outcome, off } of games) {
    if (off || !pairing) continue;
    const [white = "", black = ""] = partsOf(outcome, isHalf);
    const isByRule = isForfeit(outcome);
    met.set(pairing.white, { rival: pairing.black, color: "white", result: white, isByRule });
    met.set(pairing.black, { rival: pairing.white, color: "black", result: black, isByRule });
  }
  return met;
}

/** Returns the matches of teams, with the points of the boards once all are played. */
function matchesOf(tournament: Tournament, { games, paired }: Round): Map<number, Meeting> {
  const byTable = new Map<number, PairedGame>();
  for (const game of games) byTable.set(game.pairing?.table ?? 0, game);
  const unit = isOneHalfZero(tournament) ? 2 : 1;
  const met = new Map<number, Meeting>();
  for (const { first, second, boards } of paired?.matches ?? []) {
    const played = boards.filter(({ table }) => table > 0);
    const points = [0, 0];
    let isWhole = played.length > 0;
    for (const { table, firstHasWhite } of played) {
      const halves = HALVES.get(byTable.get(table)?.outcome?.score ?? Score.UNSPECIFIED);
      if (halves === undefined) isWhole = false;
      const [white = 0, black = 0] = halves ?? [];
      const [own, others] = firstHasWhite ? [white, black] : [black, white];
      points[0] = (points[0] ?? 0) + own;
      points[1] = (points[1] ?? 0) + others;
    }
    const [of, against] = points.map((one) => (isWhole ? pointsText(one, unit, ["en"]) : ""));
    const isByRule = false;
    met.set(first, { rival: second, color: "white", result: of ?? "", isByRule });
    met.set(second, { rival: first, color: "black", result: against ?? "", isByRule });
  }
  return met;
}

/** The points of White and Black, of which a win has two. */
const HALVES: ReadonlyMap<Score, readonly [number, number]> = new Map([
  [Score.WHITE_WINS, [2, 0]],
  [Score.DRAW, [1, 1]],
  [Score.BLACK_WINS, [0, 2]],
  [Score.BOTH_LOSE, [0, 0]],
  [Score.UNPLAYED, [0, 0]],
]);

function partsOf(outcome: Outcome | undefined, isHalf: boolean): string[] {
  if (outcome === undefined) return [];
  if (outcome.score === Score.UNPLAYED) return ["–", "–"];
  return scoreText(outcome.score, isHalf).split("-");
}

function isForfeit(outcome: Outcome | undefined): boolean {
  return outcome?.reason === Reason.FORFEIT || outcome?.reason === Reason.NO_SHOW;
}
