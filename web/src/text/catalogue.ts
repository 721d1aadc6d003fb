// The checks that every catalogue of messages passes.

import { expect, test } from "vitest";
import { LANGUAGES, type Language } from "./language";

/** Returns the messages of a catalogue, each as its key and its text. */
function messages(fluent: string): [key: string, text: string][] {
  const found = fluent.matchAll(/^([a-z][a-z0-9-]*) =(.*(?:\n +.*)*)/gm);
  return [...found].map(([, key = "", text = ""]) => [key, text]);
}

/** Returns the keys of a catalogue. */
export function keysOf(fluent: string): string[] {
  return messages(fluent).map(([key]) => key);
}

/** Tests that every message is written in every language, with all of its arguments. */
export function testLanguages(
  english: string,
  others: readonly string[],
  texts: Record<Language, (key: never, values: never) => string>,
): void {
  test("every message is written in every language, with all of its arguments", () => {
    for (const fluent of others) expect(keysOf(fluent)).toEqual(keysOf(english));
    for (const language of LANGUAGES) {
      for (const [key, rest] of messages(english)) {
        const names = [...rest.matchAll(/\$([a-z]+)/g)].map(([, name]) => name);
        const values = Object.fromEntries(names.map((name) => [name, "?"]));
        const text = texts[language](key as never, values as never);
        expect(text, `${language}: ${key}`).not.toBe("");
        expect(text, `${language}: ${key}`).not.toMatch(/[{}]/);
      }
    }
  });
}
