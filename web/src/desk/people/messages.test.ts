import { expect, test } from "vitest";
import english from "../../../../crates/phrases/text/en/people.ftl?raw";
import frisian from "../../../../crates/phrases/text/fy/people.ftl?raw";
import dutch from "../../../../crates/phrases/text/nl/people.ftl?raw";
import { typesOf } from "../../../scripts/messages.mjs";
import { keysOf, testLanguages } from "../../text/catalogue";
import types from "../../text/people_messages.ts?raw";
import { PEOPLE } from "./text";

const KEYS = keysOf(english);

test("the types are those of the messages: else run `npm run messages`", () => {
  expect(types).toBe(typesOf(english, "people"));
});

testLanguages(english, [dutch, frisian], PEOPLE);

test("the page uses every message", () => {
  const sources = import.meta.glob<string>(["./*.{ts,tsx}", "!./*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const source = Object.values(sources).join("\n");
  // These keys are built from a value; the types ensure that all exist.
  const isBuilt = (key: string) => /^(role|seat|change)-/.test(key) && key !== "seat-of";
  const unused = KEYS.filter((key) => !source.includes(`"${key}"`) && !isBuilt(key));
  expect(unused).toEqual([]);
});
