// Types of the JSON that the broadcast service sends. `decode.ts` converts text to these.

/** The rule sets of the contract. */
export const RULES = [
  "international",
  "international-2006",
  "international-2006-open",
  "boxed-12200",
  "frisian",
] as const;
export type Rules = (typeof RULES)[number];

/** A part of a tournament that is shown later than it happens. */
export interface Embargo {
  /** 0 for the whole tournament. */
  readonly round: number;
  /** 0 for all boards. */
  readonly table: number;
  /** The event that is waited for; `null` if this program does not know it. */
  readonly until: "delay" | "game-end" | "round-end" | null;
  /** Seconds; 0 unless a delay is waited for. */
  readonly delayS: number;
}

export interface TournamentInfo {
  readonly venue: string;
  readonly id: string;
  readonly name: string;
  readonly rules: Rules;
  /** Times in milliseconds; `null` if the organiser has not set a time control. */
  readonly control: {
    readonly baseMs: number;
    readonly incrementMs: number;
    /** The whole time control if it has several stages, as in "50/2h + 30m". */
    readonly stages?: string;
  } | null;
  /** A remark that must be shown; empty if there is none. */
  readonly notice: string;
  /** The place of play; empty if the organiser has not said. */
  readonly place: string;
  /** The parts that are shown later than they happen; missing if everything is shown at once. */
  readonly embargoes?: readonly Embargo[];
}

export interface Player {
  readonly id: number;
  readonly name: string;
  readonly club: string | null;
  readonly rating: number | null;
}

export interface Round {
  readonly number: number;
  readonly state: "paired" | "open" | "closed";
  readonly games: readonly string[];
  /** Players without an opponent, or teams where teams play. */
  readonly byes: readonly number[];
  /** `round` counts in the table, `winners` in the table of the winners of the groups. */
  readonly kind: "round" | "play-off" | "final" | "winners";
  /** The matches of teams; empty where players compete individually. */
  readonly matches: readonly Match[];
}

/** Two teams that meet in a round. */
export interface Match {
  readonly first: number;
  readonly second: number;
  /** Ids of games by board; the empty string where a player is missing. */
  readonly games: readonly string[];
  /** Board points so far, in the unit of the table's points. */
  readonly firstPoints: number;
  readonly secondPoints: number;
}

export interface Team {
  readonly id: number;
  readonly name: string;
  /** Players by board; 0 for an empty board. */
  readonly boards?: readonly number[];
  /** Number of boards on which it plays; 0 if an older program does not tell it. */
  readonly boardCount?: number;
}

/** The players and teams of a tournament. */
export interface Participants {
  readonly players: readonly Player[];
  /** Empty where players compete individually. */
  readonly teams: readonly Team[];
}

export interface Move {
  /** As in PDN: `32-28`, `19x37`. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly captured: readonly number[];
  /** The position that the arbiter let stand after the move, as FEN; `null` if the move leads to it. */
  readonly fen: string | null;
  /** Milliseconds since the Unix epoch, by the server's clock. */
  readonly at: number;
  /** The article that an irregular move which stands breaks, as in `27c`. */
  readonly irregular: string | null;
}

export type Score = "white" | "draw" | "black" | "both-lose" | "unplayed";

/** The reason why a game is over, in the words of the contract. */
export const REASONS = [
  "no-pieces",
  "no-legal-move",
  "resignation",
  "agreement",
  "early-agreement",
  "two-kings-against-one",
  "one-king-each",
  "repetition",
  "king-moves",
  "sixteen-moves",
  "five-moves",
  "long-diagonal",
  "king-and-men",
  "same-move",
  "returned",
  "flag-fall",
  "arbiter",
  "forfeit",
  "no-show",
  "adjudication",
  "upset-pieces",
  "refused-to-play",
  "misconduct",
  "wrong-board",
] as const;
export type Reason = (typeof REASONS)[number];

export interface Result {
  readonly text: string;
  readonly score: Score;
  /** `null` if there is none, or one that this page does not know. */
  readonly reason: Reason | null;
  /** White's bonus in a draw, in hundredths of a point. */
  readonly bonus: number | null;
  /** The person who gave it by hand; `null` if it follows from the game. */
  readonly byHand: ByHand | null;
}

/** The person who gave a result by hand. */
export interface ByHand {
  /** The name; empty for a ruling at the arbiter's desk. */
  readonly by: string;
  /** The reason in the person's words; may be empty. */
  readonly reason: string;
}

export interface Clock {
  /** Milliseconds left at `asOf`, from which the running side counts down. */
  readonly white: number;
  readonly black: number;
  readonly running: "white" | "black" | null;
  /** Milliseconds since the Unix epoch, by the server's clock. */
  readonly asOf: number;
  readonly flag: "white" | "black" | null;
  /** Milliseconds of delay left to the running side at `asOf`, before its time counts down. */
  readonly delay?: number;
  /** True if the arbiter has paused the clock. */
  readonly paused?: boolean;
  /** The side that did not come in time. */
  readonly forfeit?: "white" | "black" | null;
  /** Present only in a control of several stages, and for a side that has not come. */
  readonly whiteStage?: ClockStage | null;
  readonly blackStage?: ClockStage | null;
}

/** The stage of its time control that a side is in. */
export interface ClockStage {
  /** Number of the stage, from 1. */
  readonly number: number;
  /** Number of moves still to be made in it; 0 in a stage for the rest of the game. */
  readonly movesToGo: number;
  /** The time that each move adds, in milliseconds. */
  readonly increment: number;
  /** True if the side has not come and is waited for. */
  readonly absent: boolean;
}

export interface Game {
  readonly id: string;
  readonly round: number;
  readonly table: number;
  readonly white: number;
  readonly black: number;
  readonly started: boolean;
  /**
   * Grows by one with each move and with the end, and further when the arbiter changes the record.
   */
  readonly version: number;
  readonly start: string;
  readonly fen: string;
  readonly moves: readonly Move[];
  readonly result: Result | null;
  readonly clock: Clock | null;
  /** The first ply that is noted on paper; `null` while the game is live. */
  readonly onPaperFrom: number | null;
  /** True if White and Black played with the colours reversed from those they were paired with. */
  readonly colorsReversed: boolean;
}

/** The remedies that a regulation may prescribe for a tie. */
export const REMEDIES = [
  "match-of-two",
  "single-games",
  "single-games-or-lot",
  "single-games-by-lot",
  "team-match",
  "blitz",
  "lot",
  "arbiter",
  "organizer",
] as const;
export type Remedy = (typeof REMEDIES)[number];

/** The ways to resolve a tie. */
export const TIE_DECISIONS = ["games", "lot", "arbiter"] as const;
export type TieDecision = (typeof TIE_DECISIONS)[number];

/** A value that the rows of a table are ordered by. */
export interface Column {
  /** The key of the value, as in `points`, `solkoff` or `median-solkoff-1`. */
  readonly key: string;
  /** Units of a value that make a whole one: 2 for half points, 100 for hundredths. */
  readonly unit: number;
}

export interface Row {
  readonly place: number;
  readonly tied: boolean;
  /** A player, or a team where teams play. */
  readonly participant: number;
  readonly played: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Number of meetings with a result that it has fewer than the participant with the most. */
  readonly inHand: number;
  /** A value for each column, in its unit. */
  readonly values: readonly (number | null)[];
  /** The key of the column that put the row below the one before it; empty if none did. */
  readonly decidedBy: string;
  /** The decision on a tie that put this row below the one before it. */
  readonly resolvedBy: TieDecision | null;
  /** The seed of the lot. */
  readonly seed: string | null;
  readonly zone: {
    readonly kind: "promotion" | "relegation";
    /** True if a tie leaves open whether the participant keeps it. */
    readonly contested: boolean;
  } | null;
  readonly withdrawn: boolean;
}

/** Participants whom the columns leave together. */
export interface Tie {
  readonly place: number;
  readonly participants: readonly number[];
  /** `null` if the organisers make a schedule, or for one that this page does not know. */
  readonly remedy: Remedy | null;
  /** True if games are still to be played: nothing is prescribed yet. */
  readonly early: boolean;
}

/** The table of a group. */
export interface Table {
  /** Number of the group; 0 for the winners of the groups, or for all players after finals. */
  readonly group: number;
  readonly contest: "games" | "matches";
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly ties: readonly Tie[];
  /** The participants from the first place down, once finals have decided every place. */
  readonly finalOrder: readonly number[];
}

/** The age of the state if the server may not be up to date. */
export interface Freshness {
  /**
   * `delayed` if moves are stored and cannot be shown yet; `venue-offline` if nothing comes from the
   * venue; `log-lost`, as for any word that this page does not know, if the server is cut off from
   * the log.
   */
  readonly state: "log-lost" | "delayed" | "venue-offline";
  /** The moment, by the server's clock, up to which everything is shown. */
  readonly since: number;
}

export interface Snapshot {
  readonly type: "snapshot";
  /** Opaque; sent back as `since` to continue from here. */
  readonly cursor: string;
  readonly now: number;
  /** `null` while the server is up to date. */
  readonly fresh: Freshness | null;
  readonly tournament: TournamentInfo;
  readonly players: readonly Player[];
  readonly rounds: readonly Round[];
  readonly games: readonly Game[];
  readonly tables: readonly Table[];
  readonly teams: readonly Team[];
}

export type Change =
  | {
      readonly kind: "move";
      readonly game: string;
      readonly version: number;
      /** The number of moves in the game after this one. */
      readonly ply: number;
      readonly move: Move;
    }
  | {
      readonly kind: "result";
      readonly game: string;
      readonly version: number;
      readonly result: Result | null;
    }
  | { readonly kind: "clock"; readonly game: string; readonly clock: Clock | null }
  | { readonly kind: "game"; readonly game: Game }
  | { readonly kind: "rounds"; readonly rounds: readonly Round[] }
  | {
      readonly kind: "players";
      readonly players: readonly Player[];
      readonly teams: readonly Team[];
    }
  | { readonly kind: "tournament"; readonly tournament: TournamentInfo }
  | { readonly kind: "standings"; readonly tables: readonly Table[] };

export interface Changes {
  readonly type: "changes";
  readonly cursor: string;
  readonly changes: readonly Change[];
}

export interface Resumed {
  readonly type: "resumed";
  readonly cursor: string;
  readonly now: number;
  /** As in a snapshot. */
  readonly fresh: Freshness | null;
}

export interface Time {
  readonly type: "time";
  readonly now: number;
  /** As in a snapshot. */
  readonly fresh: Freshness | null;
}

export type Frame = Snapshot | Changes | Resumed | Time;

/** One line of the list of tournaments. */
export interface TournamentEntry {
  readonly venue: string;
  readonly id: string;
  readonly name: string;
  readonly rules: Rules;
  readonly boards: number;
  readonly running: number;
  /** `null` for a word that this page does not know. */
  readonly state: Progress | null;
  /** The moments at which the first and the latest round were opened; `null` before. */
  readonly firstRoundAt: number | null;
  readonly lastRoundAt: number | null;
  /** The place of play; empty if the organiser has not said. */
  readonly place: string;
}

/** The words for how far a tournament is. */
export const PROGRESS = ["planned", "playing", "between-rounds", "finished"] as const;
export type Progress = (typeof PROGRESS)[number];
