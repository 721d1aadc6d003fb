import { expect, test } from "vitest";
import english from "../../../crates/phrases/text/en/pages.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/pages.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/pages.ftl?raw";
import { typesOf } from "../../scripts/messages.mjs";
import { keysOf, testLanguages } from "./catalogue";
import { TEXTS } from "./language";
import types from "./messages.ts?raw";

const KEYS = keysOf(english);

test("the types are those of the messages: else run `npm run messages`", () => {
  expect(types).toBe(typesOf(english));
  expect(KEYS.length).toBeGreaterThan(150);
});

testLanguages(english, [dutch, frisian], TEXTS);

test("the pages use every message", () => {
  const sources = import.meta.glob<string>(
    [
      "../**/*.{ts,tsx}",
      "!../**/*.test.*",
      "!./*messages.ts",
      "!../desk/**",
      "!../tablet/**",
      "!../gen/**",
    ],
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
