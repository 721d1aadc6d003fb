// Sentences composed of values: results, time controls, positions.

import { type Correction, moveNumber } from "../state/plies";
import type {
  ClockStage,
  Game,
  Player,
  Reason,
  Result,
  Rules,
  TournamentInfo,
} from "../wire/frames";
import { type Piece, type Position, squaresOf } from "../wire/position";
import type { Texts } from "./texts";

/** The articles by which games end of themselves, as cited in every language. */
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

const IRREGULARITIES = ["27a", "27b", "27c", "27d"] as const;

/** Returns the name of a rule set: `Frisian draughts`. */
export function rulesName(texts: Texts, rules: Rules): string {
  return texts(`rules-${rules}`);
}

/**
 * Describes a result as far as it is known: `Draw, two kings against one, art. 18 (1.04 – 0.96)`.
 */
export function resultWords(texts: Texts, result: Result, rules: Rules | null): string {
  const words = [texts(`score-${result.score}`)];
  if (result.reason !== null) {
    words.push(texts(`reason-${result.reason}`));
    const article = rules === null ? undefined : ARTICLES[rules][result.reason];
    if (article !== undefined) words.push(article);
  }
  return words.join(", ") + bonusPhrase(texts, result.bonus);
}

/** Returns the points of both sides in a draw with a bonus. */
function bonusPhrase(texts: Texts, bonus: number | null): string {
  if (bonus === null) return "";
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const { format } = new Intl.NumberFormat(texts.locales, digits);
  return ` (${format((100 + bonus) / 100)} – ${format((100 - bonus) / 100)})`;
}

/** Describes an irregular move that stands, with its article. */
export function irregularPhrase(texts: Texts, article: string): string {
  const kind = IRREGULARITIES.find((one) => one === article);
  const cited = `${texts("irregular")}, art. ${article}`;
  return kind === undefined ? cited : `${cited}: ${texts(`irregular-${kind}`)}`;
}

/** Returns, for example, `On paper from move 23`. */
export function paperPhrase(texts: Texts, game: Game, ply: number): string {
  return texts("on-paper-from", { move: moveNumber(game, ply) });
}

/** Describes a change by the arbiter: `Corrected from move 12`. */
export function correctionPhrase(texts: Texts, game: Game, correction: Correction): string {
  if (correction.kind === "result") return texts("result-withdrawn");
  return texts("corrected-from", { move: moveNumber(game, correction.ply) });
}

/** Returns a result with its description: `2-0 · White wins, resignation`. */
export function resultPhrase(texts: Texts, result: Result, rules: Rules | null): string {
  const words = resultWords(texts, result, rules);
  return result.text === "" ? words : `${result.text} · ${words}`;
}

/** Describes a time control: `80 min + 60 s per move`. */
export function controlPhrase(texts: Texts, control: TournamentInfo["control"]): string {
  if (control === null) return "";
  if (control.stages) return control.stages;
  const { format } = new Intl.NumberFormat(texts.locales, { maximumFractionDigits: 1 });
  const base = texts("minutes", { minutes: format(control.baseMs / 60_000) });
  if (control.incrementMs === 0) return base;
  return `${base} + ${texts("per-move", { seconds: format(control.incrementMs / 1_000) })}`;
}

/**
 * Describes a stage: `Stage 1 · 47 moves to go · +30 s per move`; adds a note if the side is
 * absent.
 */
export function stagePhrase(texts: Texts, stage: ClockStage): string {
  const { format } = new Intl.NumberFormat(texts.locales, { maximumFractionDigits: 1 });
  const isOneOfSeveral = stage.number > 1 || stage.movesToGo > 0;
  return [
    isOneOfSeveral ? texts("stage", { number: stage.number }) : "",
    stage.movesToGo > 0 ? texts("moves-to-go", { moves: stage.movesToGo }) : "",
    isOneOfSeveral && stage.increment > 0
      ? `+${texts("per-move", { seconds: format(stage.increment / 1_000) })}`
      : "",
    stage.absent ? texts("absent") : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Lists pauses, fallen flags and absent players in a game that is not over. */
export function clockNews(
  texts: Texts,
  game: Game,
  players: ReadonlyMap<number, Player>,
): string[] {
  const { clock } = game;
  if (clock === null || game.result !== null) return [];
  const news = clock.paused ? [texts("clocks-paused")] : [];
  const sides = [
    { side: "white", player: game.white, stage: clock.whiteStage },
    { side: "black", player: game.black, stage: clock.blackStage },
  ] as const;
  for (const { side, player, stage } of sides) {
    const name = playerName(players, player);
    if (clock.flag === side) news.push(texts("clock-news", { name, what: texts("flag-fell") }));
    if (stage?.absent) news.push(texts("clock-news", { name, what: texts("absent") }));
  }
  return news;
}

/** Describes a position for screen readers: the pieces of both sides, and the side to move. */
export function boardPhrase(texts: Texts, position: Position): string {
  const count = (man: Piece, king: Piece) =>
    texts("pieces", {
      men: squaresOf(position, man).length,
      kings: squaresOf(position, king).length,
    });
  return texts("board-label", {
    white: count("w", "W"),
    black: count("b", "B"),
    turn: position.turn === "white" ? texts("white") : texts("black"),
  });
}

/** Returns the name of a player, or a number if the player is unknown. */
export function playerName(players: ReadonlyMap<number, Player>, id: number): string {
  return players.get(id)?.name ?? `#${id}`;
}
