import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { RoundSchema } from "../gen/damcast/v1/pairing_pb";
import { GetGameResponseSchema } from "../gen/damcast/v1/rules_validation_pb";
import { GameRulings, rulingsOf } from "./game_rulings";

const input = { sequence: 1n, atMs: 1_795_430_645_000n };
const history: MessageInitShape<typeof GetGameResponseSchema>["history"] = [
  {
    version: 4n,
    input: { ...input, device: "tablet-7", action: { case: "play" as const, value: {} } },
    events: [{ event: { case: "movePlayed" as const, value: { ply: 3 } } }],
  },
  {
    version: 5n,
    input: { ...input, device: "desk-1", bearer: "Berend", rulingReason: "touched 32" },
    ruling: "the moves are taken back from ply 3 on",
    roleText: "arbiter",
  },
];

test("only rulings of arbiters on a game are on the record, in the words of the service", () => {
  const told = create(GetGameResponseSchema, { history });
  expect(rulingsOf("r1-t2", told.history)).toEqual([
    {
      key: "r1-t2 5",
      version: "",
      atMs: 1_795_430_645_000,
      by: "Berend",
      role: "arbiter",
      device: "desk-1",
      kinds: ["rulings"],
      game: "r1-t2",
      what: "the moves are taken back from ply 3 on",
      reason: "touched 32",
      cause: "",
    },
  ]);
});

const rounds = [
  { openedAtMs: 1n, closedAtMs: 2n, games: [{ game: "r1-t1" }, { game: "r1-t2" }] },
  { openedAtMs: 3n, games: [{ game: "r2-t1" }] },
  { games: [{ game: "r3-t1" }] },
].map((round) => create(RoundSchema, round));
const REF = { venue: "main", tournament: "club" };

test("games of closed rounds are read once, those of open rounds each time", async () => {
  const asked: string[] = [];
  const rulings = new GameRulings(async ({ game: { game }, historyBefore }) => {
    if (historyBefore > 0n) return create(GetGameResponseSchema, {});
    asked.push(game);
    if (game === "r1-t1") throw new ConnectError("no such game", Code.NotFound);
    return create(GetGameResponseSchema, { history });
  });
  const read = async () => {
    const { lines, refused } = await rulings.read(REF, rounds, "en");
    expect(refused).toBeNull();
    return lines.map(({ key }) => key).sort();
  };
  expect(await read()).toEqual(["r1-t2 5", "r2-t1 5"]);
  expect(asked.splice(0).sort()).toEqual(["r1-t1", "r1-t2", "r2-t1"]);
  expect(await read()).toEqual(["r1-t2 5", "r2-t1 5"]);
  expect(asked.splice(0)).toEqual(["r2-t1"]);
  rulings.forget();
  await read();
  expect(asked.sort()).toEqual(["r1-t1", "r1-t2", "r2-t1"]);
});

test("who may read some games gets the rulings on these, and is told that there are others", async () => {
  const rulings = new GameRulings(async ({ game: { game }, historyBefore }) => {
    if (game !== "r2-t1") throw new ConnectError("not allowed", Code.PermissionDenied);
    return create(GetGameResponseSchema, historyBefore > 0n ? {} : { history });
  });
  const { lines, refused } = await rulings.read(REF, rounds, "en");
  expect(lines.map(({ key }) => key)).toEqual(["r2-t1 5"]);
  expect(refused?.rawMessage).toBe("not allowed");
});

test("a game that cannot be read now fails the reading", async () => {
  const rulings = new GameRulings(async () => {
    throw new ConnectError("try again", Code.Unavailable);
  });
  await expect(rulings.read(REF, rounds, "en")).rejects.toThrow("try again");
});

test("a long history is read to its beginning, in parts", async () => {
  const asked: bigint[] = [];
  const ruling = { input: { ...input, device: "desk-1" }, ruling: "the clock runs again" };
  const rulings = new GameRulings(async ({ historyBefore }) => {
    asked.push(historyBefore);
    const versions = historyBefore === 0n ? [3n, 4n] : [1n, 2n];
    const part = versions.map((version) => ({ ...ruling, version }));
    return create(GetGameResponseSchema, { history: part });
  });
  const { lines } = await rulings.read(REF, rounds.slice(2, 3), "en");
  expect(lines).toEqual([]);
  const opened = await rulings.read(REF, rounds.slice(1, 2), "en");
  expect(opened.lines.map(({ key }) => key)).toEqual(["r2-t1 1", "r2-t1 2", "r2-t1 3", "r2-t1 4"]);
  expect(asked).toEqual([0n, 3n]);
});
