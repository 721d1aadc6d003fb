import { expect, test } from "vitest";
import { type HandIn, packed, type SignedCall, unpacked } from "./signed_calls";

const TOKEN = `v4.public.${"eyJ0-_".repeat(40)}`;

function call(index: number, length = 90): SignedCall {
  const request = new Uint8Array(length).fill(index);
  return { method: "SubmitMove", request, signature: new Uint8Array(64).fill(255 - index) };
}

test("calls come out of their texts as they were, in their order, each text by itself", () => {
  const calls = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => call(index));
  const texts = packed({ token: TOKEN, calls });
  expect(texts.length).toBe(4);
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(1_200);
  const found = texts.map((text) => unpacked(`https://hall/desk/hand-in#${text}`));
  expect(found.map((one) => one?.token)).toEqual([TOKEN, TOKEN, TOKEN, TOKEN]);
  expect(found.flatMap((one) => one?.calls ?? [])).toEqual(calls);
});

test("a call that is too long for a text has one of its own", () => {
  const calls = [call(1), call(2, 2_000), call(3)];
  const texts = packed({ token: TOKEN, calls });
  expect(texts.map((text) => unpacked(text)?.calls.length)).toEqual([1, 1, 1]);
});

test("without calls there is no text", () => {
  expect(packed({ token: TOKEN, calls: [] })).toEqual([]);
});

const WHOLE = packed({ token: TOKEN, calls: [call(1)] })[0] ?? "";
const other = (method: string): HandIn => ({ token: TOKEN, calls: [{ ...call(1), method }] });

test.each([
  ["nothing", ""],
  ["another link", "https://hall/tablet#main.secret"],
  ["a text that is cut off", WHOLE.slice(0, -8)],
  ["a text with something behind it", `${WHOLE}AAAA`],
  ["another version", `Ag${WHOLE.slice(2)}`],
  ["a text that is too long", "A".repeat(20_001)],
  ["a call that is no input", packed(other("AssignTable"))[0] ?? ""],
  ["no text at all", "32-28 🙂"],
])("%s holds no calls", (_name, text) => {
  expect(unpacked(text)).toBeNull();
});
