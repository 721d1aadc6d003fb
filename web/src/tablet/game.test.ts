// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { CallMatter } from "../gen/damcast/v1/events_pb";
import { DISK_MS } from "../wire/disk";
import { parseFen } from "../wire/position";
import type { Draft, Input, InputState } from "./outbox";

const link = vi.hoisted(() => ({ add: vi.fn(), callUnkept: vi.fn() }));

vi.mock("./device", async () => {
  const { signal } = await import("@preact/signals");
  return { enrolled: signal({ subject: "t1" }) };
});
vi.mock("./finished", async () => {
  const { signal } = await import("@preact/signals");
  return { finished: signal(null) };
});
vi.mock("./link", async () => {
  const { signal } = await import("@preact/signals");
  return {
    table: signal(null),
    outbox: { inputs: signal([]), add: link.add },
    serverNow: () => 5_000,
    serverTimeAt: (moment: number) => 1_000 + moment,
    callUnkept: link.callUnkept,
    unkeptCall: signal(null),
  };
});

const { add, callArbiter, lastCall, offerDraw, pressFirst, resign } = await import("./game");
const { outbox, unkeptCall } = await import("./link");

/** The draft that was stored last, and the writes that have not ended yet. */
let kept: Draft[] = [];
let writes: ((isFull?: boolean) => void)[] = [];

/** Lets the disk write what waits, and returns the kinds of acts that it has. */
async function write(isFull = false): Promise<string[]> {
  await expect.poll(() => writes.length).toBe(1);
  writes.shift()?.(isFull);
  // What follows the write is done.
  await new Promise((resolve) => setTimeout(resolve));
  return kept.map(({ act }) => act.kind);
}

beforeEach(() => {
  [kept, writes] = [[], []];
  link.callUnkept.mockReset();
  link.add.mockReset().mockImplementation((draft: Draft) => {
    return new Promise<void>((resolve, reject) => {
      writes.push((isFull) => {
        if (isFull) return reject(new Error("QuotaExceededError"));
        kept.push(draft);
        resolve();
      });
    });
  });
});

test("an act during the writing of another one waits for it, and counts from its own touch", async () => {
  const both = [pressFirst(100), offerDraw("white"), callArbiter(CallMatter.CLOCK)];
  expect(await write()).toEqual(["press"]);
  expect(await write()).toEqual(["press", "draw"]);
  expect(await write()).toEqual(["press", "draw", "call"]);
  expect(await Promise.all(both)).toEqual([true, true, true]);
  expect(kept[0]?.seenAt).toBe(1_100);
});

test("the same act once more during its writing is done once", async () => {
  const twice = [resign("white"), resign("white")];
  expect(await write()).toEqual(["resign"]);
  expect(await Promise.all(twice)).toEqual([true, false]);
  const again = resign("white");
  expect(await write()).toEqual(["resign", "resign"]);
  expect(await again).toBe(true);
});

test("a second move during the writing of the first is none: it was entered on the board before that", async () => {
  const before = parseFen("W:W31-50:B1-20");
  const move = (to: number) => {
    const entered = { from: 32, via: [], to, captured: [], namesCaptured: false };
    return add({ kind: "move", ply: 1, move: entered, before }, 0);
  };
  const both = [move(28), move(27)];
  expect(await write()).toEqual(["move"]);
  expect(await Promise.all(both)).toEqual([true, false]);
});

test("a full disk keeps no act and holds no other up, and a call for the arbiter is made all the same", async () => {
  const acts = [resign("white"), callArbiter(CallMatter.CLOCK), offerDraw("white")];
  await write(true);
  await write(true);
  expect(await write()).toEqual(["draw"]);
  expect(await Promise.all(acts)).toEqual([false, false, true]);
  expect(link.callUnkept).toHaveBeenCalledOnce();
  const [by, act] = link.callUnkept.mock.lastCall ?? [];
  expect([by.subject, act.kind, act.matter]).toEqual(["t1", "call", CallMatter.CLOCK]);
});

test("a disk that does not answer holds up no call for the arbiter, which is the same if it is kept later", async () => {
  vi.useFakeTimers();
  try {
    const acts = [resign("white"), callArbiter(CallMatter.CLOCK)];
    await vi.advanceTimersByTimeAsync(DISK_MS - 1);
    expect(link.callUnkept).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await acts[1]).toBe(false);
    const [, { id }, { seenAt }] = link.callUnkept.mock.lastCall ?? [];
    writes.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    writes.shift()?.();
    expect(await acts[0]).toBe(true);
    expect(kept.map(({ act }) => act)).toMatchObject([{ kind: "resign" }, { kind: "call", id }]);
    expect(kept[1]?.seenAt).toBe(seenAt);
  } finally {
    vi.useRealTimers();
  }
});

test("the call that is shown is the last one, kept or not, and none of a game before that was heard", () => {
  const keptCall = (seenAt: number, state: InputState, game = ""): Input => {
    const act = { kind: "call", id: `kept ${seenAt}`, matter: 2, text: "" } as const;
    return { game, device: "t1", act, seenAt, line: 0, sequence: seenAt, state, text: "" };
  };
  const unkept = (seenAt: number, isHeard: boolean, game = "") => {
    return { id: `unkept ${seenAt}`, game, seenAt, isHeard };
  };
  const before = "main/kk/r1-t1";
  for (const [inputs, call, shown] of [
    [[], null, undefined],
    [[keptCall(1, "kept")], null, "kept 1"],
    [[keptCall(1, "accepted")], unkept(2, true), "unkept 2"],
    [[keptCall(3, "kept")], unkept(2, true), "kept 3"],
    [[keptCall(3, "accepted", before)], null, undefined],
    [[], unkept(2, true, before), undefined],
    [[], unkept(2, false, before), "unkept 2"],
  ] as const) {
    outbox.inputs.value = inputs;
    unkeptCall.value = call;
    expect(lastCall.value?.id).toBe(shown);
  }
});
