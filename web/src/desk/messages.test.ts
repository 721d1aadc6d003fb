import { expect, test } from "vitest";
import english from "../../../crates/phrases/text/en/desk.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/desk.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/desk.ftl?raw";
import { typesOf } from "../../scripts/messages.mjs";
import types from "../text/desk_messages.ts?raw";
import { LANGUAGES } from "../text/language";
import { DESK } from "./text";

const messages = (fluent: string) => [...fluent.matchAll(/^([a-z][a-z0-9-]*) =(.*(?:\n +.*)*)/gm)];
const keys = (fluent: string) => messages(fluent).map(([, key]) => key ?? "");
const KEYS = keys(english);

test("the types are those of the messages: else run `npm run messages`", () => {
  expect(types).toBe(typesOf(english, "desk"));
  expect(KEYS.length).toBeGreaterThan(200);
});

test("every message is written in every language, with all of its arguments", () => {
  for (const fluent of [dutch, frisian]) expect(keys(fluent)).toEqual(KEYS);
  for (const language of LANGUAGES) {
    const texts: (key: never, values: never) => string = DESK[language];
    for (const [, key, rest = ""] of messages(english)) {
      const names = [...rest.matchAll(/\$([a-z]+)/g)].map(([, name]) => name);
      const values = Object.fromEntries(names.map((name) => [name, "?"]));
      const text = texts(key as never, values as never);
      expect(text, `${language}: ${key}`).not.toBe("");
      expect(text, `${language}: ${key}`).not.toMatch(/[{}]/);
    }
  }
});

test("the desk uses every message", () => {
  const sources = import.meta.glob<string>(["./*.{ts,tsx}", "!./*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const source = Object.values(sources).join("\n");
  // Some keys are built from a value; the types ensure that all exist.
  const prefixes = ["act-", "alarm-", "doubt-", "ruling-", "section-", "sheet-"];
  for (const prefix of prefixes) expect(source).toContain(`w(\`${prefix}\${`.replace("w(", ""));
  const unused = KEYS.filter(
    (key) => !source.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
