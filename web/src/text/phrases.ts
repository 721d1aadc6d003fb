// Sentences that are put together from values: results, time controls, positions.

import { type Correction, moveNumber } from "../state/plies";
import { type Piece, type Position, squaresOf } from "../state/position";
import type {
  ClockStage,
  Game,
  Player,
  Reason,
  Result,
  Rules,
  Score,
  TournamentInfo,
} from "../wire/frames";
import type { Texts } from "./en";

const RULES: Record<Rules, keyof Texts & `rules${string}`> = {
  international: "rulesInternational",
  "international-2006": "rulesInternational2006",
  "boxed-12200": "rulesBoxed12200",
  frisian: "rulesFrisian",
};

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
  "early-agreement": "reasonEarlyAgreement",
  "two-kings-against-one": "reasonTwoKingsAgainstOne",
  "one-king-each": "reasonOneKingEach",
  repetition: "reasonRepetition",
  "king-moves": "reasonKingMoves",
  "sixteen-moves": "reasonSixteenMoves",
  "five-moves": "reasonFiveMoves",
  "long-diagonal": "reasonLongDiagonal",
  "king-and-men": "reasonKingAndMen",
  "same-move": "reasonSameMove",
  returned: "reasonReturned",
  "flag-fall": "reasonFlagFall",
  arbiter: "reasonArbiter",
  forfeit: "reasonForfeit",
  "no-show": "reasonNoShow",
  adjudication: "reasonAdjudication",
  "upset-pieces": "reasonUpsetPieces",
  "refused-to-play": "reasonRefusedToPlay",
  misconduct: "reasonMisconduct",
  "wrong-board": "reasonWrongBoard",
};

/** The rules that end a game by themselves, as they are cited in every language. */
const ARTICLES: Record<Rules, Partial<Record<Reason, string>>> = {
  international: {},
  "international-2006": {
    repetition: "2006 D2",
    "king-moves": "2006 D3",
    "long-diagonal": "2006 D4a",
    "king-and-men": "2006 D4b",
    "sixteen-moves": "2006 D5",
    "five-moves": "2006 D6",
  },
  "boxed-12200": { "same-move": "art. 7", returned: "art. 7" },
  frisian: {
    "two-kings-against-one": "art. 18",
    "no-pieces": "art. 20.1",
    "no-legal-move": "art. 20.6",
    "one-king-each": "art. 21.1",
  },
};

const IRREGULARITIES: Readonly<Record<string, keyof Texts & `irregular27${string}`>> = {
  "27a": "irregular27a",
  "27b": "irregular27b",
  "27c": "irregular27c",
  "27d": "irregular27d",
};

/** `Frisian draughts`. */
export function rulesName(texts: Texts, rules: Rules): string {
  return texts[RULES[rules]];
}

/** `Draw, two kings against one, art. 18 (1.04 – 0.96)`, as far as all of it is known. */
export function resultWords(texts: Texts, result: Result, rules: Rules | null): string {
  const words = [texts[SCORES[result.score]]];
  if (result.reason !== null) {
    words.push(texts[REASONS[result.reason]]);
    const article = rules === null ? undefined : ARTICLES[rules][result.reason];
    if (article !== undefined) words.push(article);
  }
  return words.join(", ") + bonusPhrase(texts, result.bonus);
}

/** The points of both sides in a draw with a bonus. */
function bonusPhrase(texts: Texts, bonus: number | null): string {
  if (bonus === null) return "";
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const { format } = new Intl.NumberFormat(texts.locales, digits);
  return ` (${format((100 + bonus) / 100)} – ${format((100 - bonus) / 100)})`;
}

/** What is said of an irregular move that stands, by its article. */
export function irregularPhrase(texts: Texts, article: string): string {
  const kind = IRREGULARITIES[article];
  const cited = `${texts.irregular}, art. ${article}`;
  return kind === undefined ? cited : `${cited}: ${texts[kind]}`;
}

/** `On paper from move 23`. */
export function paperPhrase(texts: Texts, game: Game, ply: number): string {
  return texts.onPaperFrom(moveNumber(game, ply));
}

/** What the arbiter has changed. */
export function correctionPhrase(texts: Texts, game: Game, correction: Correction): string {
  if (correction.kind === "result") return texts.resultWithdrawn;
  return texts.correctedFrom(moveNumber(game, correction.ply));
}

/** `2-0 · White wins, resignation`. */
export function resultPhrase(texts: Texts, result: Result, rules: Rules | null): string {
  const words = resultWords(texts, result, rules);
  return result.text === "" ? words : `${result.text} · ${words}`;
}

/** `80 min + 60 s per move`. */
export function controlPhrase(texts: Texts, control: TournamentInfo["control"]): string {
  if (control === null) return "";
  if (control.stages) return control.stages;
  const { format } = new Intl.NumberFormat(texts.locales, { maximumFractionDigits: 1 });
  const base = texts.minutes(format(control.baseMs / 60_000));
  if (control.incrementMs === 0) return base;
  return `${base} + ${texts.perMove(format(control.incrementMs / 1_000))}`;
}

/** `Stage 1 · 47 moves to go · +30 s per move`, and that a side is not there. */
export function stagePhrase(texts: Texts, stage: ClockStage): string {
  const { format } = new Intl.NumberFormat(texts.locales, { maximumFractionDigits: 1 });
  const isOneOfSeveral = stage.number > 1 || stage.movesToGo > 0;
  return [
    isOneOfSeveral ? texts.stage(stage.number) : "",
    stage.movesToGo > 0 ? texts.movesToGo(stage.movesToGo) : "",
    isOneOfSeveral && stage.increment > 0
      ? `+${texts.perMove(format(stage.increment / 1_000))}`
      : "",
    stage.absent ? texts.absent : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** What stands still or is missing on the clocks of a game that goes on. */
export function clockNews(
  texts: Texts,
  game: Game,
  players: ReadonlyMap<number, Player>,
): string[] {
  const { clock } = game;
  if (clock === null || game.result !== null) return [];
  const news = clock.paused ? [texts.clocksPaused] : [];
  const sides = [
    { side: "white", player: game.white, stage: clock.whiteStage },
    { side: "black", player: game.black, stage: clock.blackStage },
  ] as const;
  for (const { side, player, stage } of sides) {
    const name = playerName(players, player);
    if (clock.flag === side) news.push(texts.clockNews(name, texts.flagFell));
    if (stage?.absent) news.push(texts.clockNews(name, texts.absent));
  }
  return news;
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
