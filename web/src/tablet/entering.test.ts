// @vitest-environment happy-dom
import { create } from "@bufbuild/protobuf";
import { beforeEach, expect, test, vi } from "vitest";
import { TableGameSchema, WatchTableResponseSchema } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { RuleSet } from "../gen/damcast/v1/types_pb";

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

const { table } = await import("./link");
const { loadAnew } = await import("./lock");
const { confirm, entry, tapSquare, undo } = await import("./entering");

let write = () => {};

beforeEach(() => {
  entry.value = null;
  link.takeBack.mockReset();
  link.add.mockReset().mockImplementation(() => {
    return new Promise<void>((resolve) => {
      write = resolve;
    });
  });
});

function show(movePresses: boolean): void {
  const ref = { venue: "main", tournament: "kk", game: "r1-t1" };
  const fen = "W:W31-50:B1-20";
  const rules = RuleSet.INTERNATIONAL;
  const game = create(TableGameSchema, { game: ref, fen, rules, isOpen: true, movePresses });
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

test("what is entered outlasts a page that loads itself anew, at the same place in the game", async () => {
  show(false);
  entry.value = { from: 32, way: [28] };
  vi.spyOn(location, "reload").mockImplementation(() => {});
  loadAnew();
  const told = table.value;
  table.value = null;
  vi.resetModules();
  const next = await import("./entering");
  expect(next.entry.value).toBeNull();
  table.value = told;
  expect(next.entry.value).toEqual({ from: 32, way: [28] });
  table.value = null;
  table.value = told;
  expect(next.entry.value).toBeNull();
});
