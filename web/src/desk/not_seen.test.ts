// @vitest-environment happy-dom

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ClockStateSchema } from "../gen/damcast/v1/events_pb";
import { GetTournamentResponseSchema, RoundState } from "../gen/damcast/v1/pairing_pb";
import { GetGameResponseSchema } from "../gen/damcast/v1/rules_validation_pb";
import { Color } from "../gen/damcast/v1/types_pb";
import { setLanguage } from "../text/language";
import { notSeen, SIGN_MS } from "./not_seen";

setLanguage("en");

const BEGIN = 1_795_430_000_000;
const LATE = BEGIN + SIGN_MS;

const round = {
  number: 1,
  state: RoundState.OPEN,
  beginsAtMs: BigInt(BEGIN),
  openedAtMs: BigInt(BEGIN - 60_000),
  games: [
    { game: "r1-t1", pairing: { table: 1, white: 1, black: 2 } },
    { game: "r1-t2", pairing: { table: 2, white: 3, black: 4 } },
  ],
};
const players = ["Anna", "Bauke", "Cor", "Douwe"].map((name, at) => ({ id: at + 1, name }));

function keys(
  more: MessageInitShape<typeof GetTournamentResponseSchema>,
  now = LATE,
  moved: Record<string, number> = {},
  clocks: Record<string, MessageInitShape<typeof ClockStateSchema>> = {},
): string[] {
  const games = Object.entries(moved).map(([id, count]) => {
    const plies = Array.from({ length: count }, () => ({}));
    return [id, create(GetGameResponseSchema, { state: { plies } })] as const;
  });
  const running = Object.entries(clocks).map(
    ([id, clock]) => [id, create(ClockStateSchema, clock)] as const,
  );
  const tournament = create(GetTournamentResponseSchema, { players, rounds: [round], ...more });
  const watched = { games: new Map(games), clocks: new Map(running) };
  return notSeen(tournament, watched, now).map(({ key }) => key);
}

const here = (...all: number[]) => all.map((participant) => ({ participant, round: 1 }));

test("where a round has a check-in, whoever is not here five minutes after its begin is an alarm", () => {
  const checkedIn = here(1, 2, 4);
  expect(keys({ checkedIn }, LATE - 1)).toEqual([]);
  expect(keys({ checkedIn })).toEqual([`not-seen r1-t2 1 ${BEGIN}`]);
  // Who has moved is here.
  expect(keys({ checkedIn }, LATE, { "r1-t2": 1 })).toEqual([]);
  const absences = [{ participant: 3, round: 1 }];
  expect(keys({ checkedIn, absences })).toEqual([]);
});

test("without a check-in only who does not make the first move of a running clock is one", () => {
  const ofWhite = { running: Color.WHITE, asOfMs: BigInt(BEGIN) };
  expect(keys({}, LATE, { "r1-t1": 0 })).toEqual([]);
  expect(keys({}, LATE, { "r1-t1": 0 }, { "r1-t1": ofWhite })).toEqual([
    `not-seen r1-t1 1 ${BEGIN}`,
  ]);
  expect(keys({}, LATE, { "r1-t1": 0 }, { "r1-t1": { ...ofWhite, paused: true } })).toEqual([]);
  // Black is asked for a move since White has made one.
  const ofBlack = { running: Color.BLACK, asOfMs: BigInt(LATE) };
  const moved = { "r1-t1": 1 };
  expect(keys({}, LATE, moved, { "r1-t1": ofBlack })).toEqual([]);
  expect(keys({}, LATE + SIGN_MS, moved, { "r1-t1": ofBlack })).toEqual([
    `not-seen r1-t1 2 ${BEGIN}`,
  ]);
});

test("who is marked absent, and a game that is over, are none", () => {
  const clock = { running: Color.WHITE, asOfMs: BigInt(BEGIN), whiteStage: { absent: true } };
  expect(keys({}, LATE, { "r1-t1": 0 }, { "r1-t1": clock })).toEqual([]);
  const games = [{ ...round.games[0], outcome: {} }, round.games[1]].filter((game) => !!game);
  expect(keys({ rounds: [{ ...round, games }], checkedIn: here(3, 4) })).toEqual([]);
  const closed = { ...round, state: RoundState.CLOSED };
  expect(keys({ rounds: [closed], checkedIn: here(1) })).toEqual([]);
});

test("in a game that is made up who does not make the first move of a running clock is one", () => {
  const games = [{ ...round.games[0], postponed: true }];
  const closed = { ...round, state: RoundState.CLOSED, closedAtMs: BigInt(BEGIN), games };
  const rounds = [closed, { ...round, number: 2, state: RoundState.PAIRED, games: [] }];
  // The absence and the check-in are those of the round, not of this day.
  const of = { rounds, absences: [{ participant: 2, round: 1 }], checkedIn: here(1) };
  const since = BEGIN + 86_400_000;
  const clock = { running: Color.WHITE, asOfMs: BigInt(since) };
  expect(keys(of, since + SIGN_MS, { "r1-t1": 0 })).toEqual([]);
  expect(keys(of, since + SIGN_MS - 1, { "r1-t1": 0 }, { "r1-t1": clock })).toEqual([]);
  expect(keys(of, since + SIGN_MS, { "r1-t1": 0 }, { "r1-t1": clock })).toEqual([
    `not-seen r1-t1 1 ${since}`,
  ]);
  const ofBlack = { "r1-t1": { ...clock, running: Color.BLACK } };
  expect(keys(of, since + SIGN_MS, { "r1-t1": 1 }, ofBlack)).toEqual([`not-seen r1-t1 2 ${since}`]);
});

test("in a team match a player is here with the team", () => {
  const settings = { regulation: { boards: 2 } };
  const teams = [
    { id: 1, name: "De Bân", lineUp: [1, 3] },
    { id: 2, name: "Dokkum", lineUp: [2, 4] },
  ];
  expect(keys({ settings, teams, checkedIn: here(1) })).toEqual([
    `not-seen r1-t1 2 ${BEGIN}`,
    `not-seen r1-t2 2 ${BEGIN}`,
  ]);
});

test("the alarm names the player, the begin of the round and the wait of the regulation", () => {
  const settings = { regulation: { absenceMs: 3_600_000n } };
  const tournament = create(GetTournamentResponseSchema, {
    players,
    rounds: [round],
    settings,
    checkedIn: here(2, 3, 4),
  });
  const watched = { games: new Map(), clocks: new Map() };
  const [alarm] = notSeen(tournament, watched, LATE);
  expect(alarm).toMatchObject({
    kind: "not-seen",
    game: "r1-t1",
    sinceMs: LATE,
    tap: { kind: "here", participant: 1, name: "Anna", round: 1 },
  });
  const text = alarm?.text.replace(/[\u2068\u2069]/g, "") ?? "";
  expect(text).toMatch(
    /^Anna \(White\) has given no sign since the round began at .+; the wait is 60 minutes\.$/,
  );
});
