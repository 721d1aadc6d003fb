// Sentences that are put together from values: results, time controls, positions.

import { type Piece, type Position, squaresOf } from "../state/position";
import type { Player, Reason, Result, Score, TournamentInfo } from "../wire/frames";
import type { Texts } from "./en";

const SCORES: Record<Score, keyof Texts & `score${string}`> = {
  white: "scoreWhite",
  draw: "scoreDraw",
  black: "scoreBlack",
  "both-lose": "scoreBothLose",
  unplayed: "scoreUnplayed",
};

const REASONS: Record<Reason, keyof Texts & `reason${string}`> = {
  "no-pieces": "reasonNoPieces",
  "no-legal-move": "reasonNoLegalMove",
  resignation: "reasonResignation",
  agreement: "reasonAgreement",
  "flag-fall": "reasonFlagFall",
  arbiter: "reasonArbiter",
  forfeit: "reasonForfeit",
  "no-show": "reasonNoShow",
  adjudication: "reasonAdjudication",
  misconduct: "reasonMisconduct",
};

/** `White wins, resignation`, as far as the reason is known. */
export function resultWords(texts: Texts, result: Result): string {
  const score = texts[SCORES[result.score]];
  return result.reason === null ? score : `${score}, ${texts[REASONS[result.reason]]}`;
}

/** `2-0 · White wins, resignation`. */
export function resultPhrase(texts: Texts, result: Result): string {
  const words = resultWords(texts, result);
  return result.text === "" ? words : `${result.text} · ${words}`;
}

/** `80 min + 60 s per move`. */
export function controlPhrase(texts: Texts, control: TournamentInfo["control"]): string {
  if (control === null) return "";
  const { format } = new Intl.NumberFormat(texts.locales, { maximumFractionDigits: 1 });
  const base = texts.minutes(format(control.baseMs / 60_000));
  if (control.incrementMs === 0) return base;
  return `${base} + ${texts.perMove(format(control.incrementMs / 1_000))}`;
}

/** What a picture of the board says to those who cannot see it. */
export function boardPhrase(texts: Texts, position: Position): string {
  const count = (man: Piece, king: Piece) =>
    texts.pieces(squaresOf(position, man).length, squaresOf(position, king).length);
  return texts.boardLabel(
    count("w", "W"),
    count("b", "B"),
    position.turn === "white" ? texts.white : texts.black,
  );
}

/** The name of a player, or a number when the player is not known. */
export function playerName(players: ReadonlyMap<number, Player>, id: number): string {
  return players.get(id)?.name ?? `#${id}`;
}
