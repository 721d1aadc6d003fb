import { expect, test } from "vitest";
import english from "../../../crates/phrases/text/en/desk.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/desk.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/desk.ftl?raw";
import { typesOf } from "../../scripts/messages.mjs";
import { keysOf, testLanguages } from "../text/catalogue";
import types from "../text/desk_messages.ts?raw";
import { DESK } from "./text";

const KEYS = keysOf(english);

test("the types are those of the messages: else run `npm run messages`", () => {
  expect(types).toBe(typesOf(english, "desk"));
  expect(KEYS.length).toBeGreaterThan(200);
});

testLanguages(english, [dutch, frisian], DESK);

test("the desk uses every message", () => {
  const sources = import.meta.glob<string>(
    ["./*.{ts,tsx}", "./seasons/*.{ts,tsx}", "!./**/*.test.*"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );
  const source = Object.values(sources).join("\n");
  // Some keys are built from a value; the types ensure that all exist.
  const prefixes = [
    ...["act-", "alarm-", "article-", "board-lies-", "board-sees-", "board-state-", "board-tap-"],
    ...["call-", "doubt-", "handed-in-", "kind-"],
    ...["presence-", "reason-", "ruling-", "section-", "sheet-"],
  ];
  for (const prefix of prefixes) expect(source).toContain(`w(\`${prefix}\${`.replace("w(", ""));
  const unused = KEYS.filter(
    (key) => !source.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
