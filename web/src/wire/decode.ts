// Converts text from the wire to frames, by the rules of `fields.ts`. After that every field exists
// and has its type.

import { Fields } from "./fields";
import {
  type Change,
  type Clock,
  type ClockStage,
  type Embargo,
  type Frame,
  type Freshness,
  type Game,
  type Match,
  type Move,
  type Participants,
  type Player,
  PROGRESS,
  REASONS,
  REMEDIES,
  type Result,
  type Round,
  type Row,
  RULES,
  type Table,
  type Team,
  TIE_DECISIONS,
  type Tie,
  type TournamentEntry,
  type TournamentInfo,
} from "./frames";

const SIDES = ["white", "black"] as const;

/** Parses one frame; `null` for a type of frame that this page does not know. */
export function decodeFrame(text: string): Frame | null {
  const frame = Fields.of(text);
  switch (frame.text("type")) {
    case "snapshot":
      return {
        type: "snapshot",
        cursor: frame.text("cursor"),
        now: frame.whole("now"),
        fresh: freshness(frame),
        tournament: frame.object("tournament", tournament),
        players: frame.objects("players", player),
        rounds: frame.objects("rounds", round),
        games: frame.objects("games", game),
        tables: frame.objects("tables", table),
        teams: frame.objects("teams", team),
      };
    case "changes":
      return {
        type: "changes",
        cursor: frame.text("cursor"),
        changes: frame.objects("changes", change).filter((one) => one !== null),
      };
    case "resumed":
      return {
        type: "resumed",
        cursor: frame.text("cursor"),
        now: frame.whole("now"),
        fresh: freshness(frame),
      };
    case "time":
      return { type: "time", now: frame.whole("now"), fresh: freshness(frame) };
    default:
      return null;
  }
}

/**
 * Returns the age of the state; `null` if it is up to date. This page treats all reasons for it
 * alike.
 */
function freshness(frame: Fields): Freshness | null {
  if (!frame.has("fresh")) return null;
  return frame.object("fresh", (fresh) => ({
    state: fresh.known("state", ["delayed", "venue-offline"]) ?? "log-lost",
    since: fresh.whole("since"),
  }));
}

/** Parses the list of tournaments. */
export function decodeTournaments(text: string): TournamentEntry[] {
  return Fields.of(text).objects("tournaments", (entry) => ({
    venue: entry.text("venue"),
    id: entry.text("id"),
    name: entry.written("name"),
    rules: entry.oneOf("rules", RULES),
    boards: entry.whole("boards"),
    running: entry.whole("running"),
    state: entry.known("state", PROGRESS),
    firstRoundAt: entry.has("firstRoundAt") ? entry.whole("firstRoundAt") : null,
    lastRoundAt: entry.has("lastRoundAt") ? entry.whole("lastRoundAt") : null,
    place: entry.has("place") ? entry.written("place") : "",
  }));
}

/** Parses the players and teams of a tournament. */
export function decodeParticipants(text: string): Participants {
  const all = Fields.of(text);
  return { players: all.objects("players", player), teams: all.objects("teams", team) };
}

/** Returns a change; `null` for a kind of change that this page does not know. */
function change(one: Fields): Change | null {
  switch (one.text("kind")) {
    case "move":
      return {
        kind: "move",
        game: one.text("game"),
        version: one.whole("version"),
        ply: one.whole("ply"),
        move: one.object("move", move),
      };
    case "result":
      return {
        kind: "result",
        game: one.text("game"),
        version: one.whole("version"),
        result: one.has("result") ? one.object("result", result) : null,
      };
    case "clock":
      return {
        kind: "clock",
        game: one.text("game"),
        clock: one.has("clock") ? one.object("clock", clock) : null,
      };
    case "game":
      return { kind: "game", game: one.object("game", game) };
    case "rounds":
      return { kind: "rounds", rounds: one.objects("rounds", round) };
    case "players":
      return {
        kind: "players",
        players: one.objects("players", player),
        teams: one.objects("teams", team),
      };
    case "tournament":
      return { kind: "tournament", tournament: one.object("tournament", tournament) };
    case "standings":
      return { kind: "standings", tables: one.objects("tables", table) };
    default:
      return null;
  }
}

function tournament(one: Fields): TournamentInfo {
  const control = (given: Fields) => ({
    baseMs: given.whole("baseMs"),
    incrementMs: given.whole("incrementMs"),
    stages: given.has("stages") ? given.text("stages") : "",
  });
  return {
    venue: one.text("venue"),
    id: one.text("id"),
    name: one.written("name"),
    rules: one.oneOf("rules", RULES),
    control: one.has("control") ? one.object("control", control) : null,
    notice: one.has("notice") ? one.written("notice") : "",
    place: one.has("place") ? one.written("place") : "",
    ...(one.has("embargoes") && { embargoes: one.objects("embargoes", embargo) }),
  };
}

function embargo(one: Fields): Embargo {
  return {
    round: one.has("round") ? one.whole("round") : 0,
    table: one.has("table") ? one.whole("table") : 0,
    until: one.known("until", ["delay", "game-end", "round-end"]),
    delayS: one.has("delayS") ? one.whole("delayS") : 0,
  };
}

function player(one: Fields): Player {
  return {
    id: one.whole("id"),
    name: one.written("name"),
    club: one.has("club") ? one.written("club") : null,
    rating: one.has("rating") ? one.whole("rating") : null,
  };
}

function round(one: Fields): Round {
  return {
    number: one.whole("number"),
    state: one.oneOf("state", ["paired", "open", "closed"]),
    games: one.texts("games"),
    byes: one.has("byes") ? one.wholes("byes") : [],
    kind: one.has("kind") ? one.oneOf("kind", ["round", "play-off", "final", "winners"]) : "round",
    matches: one.has("matches") ? one.objects("matches", match) : [],
  };
}

function match(one: Fields): Match {
  return {
    first: one.whole("first"),
    second: one.whole("second"),
    games: one.texts("games"),
    firstPoints: one.whole("firstPoints"),
    secondPoints: one.whole("secondPoints"),
  };
}

function team(one: Fields): Team {
  return {
    id: one.whole("id"),
    name: one.written("name"),
    boards: one.has("boards") ? one.wholes("boards") : [],
    boardCount: one.has("boardCount") ? one.whole("boardCount") : 0,
  };
}

function game(one: Fields): Game {
  return {
    id: one.text("id"),
    round: one.whole("round"),
    table: one.whole("table"),
    white: one.whole("white"),
    black: one.whole("black"),
    started: one.flag("started"),
    version: one.whole("version"),
    start: one.position("start"),
    fen: one.position("fen"),
    moves: one.objects("moves", move),
    result: one.has("result") ? one.object("result", result) : null,
    clock: one.has("clock") ? one.object("clock", clock) : null,
    onPaperFrom: one.has("onPaperFrom") ? one.whole("onPaperFrom") : null,
    colorsReversed: one.flag("colorsReversed"),
  };
}

function move(one: Fields): Move {
  return {
    text: one.text("text"),
    from: one.square("from"),
    to: one.square("to"),
    captured: one.squares("captured"),
    fen: one.has("fen") ? one.position("fen") : null,
    at: one.whole("at"),
    irregular: one.has("irregular") ? one.text("irregular") : null,
  };
}

function result(one: Fields): Result {
  return {
    text: one.text("text"),
    score: one.oneOf("score", ["white", "draw", "black", "both-lose", "unplayed"]),
    reason: one.known("reason", REASONS),
    bonus: one.has("bonus") ? one.whole("bonus") : null,
    byHand: one.has("byHand")
      ? one.object("byHand", (hand) => ({ by: hand.written("by"), reason: hand.written("reason") }))
      : null,
  };
}

function clock(one: Fields): Clock {
  const side = (key: string) => (one.has(key) ? one.oneOf(key, SIDES) : null);
  const stageOf = (key: string) => (one.has(key) ? one.object(key, stage) : null);
  return {
    white: one.whole("white"),
    black: one.whole("black"),
    running: side("running"),
    asOf: one.whole("asOf"),
    flag: side("flag"),
    delay: one.has("delay") ? one.whole("delay") : 0,
    paused: one.flag("paused"),
    forfeit: side("forfeit"),
    whiteStage: stageOf("whiteStage"),
    blackStage: stageOf("blackStage"),
  };
}

function stage(one: Fields): ClockStage {
  return {
    number: one.whole("number"),
    movesToGo: one.whole("movesToGo"),
    increment: one.has("increment") ? one.whole("increment") : 0,
    absent: one.flag("absent"),
  };
}

function table(one: Fields): Table {
  return {
    group: one.whole("group"),
    contest: one.oneOf("contest", ["games", "matches"]),
    columns: one.objects("columns", (column) => ({
      key: column.text("key"),
      unit: column.whole("unit"),
    })),
    rows: one.objects("rows", row),
    ties: one.objects("ties", tie),
    finalOrder: one.has("finalOrder") ? one.wholes("finalOrder") : [],
  };
}

function row(one: Fields): Row {
  const zone = (given: Fields) => ({
    kind: given.oneOf("kind", ["promotion", "relegation"]),
    contested: given.flag("contested"),
  });
  return {
    place: one.whole("place"),
    tied: one.flag("tied"),
    participant: one.whole("participant"),
    played: one.whole("played"),
    wins: one.whole("wins"),
    draws: one.whole("draws"),
    losses: one.whole("losses"),
    inHand: one.has("inHand") ? one.whole("inHand") : 0,
    values: one.values("values"),
    decidedBy: one.has("decidedBy") ? one.text("decidedBy") : "",
    resolvedBy: one.has("resolvedBy") ? one.known("resolvedBy", TIE_DECISIONS) : null,
    seed: one.has("seed") ? one.text("seed") : null,
    zone: one.has("zone") ? one.object("zone", zone) : null,
    withdrawn: one.flag("withdrawn"),
  };
}

function tie(one: Fields): Tie {
  return {
    place: one.whole("place"),
    participants: one.wholes("participants"),
    remedy: one.known("remedy", REMEDIES),
    early: one.has("early") && one.flag("early"),
  };
}
