import { afterEach, expect, test, vi } from "vitest";
import { DISK_MS } from "../wire/disk";
import { keepFact, storageFails } from "./storage";

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
