// @vitest-environment happy-dom
import { create } from "@bufbuild/protobuf";
import { beforeEach, expect, test, vi } from "vitest";
import { TableGameSchema, WatchTableResponseSchema } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { RuleSet } from "../gen/damcast/v1/types_pb";
import { parseFen } from "../wire/position";
import type { Input } from "./outbox";

const link = vi.hoisted(() => ({ add: vi.fn(), takeBack: vi.fn() }));

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
  const { add, takeBack } = link;
  return {
    table: signal(null),
    unsent: signal([]),
    unkeptCall: signal(null),
    outbox: { inputs: signal([]), held: signal(null), add, takeBack },
    serverNow: () => 5_000,
    serverTimeAt: (moment: number) => moment,
  };
});

const { outbox, table } = await import("./link");
const { confirm, enterAgain, entry, tapSquare, undo } = await import("./entering");

const ENTERED = "damcast-tablet.entered";
const FEN = "W:W31-50:B1-20";

let write = () => {};

beforeEach(() => {
  entry.value = null;
  outbox.inputs.value = [];
  link.takeBack.mockReset();
  link.add.mockReset().mockImplementation(() => {
    return new Promise<void>((resolve) => {
      write = resolve;
    });
  });
});

function show(movePresses: boolean, moves: readonly { from: number; to: number }[] = []): void {
  const ref = { venue: "main", tournament: "kk", game: "r1-t1" };
  const fen = moves.length === 0 ? FEN : "B:W28,31,33-50:B1-20";
  const rules = RuleSet.INTERNATIONAL;
  const all = { game: ref, fen, rules, isOpen: true, movePresses, moves: [...moves] };
  const game = create(TableGameSchema, all);
  table.value = create(WatchTableResponseSchema, { seat: Seat.TABLE, game });
}

test("a move whose last tap is the press is taken back although it is being written", async () => {
  show(true);
  tapSquare(32, 1);
  tapSquare(28, 2);
  await expect.poll(() => link.add.mock.calls.length).toBe(1);
  undo();
  expect([entry.value, link.takeBack.mock.calls.length]).toEqual([null, 0]);
  write();
  await expect.poll(() => link.takeBack.mock.calls.length).toBe(1);
});

test("a move that its button has confirmed stays, and is written once", async () => {
  show(false);
  tapSquare(32, 1);
  tapSquare(28, 2);
  const both = [confirm(3), confirm(4)];
  await expect.poll(() => link.add.mock.calls.length).toBe(1);
  undo();
  expect(entry.value).toEqual({ from: 32, way: [28] });
  write();
  expect(await Promise.all(both)).toEqual([true, false]);
  expect([entry.value, link.takeBack.mock.calls.length]).toEqual([null, 0]);
});

/** Loads the page anew: the one of before is gone, and its session storage is there. */
async function nextPage(): Promise<typeof import("./entering")> {
  const kept = sessionStorage.getItem(ENTERED) ?? "";
  const told = table.value;
  table.value = null;
  vi.resetModules();
  sessionStorage.setItem(ENTERED, kept);
  const next = await import("./entering");
  expect(next.entry.value).toBeNull();
  table.value = told;
  return next;
}

test("what is entered outlasts the page, at the same place in the game", async () => {
  show(false);
  tapSquare(32, 1);
  tapSquare(28, 2);
  const next = await nextPage();
  expect(next.entry.value).toEqual({ from: 32, way: [28] });
  const told = table.value;
  table.value = null;
  table.value = told;
  expect(next.entry.value).toBeNull();
});

test("the last move that is entered once more outlasts the page, also if it is read later than the game", async () => {
  show(false, [{ from: 32, to: 28 }]);
  const before = parseFen(FEN);
  const move = { from: 32, to: 28, captured: [], via: [], namesCaptured: false };
  const input: Input = {
    ...{ game: "main/kk/r1-t1", device: "t1", seenAt: 1, line: 0, sequence: 1, text: "" },
    act: { kind: "move", ply: 1, move, before },
    state: "accepted",
  };
  outbox.inputs.value = [input];
  enterAgain();
  tapSquare(33, 1);
  expect(entry.value).toEqual({ from: 33, way: [] });
  outbox.inputs.value = [];
  // The effects of the page of before must not take part.
  const kept = { at: "main/kk/r1-t1 0 2", entry: { from: 33, way: [] }, isAgain: true };
  sessionStorage.setItem(ENTERED, JSON.stringify(kept));
  const next = await nextPage();
  expect([next.entry.value, next.again.value]).toEqual([null, null]);
  outbox.inputs.value = [input];
  expect(next.entry.value).toEqual({ from: 33, way: [] });
  expect(next.again.value).toEqual(input.act);
  expect(next.base.value).toEqual(before);
});
