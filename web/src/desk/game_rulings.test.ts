import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { RoundSchema } from "../gen/damcast/v1/pairing_pb";
import { GetGameResponseSchema } from "../gen/damcast/v1/rules_validation_pb";
import { language } from "../text/language";
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
    input: {
      ...input,
      device: "desk-1",
      bearer: "Berend",
      rulingReason: "touched 32",
      action: { case: "retract" as const, value: { fromPly: 3 } },
    },
    events: [{ event: { case: "movesRetracted" as const, value: { fromPly: 3 } } }],
  },
  {
    version: 6n,
    input: {
      ...input,
      device: "clock-1",
      action: {
        case: "clock" as const,
        value: { order: { case: "display" as const, value: {} } },
      },
    },
    events: [{ event: { case: "clockRuled" as const, value: {} } }],
  },
  // A result by hand is on the record of the tournament.
  {
    version: 7n,
    input: { ...input, device: "round", action: { case: "ruleResult" as const, value: {} } },
    events: [{ event: { case: "finished" as const, value: {} } }],
  },
];

test("only rulings of arbiters on a game are on the record, with author, device and reason", () => {
  language.value = "en";
  const told = create(GetGameResponseSchema, { history });
  expect(rulingsOf("r1-t2", told)).toEqual([
    {
      key: "r1-t2 5",
      version: "",
      atMs: 1_795_430_645_000,
      by: "Berend",
      device: "desk-1",
      kinds: ["rulings"],
      game: "r1-t2",
      what: expect.stringContaining("3"),
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
  const rulings = new GameRulings(async ({ game: { game } }) => {
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
  const rulings = new GameRulings(async ({ game: { game } }) => {
    if (game !== "r2-t1") throw new ConnectError("not allowed", Code.PermissionDenied);
    return create(GetGameResponseSchema, { history });
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
