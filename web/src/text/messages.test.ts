import { expect, test } from "vitest";
import english from "../../../crates/phrases/text/en/pages.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/pages.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/pages.ftl?raw";
import { typesOf } from "../../scripts/messages.mjs";
import { LANGUAGES, TEXTS } from "./language";
import types from "./messages.ts?raw";

const messages = (fluent: string) => [...fluent.matchAll(/^([a-z][a-z0-9-]*) =(.*(?:\n +.*)*)/gm)];
const keys = (fluent: string) => messages(fluent).map(([, key]) => key ?? "");
const KEYS = keys(english);

test("the types are those of the messages: else run `npm run messages`", () => {
  expect(types).toBe(typesOf(english));
  expect(KEYS.length).toBeGreaterThan(150);
});

test("every message is written in every language, with all of its arguments", () => {
  for (const fluent of [dutch, frisian]) expect(keys(fluent)).toEqual(KEYS);
  for (const language of LANGUAGES) {
    const texts: (key: never, values: never) => string = TEXTS[language];
    for (const [, key, rest = ""] of messages(english)) {
      const names = [...rest.matchAll(/\$([a-z]+)/g)].map(([, name]) => name);
      const values = Object.fromEntries(names.map((name) => [name, "?"]));
      const text = texts(key as never, values as never);
      expect(text, `${language}: ${key}`).not.toBe("");
      expect(text, `${language}: ${key}`).not.toMatch(/[{}]/);
    }
  }
});

test("the pages use every message", () => {
  const sources = import.meta.glob<string>(
    ["../**/*.{ts,tsx}", "!../**/*.test.*", "!./*messages.ts", "!../desk/**", "!../gen/**"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );
  const source = Object.values(sources).join("\n");
  // Some keys are built from a value on the wire: `reason-${result.reason}`. The types ensure that
  // all exist.
  const prefixes = [...source.matchAll(/`([a-z-]+-)\$\{/g)].map(([, prefix]) => prefix ?? "");
  expect(prefixes.sort()).toEqual([
    "irregular-",
    "reason-",
    "remedy-",
    "rules-",
    "score-",
    "tournament-",
  ]);
  const unused = KEYS.filter(
    (key) => !source.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
