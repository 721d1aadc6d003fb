import { expect, test } from "vitest";
import { decodeFrame, decodeTournaments, WireError } from "./decode";

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
};

const frame = (fields: object) => JSON.stringify({ type: "changes", cursor: "c", ...fields });

test("a whole game survives the wire", () => {
  expect(decodeFrame(frame({ changes: [{ kind: "game", game: GAME }] }))).toEqual({
    type: "changes",
    cursor: "c",
    changes: [{ kind: "game", game: GAME }],
  });
});

test("what is rare is left out on the wire, and read where it is", () => {
  const [move] = GAME.moves;
  const { onPaperFrom: _, ...rest } = GAME;
  const { irregular: __, ...plain } = move as (typeof GAME.moves)[0];
  const bare = frame({ changes: [{ kind: "game", game: { ...rest, moves: [plain] } }] });
  expect(decodeFrame(bare)).toMatchObject({ changes: [{ kind: "game", game: GAME }] });
  const rare = {
    ...GAME,
    moves: [{ ...move, irregular: "27c" }],
    result: { text: "1-1", score: "draw", reason: "repetition", bonus: -3 },
    onPaperFrom: 2,
  };
  expect(decodeFrame(frame({ changes: [{ kind: "game", game: rare }] }))).toMatchObject({
    changes: [{ kind: "game", game: rare }],
  });
});

test("tables, teams and matches survive the wire, and what is left out is nothing", () => {
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
    decidedBy: "points",
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
        rounds: [round, { ...round, byes: [3], kind: "play-off", matches: [match] }],
      },
    ],
  });
  const nothing = { inHand: 0, decidedBy: "", zone: null, withdrawn: false };
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
      { teams: [{ id: 1, name: "T" }] },
      {
        rounds: [
          { ...round, byes: [], kind: "round", matches: [] },
          { ...round, byes: [3], kind: "play-off", matches: [match] },
        ],
      },
    ],
  });
});

test("unknown types of frames and kinds of changes are passed over", () => {
  expect(decodeFrame('{"type":"weather"}')).toBeNull();
  expect(decodeFrame(frame({ changes: [{ kind: "weather" }] }))).toMatchObject({ changes: [] });
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

test.each([
  ["", "not JSON"],
  ["[]", "frame: not an object"],
  ['{"type":"time"}', "now: not a number"],
  [frame({}), "changes: not a list"],
  [frame({ changes: [{ kind: "game", game: { ...GAME, fen: "W:here" } }] }), "fen: not a position"],
  [
    frame({
      changes: [{ kind: "result", game: "g", version: 1, result: { text: "", score: "?" } }],
    }),
    "score: none of white, draw, black, both-lose, unplayed",
  ],
])("%s is refused: %s", (text, message) => {
  expect(() => decodeFrame(text)).toThrow(new WireError(message));
});

test("the list of tournaments", () => {
  const entry = { venue: "v", id: "i", name: "n", rules: "frisian", boards: 8, running: 3 };
  expect(decodeTournaments(JSON.stringify({ tournaments: [entry] }))).toEqual([entry]);
  expect(() => decodeTournaments("{}")).toThrow(WireError);
});
