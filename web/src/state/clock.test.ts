import { expect, test } from "vitest";
import { clockText, remainingMs } from "./clock";
import { ServerTime } from "./server_time";

test.each([
  [4_800_000, "1:20:00"],
  [3_909_999, "1:05:09"],
  [3_599_999, "59:59"],
  [309_000, "5:09"],
  [10_000, "0:10"],
  [9_999, "0:09.9"],
  [450, "0:00.4"],
  [0, "0:00.0"],
])("%i ms reads %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

const clock = { white: 60_000, black: 30_000, running: "black", asOf: 1_000, flag: null } as const;

test("only the running side counts down, and not below zero", () => {
  expect(remainingMs(clock, "white", 20_000)).toBe(60_000);
  expect(remainingMs(clock, "black", 20_000)).toBe(11_000);
  expect(remainingMs(clock, "black", 90_000)).toBe(0);
});

test("a delay passes before time counts down", () => {
  const delayed = { ...clock, delay: 5_000 };
  expect(remainingMs(delayed, "black", 6_000)).toBe(30_000);
  expect(remainingMs(delayed, "black", 7_500)).toBe(28_500);
});

test("a moment before the state adds no time", () => {
  expect(remainingMs(clock, "black", 500)).toBe(30_000);
});

test("samples from before this machine slept, or a clock was set, are dropped", () => {
  const time = new ServerTime();
  time.observe(1_000_000, 1_000);
  time.observe(1_101_000, 2_000);
  expect(time.at(2_000)).toBe(1_101_000);
  time.observe(501_000, 3_000);
  expect(time.at(3_000)).toBe(501_000);
});

test("time that was shown does not go back when a slow message spoils the estimate", () => {
  const time = new ServerTime();
  time.observe(1_000_000, 1_000);
  expect(time.at(5_000)).toBe(1_004_000);
  time.observe(1_002_500, 5_500);
  expect(time.at(5_500)).toBe(1_004_000);
  expect(time.at(7_500)).toBe(1_004_500);
});

test("the local time returned before the first sample holds nothing up", () => {
  const time = new ServerTime();
  expect(time.at(5_000)).toBe(5_000);
  time.observe(4_000, 5_000);
  expect(time.at(5_000)).toBe(4_000);
});

test("the fastest message of the last minute sets the server's time", () => {
  const time = new ServerTime();
  expect(time.at(5)).toBe(5);
  time.observe(1_000_900, 1_000);
  expect(time.at(1_000)).toBe(1_000_900);
  time.observe(1_001_500, 2_000);
  expect(time.at(2_000)).toBe(1_001_900);
  time.observe(1_002_950, 3_000);
  expect(time.at(3_000)).toBe(1_002_950);
  time.observe(1_069_000, 70_000);
  expect(time.at(70_000)).toBe(1_069_000);
});
