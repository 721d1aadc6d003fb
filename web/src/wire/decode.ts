// Text from the wire into frames, once. Past this file every field is there and has its type;
// what does not fit is a `WireError` that names the field.

import { isFen } from "../state/position";
import {
  type Change,
  type Clock,
  type ClockStage,
  type Frame,
  type Game,
  type Match,
  type Move,
  type Player,
  REASONS,
  REMEDIES,
  type Result,
  type Round,
  type Row,
  RULES,
  type Table,
  type Team,
  type Tie,
  type TournamentEntry,
  type TournamentInfo,
} from "./frames";

/** A frame that does not follow the contract. */
export class WireError extends Error {
  override readonly name = "WireError";
}

/** Reads one frame; `null` for a type of frame that this page does not know. */
export function decodeFrame(text: string): Frame | null {
  const frame = record(parse(text), "frame");
  switch (frame.type) {
    case "snapshot":
      return {
        type: "snapshot",
        cursor: string(frame, "cursor"),
        now: number(frame, "now"),
        tournament: tournament(frame.tournament),
        players: list(frame, "players", player),
        rounds: list(frame, "rounds", round),
        games: list(frame, "games", game),
        tables: list(frame, "tables", table),
        teams: list(frame, "teams", team),
      };
    case "changes":
      return {
        type: "changes",
        cursor: string(frame, "cursor"),
        changes: list(frame, "changes", change).filter((one) => one !== null),
      };
    case "resumed":
      return { type: "resumed", cursor: string(frame, "cursor"), now: number(frame, "now") };
    case "time":
      return { type: "time", now: number(frame, "now") };
    default:
      return null;
  }
}

/** Reads the answer of the list of tournaments. */
export function decodeTournaments(text: string): TournamentEntry[] {
  return list(record(parse(text), "answer"), "tournaments", (value) => {
    const entry = record(value, "tournament");
    return {
      venue: string(entry, "venue"),
      id: string(entry, "id"),
      name: string(entry, "name"),
      rules: oneOf(entry, "rules", RULES),
      boards: number(entry, "boards"),
      running: number(entry, "running"),
    };
  });
}

/** `null` for a kind of change that this page does not know. */
function change(value: unknown): Change | null {
  const one = record(value, "change");
  switch (one.kind) {
    case "move":
      return {
        kind: "move",
        game: string(one, "game"),
        version: number(one, "version"),
        ply: number(one, "ply"),
        move: move(one.move),
      };
    case "result":
      return {
        kind: "result",
        game: string(one, "game"),
        version: number(one, "version"),
        result: orNull(one.result, result),
      };
    case "clock":
      return { kind: "clock", game: string(one, "game"), clock: orNull(one.clock, clock) };
    case "game":
      return { kind: "game", game: game(one.game) };
    case "rounds":
      return { kind: "rounds", rounds: list(one, "rounds", round) };
    case "players":
      return {
        kind: "players",
        players: list(one, "players", player),
        teams: list(one, "teams", team),
      };
    case "tournament":
      return { kind: "tournament", tournament: tournament(one.tournament) };
    case "standings":
      return { kind: "standings", tables: list(one, "tables", table) };
    default:
      return null;
  }
}

function tournament(value: unknown): TournamentInfo {
  const one = record(value, "tournament");
  return {
    venue: string(one, "venue"),
    id: string(one, "id"),
    name: string(one, "name"),
    rules: oneOf(one, "rules", RULES),
    control: orNull(one.control, (control) => {
      const given = record(control, "control");
      return {
        baseMs: number(given, "baseMs"),
        incrementMs: number(given, "incrementMs"),
        stages: given.stages === undefined ? "" : string(given, "stages"),
      };
    }),
    notice: one.notice === undefined || one.notice === null ? "" : string(one, "notice"),
  };
}

function player(value: unknown): Player {
  const one = record(value, "player");
  return {
    id: number(one, "id"),
    name: string(one, "name"),
    club: orNull(one.club, () => string(one, "club")),
    rating: orNull(one.rating, () => number(one, "rating")),
  };
}

function round(value: unknown): Round {
  const one = record(value, "round");
  return {
    number: number(one, "number"),
    state: oneOf(one, "state", ["paired", "open", "closed"]),
    games: list(one, "games", text),
    byes: few(one, "byes", whole),
    kind: one.kind === undefined ? "round" : oneOf(one, "kind", ["round", "play-off", "final"]),
    matches: few(one, "matches", match),
  };
}

function match(value: unknown): Match {
  const one = record(value, "match");
  return {
    first: number(one, "first"),
    second: number(one, "second"),
    games: list(one, "games", text),
    firstPoints: number(one, "firstPoints"),
    secondPoints: number(one, "secondPoints"),
  };
}

function team(value: unknown): Team {
  const one = record(value, "team");
  return { id: number(one, "id"), name: string(one, "name") };
}

function game(value: unknown): Game {
  const one = record(value, "game");
  return {
    id: string(one, "id"),
    round: number(one, "round"),
    table: number(one, "table"),
    white: number(one, "white"),
    black: number(one, "black"),
    started: one.started === true,
    version: number(one, "version"),
    start: fen(one, "start"),
    fen: fen(one, "fen"),
    moves: list(one, "moves", move),
    result: orNull(one.result, result),
    clock: orNull(one.clock, clock),
    onPaperFrom: orNull(one.onPaperFrom, () => number(one, "onPaperFrom")),
  };
}

function move(value: unknown): Move {
  const one = record(value, "move");
  return {
    text: string(one, "text"),
    from: number(one, "from"),
    to: number(one, "to"),
    captured: list(one, "captured", whole),
    fen: fen(one, "fen"),
    at: number(one, "at"),
    irregular: orNull(one.irregular, () => string(one, "irregular")),
  };
}

function result(value: unknown): Result {
  const one = record(value, "result");
  return {
    text: string(one, "text"),
    score: oneOf(one, "score", ["white", "draw", "black", "both-lose", "unplayed"]),
    reason: REASONS.find((reason) => reason === one.reason) ?? null,
    bonus: orNull(one.bonus, () => number(one, "bonus")),
  };
}

function clock(value: unknown): Clock {
  const one = record(value, "clock");
  const side = (key: string) =>
    orNull(one[key], () => oneOf<"white" | "black">(one, key, ["white", "black"]));
  return {
    white: number(one, "white"),
    black: number(one, "black"),
    running: side("running"),
    asOf: number(one, "asOf"),
    flag: side("flag"),
    delay: one.delay === undefined ? 0 : number(one, "delay"),
    paused: one.paused === true,
    forfeit: side("forfeit"),
    whiteStage: orNull(one.whiteStage, stage),
    blackStage: orNull(one.blackStage, stage),
  };
}

function stage(value: unknown): ClockStage {
  const one = record(value, "stage");
  return {
    number: number(one, "number"),
    movesToGo: number(one, "movesToGo"),
    increment: one.increment === undefined ? 0 : number(one, "increment"),
    absent: one.absent === true,
  };
}

function table(value: unknown): Table {
  const one = record(value, "table");
  return {
    group: number(one, "group"),
    contest: oneOf(one, "contest", ["games", "matches"]),
    columns: list(one, "columns", (column) => {
      const given = record(column, "column");
      return { key: string(given, "key"), unit: number(given, "unit") };
    }),
    rows: list(one, "rows", row),
    ties: list(one, "ties", tie),
    finalOrder: few(one, "finalOrder", whole),
  };
}

function row(value: unknown): Row {
  const one = record(value, "row");
  return {
    place: number(one, "place"),
    tied: one.tied === true,
    participant: number(one, "participant"),
    played: number(one, "played"),
    wins: number(one, "wins"),
    draws: number(one, "draws"),
    losses: number(one, "losses"),
    inHand: one.inHand === undefined ? 0 : number(one, "inHand"),
    values: list(one, "values", (value) => orNull(value, whole)),
    decidedBy: one.decidedBy === undefined ? "" : string(one, "decidedBy"),
    zone: orNull(one.zone, (zone) => {
      const given = record(zone, "zone");
      return {
        kind: oneOf<"promotion" | "relegation">(given, "kind", ["promotion", "relegation"]),
        contested: given.contested === true,
      };
    }),
    withdrawn: one.withdrawn === true,
  };
}

function tie(value: unknown): Tie {
  const one = record(value, "tie");
  return {
    place: number(one, "place"),
    participants: list(one, "participants", whole),
    remedy: REMEDIES.find((remedy) => remedy === one.remedy) ?? null,
  };
}

type Fields = Record<string, unknown>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WireError("not JSON", { cause });
  }
}

function record(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new WireError(`${what}: not an object`);
  }
  return value as Fields;
}

function string(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== "string") throw new WireError(`${key}: not a text`);
  return value;
}

function number(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== "number") throw new WireError(`${key}: not a number`);
  return value;
}

function fen(fields: Fields, key: string): string {
  const value = string(fields, key);
  if (!isFen(value)) throw new WireError(`${key}: not a position`);
  return value;
}

function oneOf<T extends string>(fields: Fields, key: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === fields[key]);
  if (found === undefined) throw new WireError(`${key}: none of ${allowed.join(", ")}`);
  return found;
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

function list<T>(fields: Fields, key: string, read: (value: unknown) => T): T[] {
  const value = fields[key];
  if (!Array.isArray(value)) throw new WireError(`${key}: not a list`);
  return value.map(read);
}

/** A list that is left out when it is empty. */
function few<T>(fields: Fields, key: string, read: (value: unknown) => T): T[] {
  return fields[key] === undefined ? [] : list(fields, key, read);
}

function text(value: unknown): string {
  if (typeof value !== "string") throw new WireError("not a list of texts");
  return value;
}

function whole(value: unknown): number {
  if (typeof value !== "number") throw new WireError("not a list of numbers");
  return value;
}
