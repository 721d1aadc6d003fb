// Sentences composed of values: results, time controls, positions.

import { type Correction, moveNumber } from "../state/plies";
import type {
  ByHand,
  ClockStage,
  Game,
  Player,
  Reason,
  Result,
  Round,
  Rules,
  TournamentEntry,
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
  "international-2006-open": {},
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
 * Returns the name of a board: `Board 8`, or `Board 3 · table 11` in a match, whose boards have
 * numbers of their own.
 */
export function boardName(
  texts: Texts,
  rounds: readonly Round[],
  game: string,
  table: number,
): string {
  for (const { matches } of rounds) {
    for (const match of matches) {
      const at = match.games.indexOf(game);
      if (at >= 0) return texts("board-at-table", { board: at + 1, table });
    }
  }
  return texts("board", { table });
}

/** Returns the name of a round: `Round 3`, `Round 8, Final round`. */
export function roundName(texts: Texts, round: Round): string {
  const name = texts("round", { round: round.number });
  if (round.kind === "round") return name;
  const kind = {
    "play-off": texts("play-off"),
    final: texts("final"),
    winners: texts("winners"),
  }[round.kind];
  return `${name}, ${kind}`;
}

/** Returns how far a round is: `in play`. */
export function roundState(texts: Texts, round: Round): string {
  return {
    paired: texts("round-paired"),
    open: texts("round-open"),
    closed: texts("round-closed"),
  }[round.state];
}

/** Returns the points of a result as the tables write them: `2-0`, `½-½`, `1,04-0,96`. */
export function scoreText(texts: Texts, result: Result): string {
  return pointsText(texts, result.text);
}

/** Returns points with the decimal mark of the language: `1,04`. */
export function pointsText(texts: Texts, points: string): string {
  const mark = (1.1).toLocaleString([...texts.locales]).charAt(1);
  return points.replaceAll(".", mark);
}

/** Describes a result as far as it is known: `Draw, two kings against one, art. 18`. */
export function resultWords(texts: Texts, result: Result, rules: Rules | null): string {
  const words = [texts(`score-${result.score}`)];
  if (result.reason !== null) {
    words.push(texts(`reason-${result.reason}`));
    const article = rules === null ? undefined : ARTICLES[rules][result.reason];
    if (article !== undefined) words.push(article);
  }
  return words.join(", ");
}

/** Describes the person who gave a result by hand: `Given by hand by Anna: the reason`. */
export function byHandPhrase(texts: Texts, { by, reason }: ByHand): string {
  const who = by === "" ? texts("by-arbiter") : texts("by-hand", { by });
  return reason === "" ? who : texts("with-reason", { who, reason });
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
  return result.text === "" ? words : `${scoreText(texts, result)} · ${words}`;
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

/**
 * Describes how far a tournament is: `3 of 8 boards in play`, `finished`. The number of boards tells
 * which games are over, and is left out where `hides` is true.
 */
export function progressPhrase(texts: Texts, entry: TournamentEntry, hides: boolean): string {
  if (entry.state === null || entry.state === "playing") {
    if (hides) return texts("round-open");
    return texts("boards-running", { running: entry.running, boards: entry.boards });
  }
  return texts(`tournament-${entry.state}`);
}

/** Returns the days of the first and the latest round: `21 November 2026`; empty before the first. */
export function dayPhrase(texts: Texts, entry: TournamentEntry): string {
  if (entry.firstRoundAt === null || entry.lastRoundAt === null) return "";
  const { format } = new Intl.DateTimeFormat([...texts.locales], {
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const [first, last] = [format(entry.firstRoundAt), format(entry.lastRoundAt)];
  return first === last ? first : texts("days", { first, last });
}
