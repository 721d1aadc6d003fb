import { expect, test, vi } from "vitest";
import { ownDevice, publicKey, sign, signedBytes } from "./device_key";
import { DISK_MS } from "./disk";

const PATH = "/damcast.v1.BoardIngestService/SubmitMove";
const KIND = { name: "ECDSA", namedCurve: "P-256" };

test("what is signed is the purpose, the path and the request, each ended by a zero", () => {
  const bytes = signedBytes("/a", new Uint8Array([1, 2]));
  expect(new TextDecoder().decode(bytes)).toBe("damcast call 1\0/a\0\u0001\u0002\0");
});

test("a signature is 64 bytes that the public half verifies, and the key is not read out", async () => {
  const keys = await crypto.subtle.generateKey(KIND, false, ["sign", "verify"]);
  const request = new Uint8Array([1, 2, 3]);
  const signature = await sign({ keys }, PATH, request);
  expect(signature.length).toBe(64);
  const raw = await publicKey({ keys });
  expect([raw.length, raw[0]]).toEqual([65, 4]);
  const key = await crypto.subtle.importKey("raw", raw, KIND, false, ["verify"]);
  const how = { name: "ECDSA", hash: "SHA-256" };
  const verify = (bytes: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.verify(how, key, signature, bytes);
  expect(await verify(signedBytes(PATH, request))).toBe(true);
  expect(await verify(signedBytes(PATH, new Uint8Array([1, 2])))).toBe(false);
  await expect(crypto.subtle.exportKey("pkcs8", keys.privateKey)).rejects.toThrow();
});

test("a device that was read once is known although the disk fails or does not answer", async () => {
  const device = { keys: await crypto.subtle.generateKey(KIND, false, ["sign", "verify"]) };
  type Open = { onsuccess?: () => void; onerror?: () => void; result?: object; error?: Error };
  const stub = (answer: (request: Open) => void) =>
    vi.stubGlobal("indexedDB", {
      open: () => {
        const request: Open = { error: new Error("broken") };
        queueMicrotask(() => answer(request));
        return request;
      },
    });
  try {
    stub((request) => request.onerror?.());
    await expect(ownDevice()).rejects.toThrow("broken");
    stub((request) => {
      const transaction = {
        objectStore: () => ({ get: () => ({ result: device }) }),
        set oncomplete(done: () => void) {
          queueMicrotask(done);
        },
      };
      request.result = { transaction: () => transaction, close: () => {} };
      request.onsuccess?.();
    });
    expect(await ownDevice()).toBe(device);
    stub((request) => request.onerror?.());
    expect(await ownDevice()).toBe(device);
    vi.useFakeTimers();
    stub(() => {});
    const reading = ownDevice();
    await vi.advanceTimersByTimeAsync(DISK_MS);
    expect(await reading).toBe(device);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
