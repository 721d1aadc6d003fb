// Sentences that are put together from values: results, time controls, positions.

import { type Piece, type Position, squaresOf } from "../state/position";
import type { Player, Result, Score, TournamentInfo } from "../wire/frames";
import type { Texts } from "./en";

const SCORES: Record<Score, keyof Texts & `score${string}`> = {
  white: "scoreWhite",
  draw: "scoreDraw",
  black: "scoreBlack",
  "both-lose": "scoreBothLose",
  unplayed: "scoreUnplayed",
};

/** Reasons by the words they contain, so that a finer reason still finds its phrase. */
const REASONS: readonly [RegExp, keyof Texts & `reason${string}`][] = [
  [/no-?piece/, "reasonNoPieces"],
  [/resign/, "reasonResignation"],
  [/no-?legal-?move|blocked|no-?move/, "reasonNoLegalMove"],
  [/agree/, "reasonAgreement"],
  [/flag|time/, "reasonFlagFall"],
  [/no-?show/, "reasonNoShow"],
  [/forfeit/, "reasonForfeit"],
  [/adjudicat/, "reasonAdjudication"],
  [/arbiter/, "reasonArbiter"],
  [/rule|repetition|moves?$/, "reasonRule"],
];

/** `White wins, resignation`, as far as the reason is known. */
export function resultWords(texts: Texts, result: Result): string {
  const reason = reasonPhrase(texts, result.reason);
  return `${texts[SCORES[result.score]]}${reason === "" ? "" : `, ${reason}`}`;
}

/** `2-0 · White wins, resignation`. */
export function resultPhrase(texts: Texts, result: Result): string {
  const words = resultWords(texts, result);
  return result.text === "" ? words : `${result.text} · ${words}`;
}

/** The reason in words, or nothing for a reason without a phrase. */
export function reasonPhrase(texts: Texts, reason: string): string {
  const word = reason.toLowerCase().replaceAll("_", "-").replaceAll(" ", "-");
  const found = REASONS.find(([pattern]) => pattern.test(word));
  return found ? texts[found[1]] : "";
}

/** `80 min + 60 s per move`. */
export function controlPhrase(texts: Texts, control: TournamentInfo["control"]): string {
  if (control === null) return "";
  const minutes = Math.round(control.baseMs / 6_000) / 10;
  const seconds = Math.round(control.incrementMs / 100) / 10;
  const base = texts.minutes(minutes);
  return seconds === 0 ? base : `${base} + ${texts.perMove(seconds)}`;
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
