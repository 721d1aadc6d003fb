// @vitest-environment happy-dom
import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, expect, test, vi } from "vitest";
import { VerdictStatus } from "../gen/damcast/v1/board_ingest_pb";
import { parseFen } from "../wire/position";
import type { Draft, Input } from "./outbox";

const games = vi.hoisted(() => ({
  submitMove: vi.fn(),
  callArbiter: vi.fn(),
  watchTable: vi.fn(),
  watchVerdicts: vi.fn(),
}));
const device = vi.hoisted(() => ({ renew: vi.fn(), known: new Map<string, object>() }));

vi.mock("../wire/device_api", () => ({
  deviceGames: games,
  as: ({ token }: { token: string }) => ({ token }),
}));
vi.mock("./device", async () => {
  const { signal } = await import("@preact/signals");
  return {
    enrolled: signal({ subject: "new" }),
    enrolmentOf: async (subject: string) => device.known.get(subject),
    renew: device.renew,
    learnPlace: async () => false,
  };
});
vi.mock("./storage", () => {
  let last = 0;
  return {
    inputStorage: {
      all: async () => [],
      add: async (draft: Draft): Promise<Input> => {
        last += 1;
        return { ...draft, sequence: last, state: "kept", text: "" };
      },
      put: async () => {},
      remove: async () => {},
    },
    storageFails: { value: false },
    keepFact: async () => {},
    readFact: async () => undefined,
  };
});

const { callUnkept, outbox, startLink, unkeptCall, wake } = await import("./link");
const { language } = await import("../text/choice");

function move(by: string): Draft {
  const move = { from: 32, via: [], to: 28, captured: [], namesCaptured: false };
  const before = parseFen("W:W31-50:B1-20");
  const act = { kind: "move", ply: 1, move, before } as const;
  return { game: "main/kk/r1-t1", device: by, act, seenAt: 1_000, line: 0 };
}

const putOut = new ConnectError("put out", Code.Unauthenticated);
const accepted = { verdict: { status: VerdictStatus.ACCEPTED, reason: "", text: "" } };

/** Keeps a move, and returns what became of it once it is answered. */
async function enter(by: string): Promise<string | undefined> {
  const { sequence } = await outbox.add(move(by));
  const state = () => outbox.inputs.value.find((one) => one.sequence === sequence)?.state;
  await expect.poll(state).not.toBe("kept");
  return state();
}

beforeEach(() => {
  games.submitMove.mockReset().mockResolvedValue(accepted);
  device.renew.mockReset().mockResolvedValue(undefined);
  device.known = new Map(
    ["old", "new"].map((subject) => {
      const place = { venue: "main", tournament: "kk" };
      return [subject, { subject, token: `token of ${subject}`, ...place }];
    }),
  );
});

test("what was confirmed before a new enrolment goes out as what it was", async () => {
  expect(await enter("old")).toBe("accepted");
  const [request, options] = games.submitMove.mock.lastCall ?? [];
  expect([request.header.device, options]).toEqual(["old", { token: "token of old" }]);
});

test("a session that ended over night is renewed, and the move goes out after it", async () => {
  games.submitMove.mockRejectedValueOnce(putOut);
  expect(await enter("new")).toBe("accepted");
  expect(device.renew).toHaveBeenCalledExactlyOnceWith("new");
});

test("what nobody takes from an enrolment of before is left over, and goes out under no other name", async () => {
  games.submitMove.mockRejectedValue(putOut);
  device.renew.mockRejectedValue(putOut);
  expect(await enter("old")).toBe("left");
  const devices = games.submitMove.mock.calls.map(([request]) => request.header.device);
  expect(new Set(devices)).toEqual(new Set(["old"]));
  // It is not even known any more under which enrolment it was made.
  device.known.delete("old");
  expect(await enter("old")).toBe("left");
  expect(games.submitMove).toHaveBeenCalledTimes(devices.length);
  // It stays when another game begins, until somebody has seen it.
  const left = () => outbox.inputs.value.filter(({ state }) => state === "left").length;
  await outbox.forgetBut("main/kk/r2-t1");
  expect(left()).toBe(2);
  await outbox.forget(({ state }) => state === "left");
  expect(left()).toBe(0);
});

test("a move of another table that is refused for good is left over", async () => {
  games.submitMove.mockRejectedValueOnce(new ConnectError("elsewhere", Code.FailedPrecondition));
  expect(await enter("new")).toBe("left");
});

/** Returns a stream that tells nothing, and ends when it is aborted. */
async function* silence(signal: AbortSignal): AsyncGenerator<never> {
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  throw new ConnectError("aborted", Code.Canceled);
}

test("verdicts are asked for anew in the language that was chosen", async () => {
  games.watchTable.mockImplementation((_, { signal }) => silence(signal));
  games.watchVerdicts.mockImplementation((_, { signal }) => silence(signal));
  const own = { venue: "main", subject: "new", token: "", words: "", tournament: "kk" };
  await startLink({ ...own, table: 1, seat: 1, isSeated: true });
  const asked = () => games.watchVerdicts.mock.calls.map(([request]) => request.language);
  await expect.poll(asked).toEqual(["en"]);
  language.value = "fy";
  await expect
    .poll(() => {
      wake();
      return asked();
    })
    .toEqual(["en", "fy"]);
});

test("a call that cannot be kept is made until the service has it", async () => {
  games.callArbiter.mockRejectedValueOnce(new ConnectError("gone", Code.Unavailable));
  games.callArbiter.mockResolvedValueOnce({});
  const own = { venue: "main", subject: "new", token: "x", words: "", tournament: "kk" };
  const by = { ...own, table: 1, seat: 1, isSeated: true };
  const act = { kind: "call", id: "one", matter: 2, text: "" } as const;
  const made = { game: "main/kk/r1-t1", seenAt: 7 };
  const calling = callUnkept(by, act, made);
  expect(unkeptCall.value).toEqual({ ...made, id: "one", isHeard: false });
  await expect
    .poll(() => {
      wake();
      return unkeptCall.value;
    })
    .toEqual({ ...made, id: "one", isHeard: true });
  await calling;
  const ids = games.callArbiter.mock.calls.map(([request]) => request.id);
  expect(ids).toEqual(["one", "one"]);
});
