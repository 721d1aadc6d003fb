import { expect, test } from "vitest";
import { ServerTime } from "../state/server_time";
import { Sleep } from "./sleep";

const HOUR_MS = 3_600_000;

/** A device whose time of day is an hour late. */
function device() {
  const clocks = { steady: 0, timeOfDay: 9 * HOUR_MS };
  const sleep = new Sleep({ steady: () => clocks.steady, timeOfDay: () => clocks.timeOfDay });
  const pass = (ms: number) => {
    clocks.steady += ms;
    clocks.timeOfDay += ms;
  };
  const time = new ServerTime();
  const told = (now: number) => {
    sleep.hasSlept();
    time.observe(now, clocks.steady + sleep.slept);
  };
  const serverNow = () => {
    const hasSlept = sleep.hasSlept();
    return { hasSlept, now: clocks.steady + sleep.slept + time.offset() };
  };
  return { clocks, pass, told, serverNow };
}

test("a press after a sleep is timed at its own moment, also before the service is heard again", () => {
  const { clocks, pass, told, serverNow } = device();
  told(10 * HOUR_MS);
  pass(60_000);
  expect(serverNow()).toEqual({ hasSlept: false, now: 10 * HOUR_MS + 60_000 });
  // The tablet sleeps for twenty minutes: its steady clock stands still.
  clocks.timeOfDay += 1_200_000;
  pass(500);
  expect(serverNow()).toEqual({ hasSlept: true, now: 10 * HOUR_MS + 1_260_500 });
  pass(500);
  expect(serverNow()).toEqual({ hasSlept: false, now: 10 * HOUR_MS + 1_261_000 });
  told(10 * HOUR_MS + 1_261_000);
  expect(serverNow().now).toBe(10 * HOUR_MS + 1_261_000);
});

test("a time of day that was set is no sleep once the service is heard, and one that goes slowly is none at all", () => {
  const { clocks, pass, told, serverNow } = device();
  told(10 * HOUR_MS);
  clocks.timeOfDay += HOUR_MS;
  expect(serverNow().hasSlept).toBe(true);
  told(10 * HOUR_MS);
  expect(serverNow()).toEqual({ hasSlept: false, now: 10 * HOUR_MS });
  clocks.timeOfDay -= HOUR_MS;
  expect(serverNow()).toEqual({ hasSlept: false, now: 10 * HOUR_MS });
  // Two clocks whose pace differs by a third of a thousandth are apart by twelve seconds in ten hours.
  for (let minute = 1; minute <= 600; minute += 1) {
    pass(60_000);
    clocks.timeOfDay += 20;
    serverNow();
  }
  expect(serverNow()).toEqual({ hasSlept: false, now: 20 * HOUR_MS });
});
