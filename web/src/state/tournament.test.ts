import { expect, test } from "vitest";
import type { Change, Changes, Game, Move, Snapshot, Table } from "../wire/frames";
import { WHITE_WINS } from "../wire/result.fixture";
import { fold, type TournamentState } from "./tournament";

const START = "W:W31-50:B1-20";
const move = (text: string): Move => ({
  text,
  from: 32,
  to: 28,
  captured: [],
  fen: `B:W${text.split("-")[1]}:B1-20`,
  at: 5,
  irregular: null,
});
const game = (id: string, fields: Partial<Game> = {}): Game => ({
  id,
  round: 1,
  table: 1,
  white: 1,
  black: 2,
  started: true,
  version: 0,
  start: START,
  fen: START,
  moves: [],
  result: null,
  clock: null,
  onPaperFrom: null,
  colorsReversed: false,
  ...fields,
});
const snapshot = (games: Game[]): Snapshot => ({
  type: "snapshot",
  cursor: "c0",
  now: 0,
  fresh: null,
  tournament: {
    venue: "main",
    id: "demo",
    name: "Demo",
    rules: "international",
    control: null,
    notice: "",
    place: "",
  },
  players: [{ id: 1, name: "A", club: null, rating: null }],
  rounds: [
    {
      number: 1,
      state: "open",
      games: games.map((one) => one.id),
      byes: [],
      kind: "round",
      matches: [],
    },
  ],
  games,
  tables: [],
  teams: [],
});
const changes = (cursor: string, ...list: Change[]): Changes => ({
  type: "changes",
  cursor,
  changes: list,
});
const played = (ply: number, version = ply, id = "r1-t1"): Change => ({
  kind: "move",
  game: id,
  version,
  ply,
  move: move(`32-${20 + ply}`),
});

function next(state: TournamentState | null, frame: Parameters<typeof fold>[1]): TournamentState {
  const outcome = fold(state, frame);
  if (outcome.kind === "gap") throw new Error(outcome.reason);
  return outcome.state;
}

const before = next(null, snapshot([game("r1-t1"), game("r1-t2")]));

test("a move advances position, moves, version and cursor, and leaves other games alone", () => {
  const after = next(before, changes("c1", played(1)));
  const changed = after.games.get("r1-t1");
  expect(changed?.moves.map((one) => one.text)).toEqual(["32-21"]);
  expect(changed?.fen).toBe("B:W21:B1-20");
  expect(changed?.version).toBe(1);
  expect(after.cursor).toBe("c1");
  expect(after.games.get("r1-t2")).toBe(before.games.get("r1-t2"));
  expect(before.games.get("r1-t1")?.moves).toEqual([]);
});

test("a move without a position leads to the one that it makes", () => {
  const moved = { ...move("32-28"), fen: null };
  const change: Change = { kind: "move", game: "r1-t1", version: 1, ply: 1, move: moved };
  const after = next(before, changes("c1", change)).games.get("r1-t1");
  const white = [28, 31, ...Array.from({ length: 18 }, (_, index) => index + 33)];
  const black = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(after?.fen).toBe(`B:W${white}:B${black}`);
});

test("a change that was already applied is ignored", () => {
  const once = next(before, changes("c1", played(1)));
  const twice = next(once, changes("c1", played(1)));
  expect(twice.games.get("r1-t1")).toBe(once.games.get("r1-t1"));
});

test.each<[string, Change]>([
  ["a version left out", played(1, 2)],
  ["a ply that does not follow", played(3, 1)],
  ["a game that nobody announced", played(1, 1, "r9-t9")],
])("%s is a gap, and nothing of the frame is applied", (_, change) => {
  const outcome = fold(before, changes("c1", played(1, 1, "r1-t2"), change));
  expect(outcome.kind).toBe("gap");
  expect(before.games.get("r1-t2")?.moves).toEqual([]);
});

test("changes or a resumption before any snapshot are a gap", () => {
  expect(fold(null, changes("c1", played(1))).kind).toBe("gap");
  expect(fold(null, { type: "resumed", cursor: "c1", now: 0, fresh: null }).kind).toBe("gap");
});

const DRAW = { text: "1-1", score: "draw", reason: "arbiter", bonus: null, byHand: null } as const;

const LINE = 2 ** 20;

// The server counts 1 for the start, 1 for each move and 1 for a result. A corrected result keeps
// the version, and a change of the record raises it far beyond that.
test.each<[string, Partial<Game>]>([
  [
    "a corrected result",
    { version: 4, moves: [move("32-21"), move("32-22")], fen: "B:W22:B1-20", result: DRAW },
  ],
  ["a move taken back", { version: LINE + 2, moves: [move("32-21")], fen: "B:W21:B1-20" }],
  ["a result taken back", { version: LINE + 3, moves: [move("32-21"), move("32-22")] }],
  ["every move taken back", { version: LINE + 1 }],
])("a correction replaces the game: %s", (_, fields) => {
  const begun = next(null, snapshot([game("r1-t1", { version: 1 })]));
  const over = next(
    begun,
    changes("c1", played(1, 2), played(2, 3), {
      kind: "result",
      game: "r1-t1",
      version: 4,
      result: WHITE_WINS,
    }),
  );
  const corrected = game("r1-t1", fields);
  const after = next(over, changes("c2", { kind: "game", game: corrected }));
  expect(after.games.get("r1-t1")).toBe(corrected);
  const follows = played(corrected.moves.length + 1, corrected.version + 1);
  const moves = next(after, changes("c3", follows)).games.get("r1-t1")?.moves;
  expect(moves).toHaveLength(corrected.moves.length + 1);
});

test("a change from before a correction is not applied after it", () => {
  const before = next(null, snapshot([game("r1-t1", { version: 1 })]));
  const corrected = game("r1-t1", { version: LINE + 1 });
  const whole = (one: Game): Change => ({ kind: "game", game: one });
  const after = next(before, changes("c1", played(1, 2), played(2, 3), whole(corrected)));
  // Another replica sends older changes again.
  const older = game("r1-t1", { version: 2, moves: [move("32-21")] });
  const again = next(after, changes("c2", played(1, 2), whole(older), played(2, 3)));
  expect(again.games.get("r1-t1")).toBe(corrected);
  const goesOn = next(again, changes("c3", whole(corrected), played(1, LINE + 2)));
  expect(goesOn.games.get("r1-t1")?.moves).toHaveLength(1);
});

test("a result counts as a version; a clock does not", () => {
  const result = WHITE_WINS;
  const clock = { white: 1, black: 2, running: null, asOf: 3, flag: null } as const;
  const after = next(
    before,
    changes(
      "c1",
      played(1),
      { kind: "clock", game: "r1-t1", clock },
      { kind: "result", game: "r1-t1", version: 2, result },
      { kind: "clock", game: "r9-t9", clock },
    ),
  );
  expect(after.games.get("r1-t1")).toMatchObject({ version: 2, result, clock });
  expect(after.games.has("r9-t9")).toBe(false);
});

test.each([
  ["older", 2, 3],
  ["of the same moment", 3, 9],
  ["newer", 4, 9],
])("a clock that is %s than the one shown", (_, asOf, white) => {
  const clock = (at: number, left: number) =>
    ({ white: left, black: 5, running: "white", asOf: at, flag: null }) as const;
  const shown = next(before, changes("c1", { kind: "clock", game: "r1-t1", clock: clock(3, 3) }));
  const after = next(shown, changes("c2", { kind: "clock", game: "r1-t1", clock: clock(asOf, 9) }));
  expect(after.games.get("r1-t1")?.clock?.white).toBe(white);
  expect(after.cursor).toBe("c2");
});

test("a resumption keeps what is known; a snapshot in mid-stream replaces it", () => {
  const after = next(before, changes("c1", played(1)));
  expect(next(after, { type: "resumed", cursor: "c1", now: 9, fresh: null }).games).toBe(
    after.games,
  );
  expect(next(after, snapshot([game("r1-t1")])).games.get("r1-t1")?.moves).toEqual([]);
});

test("rounds, players, tournament and standings are replaced whole", () => {
  const table: Table = {
    group: 1,
    contest: "matches",
    columns: [{ key: "points", unit: 1 }],
    rows: [],
    ties: [],
    finalOrder: [],
  };
  const after = next(
    before,
    changes(
      "c1",
      { kind: "rounds", rounds: [] },
      {
        kind: "players",
        players: [{ id: 7, name: "G", club: null, rating: 1000 }],
        teams: [{ id: 2, name: "T" }],
      },
      { kind: "standings", tables: [table] },
      { kind: "tournament", tournament: { ...before.tournament, notice: "n" } },
    ),
  );
  expect(after.rounds).toEqual([]);
  expect([...after.players.keys()]).toEqual([7]);
  expect([...after.teams.keys()]).toEqual([2]);
  expect(after.tables).toEqual([table]);
  expect(after.tournament.notice).toBe("n");
});
