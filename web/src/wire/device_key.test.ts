import { expect, test } from "vitest";
import { publicKey, sign, signedBytes } from "./device_key";

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
