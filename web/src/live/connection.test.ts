import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Status } from "./connection";
import type { Open, TransportEvents } from "./transports";

const SNAPSHOT = JSON.stringify({
  type: "snapshot",
  cursor: "c1",
  now: 1_000_000,
  tournament: { venue: "v", id: "t", name: "n", rules: "frisian", control: null, notice: "" },
  players: [],
  rounds: [],
  games: [],
  tables: [],
  teams: [],
});
const RESUMED = JSON.stringify({ type: "resumed", cursor: "c1", now: 1_000_000 });
const CHANGES = JSON.stringify({ type: "changes", cursor: "c2", changes: [] });
const TIME = JSON.stringify({ type: "time", now: 1_000_000 });

interface Opened extends TransportEvents {
  readonly path: string;
  isOpen: boolean;
}

/** Returns a connection whose transports behave as the test decides. */
function setUp(accepts: () => boolean = () => true) {
  const opened: Opened[] = [];
  const statuses: Status[] = [];
  const times: number[] = [];
  const complaints: string[] = [];
  let cursor: string | null = null;
  const open: Open = (path, events) => {
    const transport: Opened = { path, isOpen: true, ...events };
    opened.push(transport);
    return {
      close() {
        transport.isOpen = false;
      },
    };
  };
  const connection = new Connection(
    { socket: "/ws", events: "/events" },
    {
      cursor: () => cursor,
      accept: (frame) => {
        if (!accepts()) return false;
        cursor = frame.cursor;
        return true;
      },
      forget: () => {
        cursor = null;
      },
      complain: (reason) => complaints.push(reason),
      time: (now) => times.push(now),
      status: (status) => statuses.push(status),
    },
    { socket: open, events: open },
    () => 1,
  );
  const newest = () => {
    const last = opened.at(-1);
    if (!last) throw new Error("nothing was opened");
    return last;
  };
  return { connection, opened, statuses, times, complaints, newest };
}

const START = 1_700_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

test("is live once a snapshot is accepted, not when the socket opens or a heartbeat comes", () => {
  const { connection, statuses, newest, times } = setUp();
  connection.start();
  expect(newest().path).toBe("/ws");
  newest().text(TIME);
  expect(statuses).toEqual([{ kind: "connecting" }]);
  newest().text(SNAPSHOT);
  expect(statuses).toEqual([{ kind: "connecting" }, { kind: "live" }]);
  expect(times).toEqual([1_000_000, 1_000_000]);
});

test("reports since when the server has no news, also on arrival, and when it has news again", () => {
  const { connection, statuses, newest } = setUp();
  const fresh = { state: "log-lost", since: 900_000 };
  connection.start();
  newest().text(JSON.stringify({ ...JSON.parse(SNAPSHOT), fresh }));
  newest().text(JSON.stringify({ ...JSON.parse(TIME), fresh }));
  newest().text(TIME);
  newest().text(TIME);
  newest().text(JSON.stringify({ ...JSON.parse(TIME), fresh }));
  expect(statuses).toEqual([
    { kind: "connecting" },
    { kind: "interrupted", since: 900_000 },
    { kind: "live" },
    { kind: "interrupted", since: 900_000 },
  ]);
});

test("moves that cannot be shown yet are delayed, an unknown state is no news", () => {
  const { connection, statuses, newest } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  for (const state of ["delayed", "venue-offline", "out-of-paper"]) {
    const fresh = { state, since: 900_000 };
    newest().text(JSON.stringify({ ...JSON.parse(TIME), fresh }));
  }
  expect(statuses.slice(2)).toEqual([
    { kind: "delayed", since: 900_000 },
    { kind: "venue-offline", since: 900_000 },
    { kind: "interrupted", since: 900_000 },
  ]);
});

test("a beat that is three seconds late is no news, until anything comes", () => {
  const { connection, statuses, newest } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  vi.advanceTimersByTime(12_999);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
  vi.advanceTimersByTime(1);
  expect(statuses.at(-1)).toEqual({ kind: "interrupted", since: START });
  newest().text(CHANGES);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
  vi.advanceTimersByTime(13_000);
  expect(statuses.at(-1)).toEqual({ kind: "interrupted", since: START + 13_000 });
  newest().text(TIME);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
});

test("falls back to server-sent events at once when the socket is refused", () => {
  const { connection, opened, statuses, newest } = setUp();
  connection.start();
  newest().lost();
  expect(opened.map((one) => one.path)).toEqual(["/ws", "/events"]);
  newest().text(SNAPSHOT);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
});

test("a socket that stays mute is given up for server-sent events", () => {
  const { connection, opened } = setUp();
  connection.start();
  vi.advanceTimersByTime(8_000);
  expect(opened.map((one) => [one.path, one.isOpen])).toEqual([
    ["/ws", false],
    ["/events", true],
  ]);
});

test("is offline since the last sign of life when both ways fail, and pauses ever longer", () => {
  const { connection, opened, statuses, newest } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  vi.advanceTimersByTime(3_000);
  newest().text(TIME);
  vi.advanceTimersByTime(2_000);
  newest().lost();
  expect(statuses.at(-1)).toEqual({ kind: "connecting" });
  const pauses: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const count = opened.length;
    const from = Date.now();
    vi.advanceTimersToNextTimer();
    expect(opened.length).toBe(count + 1);
    pauses.push(Date.now() - from);
    newest().lost();
    newest().lost();
    expect(statuses.at(-1)).toEqual({ kind: "offline", since: START + 3_000 });
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test("continues from its cursor", () => {
  const { connection, newest, statuses } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  newest().lost();
  vi.advanceTimersByTime(1_000);
  expect(newest().path).toBe("/ws?since=c1");
  newest().text(RESUMED);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
});

test("a server that is behind the cursor and cut off from the log is waited for, and says so", () => {
  const { connection, newest, opened, statuses } = setUp();
  const fresh = { state: "log-lost", since: 900_000 };
  connection.start();
  newest().text(SNAPSHOT);
  newest().lost();
  vi.advanceTimersByTime(1_000);
  for (let beat = 0; beat < 6; beat += 1) {
    newest().text(JSON.stringify({ ...JSON.parse(TIME), fresh }));
    vi.advanceTimersByTime(10_000);
  }
  expect(opened).toHaveLength(2);
  expect(statuses.at(-1)).toEqual({ kind: "interrupted", since: 900_000 });
  newest().text(TIME);
  expect(statuses.at(-1)).toEqual({ kind: "interrupted", since: 900_000 });
  newest().text(RESUMED);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
});

test("a frame that does not fit starts over from a snapshot", () => {
  let fits = true;
  const { connection, newest, opened, statuses } = setUp(() => fits);
  connection.start();
  newest().text(SNAPSHOT);
  fits = false;
  newest().text(CHANGES);
  expect(newest().isOpen).toBe(false);
  expect(statuses.at(-1)).toEqual({ kind: "connecting" });
  vi.advanceTimersByTime(1_000);
  expect(opened).toHaveLength(2);
  expect(newest().path).toBe("/ws");
});

test("a frame that cannot be read is reported and starts over from a snapshot", () => {
  const { connection, newest, complaints } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  newest().text("{");
  expect(complaints).toEqual(["not JSON"]);
  vi.advanceTimersByTime(1_000);
  expect(newest().path).toBe("/ws");
});

test("silence of 25 seconds is a lost connection; heartbeats prevent it", () => {
  const { connection, newest, opened, statuses } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  for (let beat = 0; beat < 6; beat += 1) {
    vi.advanceTimersByTime(10_000);
    newest().text(TIME);
  }
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(24_999);
  expect(statuses.at(-1)?.kind).toBe("interrupted");
  vi.advanceTimersByTime(1);
  expect(statuses.at(-1)).toEqual({ kind: "connecting" });
  expect(newest().isOpen).toBe(false);
});

test("waking ends a pause, and renews a connection that has been silent", () => {
  const { connection, newest, opened } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  connection.wake();
  expect(opened).toHaveLength(1);
  vi.setSystemTime(START + 20_000);
  connection.wake();
  expect(opened).toHaveLength(1);
  vi.setSystemTime(START + 20_001);
  connection.wake();
  expect(opened).toHaveLength(2);
  expect(opened[0]?.isOpen).toBe(false);
  newest().lost();
  newest().lost();
  connection.wake();
  expect(opened).toHaveLength(4);
  expect(newest().path).toBe("/ws?since=c1");
});

test("when the network goes it is offline as soon as both ways have failed", () => {
  const { connection, newest, opened, statuses } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  connection.networkGone();
  expect(opened[0]?.isOpen).toBe(false);
  expect(statuses.at(-1)).toEqual({ kind: "connecting" });
  connection.networkGone();
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  newest().lost();
  newest().lost();
  expect(statuses.at(-1)).toEqual({ kind: "offline", since: START });
  connection.wake();
  newest().text(RESUMED);
  expect(statuses.at(-1)).toEqual({ kind: "live" });
});

test("the cursor is dropped after six failures in a row", () => {
  const { connection, newest } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  newest().lost();
  for (let failure = 0; failure < 5; failure += 1) {
    vi.advanceTimersByTime(10_000);
    while (newest().path.startsWith("/ws") || newest().isOpen) newest().lost();
  }
  vi.advanceTimersByTime(10_000);
  expect(newest().path).toBe("/ws");
});

test("after stop nothing happens any more", () => {
  const { connection, newest, opened } = setUp();
  connection.start();
  newest().text(SNAPSHOT);
  connection.stop();
  expect(newest().isOpen).toBe(false);
  vi.advanceTimersByTime(60_000);
  connection.wake();
  expect(opened).toHaveLength(1);
});
