import { expect, test } from "vitest";
import { decodeFrame, decodeTournaments } from "./decode";
import { WireError } from "./fields";

const GAME = {
  id: "r1-t1",
  round: 1,
  table: 1,
  white: 1,
  black: 2,
  started: true,
  version: 1,
  start: "W:W31-50:B1-20",
  fen: "B:W28,31-50:B1-20",
  moves: [
    {
      text: "32-28",
      from: 32,
      to: 28,
      captured: [],
      fen: "B:W28,31-50:B1-20",
      at: 1,
      irregular: null,
    },
  ],
  result: null,
  clock: {
    white: 1,
    black: 2,
    running: "black",
    asOf: 3,
    flag: null,
    delay: 4,
    paused: true,
    forfeit: "white",
    whiteStage: { number: 2, movesToGo: 0, increment: 30_000, absent: true },
    blackStage: null,
  },
  onPaperFrom: null,
  colorsReversed: false,
};

const frame = (fields: object) => JSON.stringify({ type: "changes", cursor: "c", ...fields });

test("a whole game survives the wire", () => {
  expect(decodeFrame(frame({ changes: [{ kind: "game", game: GAME }] }))).toEqual({
    type: "changes",
    cursor: "c",
    changes: [{ kind: "game", game: GAME }],
  });
});

test("rare fields may be missing on the wire", () => {
  const [move] = GAME.moves;
  const { onPaperFrom: _, colorsReversed: ___, ...rest } = GAME;
  const { irregular: __, ...plain } = move as (typeof GAME.moves)[0];
  const bare = frame({ changes: [{ kind: "game", game: { ...rest, moves: [plain] } }] });
  expect(decodeFrame(bare)).toMatchObject({ changes: [{ kind: "game", game: GAME }] });
  const rare = {
    ...GAME,
    moves: [{ ...move, irregular: "27c" }],
    result: {
      text: "1-1",
      score: "draw",
      reason: "repetition",
      bonus: -3,
      byHand: { by: "Anna", reason: "late" },
    },
    onPaperFrom: 2,
    colorsReversed: true,
  };
  expect(decodeFrame(frame({ changes: [{ kind: "game", game: rare }] }))).toMatchObject({
    changes: [{ kind: "game", game: rare }],
  });
});

test("tables, teams and matches survive the wire, and missing fields are empty", () => {
  const row = {
    place: 1,
    tied: true,
    participant: 2,
    played: 3,
    wins: 1,
    draws: 1,
    losses: 1,
    values: [3, null],
  };
  const rare = {
    inHand: 1,
    decidedBy: "resolution",
    resolvedBy: "lot",
    seed: "18446744073709551615",
    zone: { kind: "relegation", contested: true },
    withdrawn: true,
  };
  const table = {
    group: 2,
    contest: "matches",
    columns: [{ key: "points", unit: 2 }],
    rows: [row, { ...row, ...rare }],
    ties: [{ place: 1, participants: [2, 3], remedy: "lot" }],
  };
  const round = { number: 8, state: "closed", games: ["r8-t1"] };
  const match = { first: 1, second: 2, games: ["r8-t1", ""], firstPoints: 3, secondPoints: 1 };
  const told = frame({
    changes: [
      { kind: "standings", standings: [], tables: [table] },
      { kind: "players", players: [], teams: [{ id: 1, name: "T", boards: [1] }] },
      {
        kind: "rounds",
        rounds: [
          round,
          { ...round, byes: [3], kind: "play-off", matches: [match] },
          { ...round, kind: "winners" },
        ],
      },
    ],
  });
  const nothing = {
    inHand: 0,
    decidedBy: "",
    resolvedBy: null,
    seed: null,
    zone: null,
    withdrawn: false,
  };
  expect(decodeFrame(told)).toMatchObject({
    changes: [
      {
        tables: [
          {
            ...table,
            rows: [
              { ...row, ...nothing },
              { ...row, ...rare },
            ],
            finalOrder: [],
          },
        ],
      },
      { teams: [{ id: 1, name: "T", boards: [1] }] },
      {
        rounds: [
          { ...round, byes: [], kind: "round", matches: [] },
          { ...round, byes: [3], kind: "play-off", matches: [match] },
          { ...round, byes: [], kind: "winners", matches: [] },
        ],
      },
    ],
  });
});

const gameChange = (fields: object) =>
  frame({ changes: [{ kind: "game", game: { ...GAME, ...fields } }] });
const resultChange = (result: object) =>
  frame({ changes: [{ kind: "result", game: "g", version: 1, result }] });
const standings = (fields: object) =>
  frame({
    changes: [
      {
        kind: "standings",
        tables: [{ group: 1, contest: "games", columns: [], rows: [], ties: [], ...fields }],
      },
    ],
  });

test.each([
  ["a type of frame", '{"type":"weather","wind":5}', null],
  ["a kind of change", frame({ changes: [{ kind: "weather" }] }), { changes: [] }],
  ["a field of a frame", frame({ changes: [], wind: 5 }), { changes: [] }],
  ["a field of a game", gameChange({ wind: { force: 5 } }), { changes: [{ game: GAME }] }],
  [
    "a reason",
    resultChange({ text: "2-0", score: "white", reason: "weather" }),
    { changes: [{ result: { reason: null } }] },
  ],
  [
    "a remedy",
    standings({ ties: [{ place: 1, participants: [1, 2], remedy: "dice" }] }),
    { changes: [{ tables: [{ ties: [{ remedy: null }] }] }] },
  ],
  [
    "a column",
    standings({ columns: [{ key: "wind", unit: 1 }] }),
    { changes: [{ tables: [{ columns: [{ key: "wind" }] }] }] },
  ],
  [
    "an article",
    gameChange({ moves: [{ ...GAME.moves[0], irregular: "99" }] }),
    { changes: [{ game: { moves: [{ irregular: "99" }] } }] },
  ],
])("%s that this page does not know is passed over", (_, text, expected) => {
  const read = decodeFrame(text);
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});

test("a field that is null counts as missing", () => {
  const left = { started: null, clock: null, result: null, onPaperFrom: null };
  expect(decodeFrame(gameChange(left))).toMatchObject({
    changes: [{ game: { started: false, clock: null, result: null, onPaperFrom: null } }],
  });
});

test.each([
  ["misconduct", "misconduct"],
  ["upset-pieces", "upset-pieces"],
  ["refused-to-play", "refused-to-play"],
  ["wrong-board", "wrong-board"],
  ["weather", null],
  [null, null],
])("the reason %s is read as %s", (reason, expected) => {
  const result = { text: "2-0", score: "white", reason };
  expect(
    decodeFrame(frame({ changes: [{ kind: "result", game: "g", version: 1, result }] })),
  ).toMatchObject({ changes: [{ result: { reason: expected } }] });
});

const row = {
  place: 1,
  participant: 2,
  played: 3,
  wins: 1,
  draws: 1,
  losses: 1,
  values: [3],
};

test.each([
  ["", "not JSON"],
  ["[]", "not an object"],
  ["{}", "type: not a text"],
  ['{"type":"time"}', "now: not a whole number"],
  ['{"type":"time","now":"5"}', "now: not a whole number"],
  ['{"type":"time","now":0.5}', "now: not a whole number"],
  ['{"type":"time","now":1e999}', "now: not a whole number"],
  [frame({}), "changes: not a list"],
  [frame({ changes: [{ kind: "rounds", rounds: [] }, 7] }), "changes[1]: not an object"],
  [frame({ changes: [{ kind: 7 }] }), "changes[0].kind: not a text"],
  [gameChange({ fen: "W:here" }), "changes[0].game.fen: not a position"],
  [gameChange({ start: "W:W51:B1" }), "changes[0].game.start: not a position"],
  [gameChange({ started: "yes" }), "changes[0].game.started: neither true nor false"],
  [gameChange({ started: 1 }), "changes[0].game.started: neither true nor false"],
  [gameChange({ onPaperFrom: "2" }), "changes[0].game.onPaperFrom: not a whole number"],
  [
    gameChange({ moves: [{ ...GAME.moves[0], to: 51 }] }),
    "changes[0].game.moves[0].to: not a square",
  ],
  [
    gameChange({ moves: [{ ...GAME.moves[0], captured: [23, 0] }] }),
    "changes[0].game.moves[0].captured[1]: not a square",
  ],
  [
    gameChange({ clock: { ...GAME.clock, paused: "no" } }),
    "changes[0].game.clock.paused: neither true nor false",
  ],
  [
    gameChange({ clock: { ...GAME.clock, running: "red" } }),
    "changes[0].game.clock.running: none of white, black",
  ],
  [
    gameChange({ clock: { ...GAME.clock, whiteStage: 2 } }),
    "changes[0].game.clock.whiteStage: not an object",
  ],
  [
    gameChange({ clock: { ...GAME.clock, whiteStage: { number: 1, movesToGo: 2, absent: 1 } } }),
    "changes[0].game.clock.whiteStage.absent: neither true nor false",
  ],
  [
    resultChange({ text: "", score: "?" }),
    "changes[0].result.score: none of white, draw, black, both-lose, unplayed",
  ],
  [resultChange({ text: "", score: "draw", reason: 5 }), "changes[0].result.reason: not a text"],
  [
    standings({ rows: [{ ...row, tied: "=" }] }),
    "changes[0].tables[0].rows[0].tied: neither true nor false",
  ],
  [
    standings({ rows: [{ ...row, withdrawn: 1 }] }),
    "changes[0].tables[0].rows[0].withdrawn: neither true nor false",
  ],
  [
    standings({ rows: [{ ...row, values: ["3"] }] }),
    "changes[0].tables[0].rows[0].values[0]: not a whole number",
  ],
  [
    standings({ rows: [{ ...row, zone: { kind: "limbo" } }] }),
    "changes[0].tables[0].rows[0].zone.kind: none of promotion, relegation",
  ],
  [standings({ finalOrder: [1, null] }), "changes[0].tables[0].finalOrder[1]: not a whole number"],
])("%s is refused: %s", (text, message) => {
  expect(() => decodeFrame(text)).toThrow(new WireError(message));
});

test("the list of tournaments is read", () => {
  const early = { venue: "v", id: "i", name: "n", rules: "frisian", boards: 8, running: 3 };
  const rest = { firstRoundAt: null, lastRoundAt: null, place: "" };
  const unknown = { ...early, ...rest, state: "postponed" };
  const days = { firstRoundAt: 5, lastRoundAt: 9 };
  const entry = { ...early, ...days, state: "finished", place: "Drachten" };
  expect(decodeTournaments(JSON.stringify({ tournaments: [early, unknown, entry] }))).toEqual([
    { ...unknown, state: null },
    { ...unknown, state: null },
    entry,
  ]);
  expect(() => decodeTournaments("{}")).toThrow(new WireError("tournaments: not a list"));
});
