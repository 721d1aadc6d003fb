import { afterEach, expect, test, vi } from "vitest";
import { DISK_MS, lateReads } from "../wire/disk";
import { keepFact, readFact, storageFails } from "./storage";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A request to a disk that answers when it is told to. */
interface Request {
  result?: object;
  onsuccess?: () => void;
}

test("a write that takes too long is said to fail, until it is done", async () => {
  vi.useFakeTimers();
  const request: Request = {};
  const transaction = { objectStore: () => ({ put: () => ({}) }), oncomplete: () => {} };
  request.result = { transaction: () => transaction, close: () => {} };
  vi.stubGlobal("indexedDB", { open: () => request });
  const writing = keepFact("table", 1);
  await vi.advanceTimersByTimeAsync(DISK_MS - 1);
  expect(storageFails.value).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(storageFails.value).toBe(true);
  request.onsuccess?.();
  await vi.advanceTimersByTimeAsync(0);
  transaction.oncomplete();
  await writing;
  expect(storageFails.value).toBe(false);
});

test("a read that is not answered is told after a while, and its answer counts whenever it comes", async () => {
  vi.useFakeTimers();
  const request: Request = {};
  const asked = { result: 7 };
  const transaction = { objectStore: () => ({ get: () => asked }), oncomplete: () => {} };
  request.result = { transaction: () => transaction, close: () => {} };
  vi.stubGlobal("indexedDB", { open: () => request });
  const reading = readFact("table");
  await vi.advanceTimersByTimeAsync(DISK_MS - 1);
  expect(lateReads.value).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(lateReads.value).toBe(1);
  request.onsuccess?.();
  await vi.advanceTimersByTimeAsync(0);
  transaction.oncomplete();
  expect(await reading).toBe(7);
  expect([lateReads.value, storageFails.value]).toEqual([0, false]);
});
