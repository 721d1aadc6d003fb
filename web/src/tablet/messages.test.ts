import { expect, test } from "vitest";
import english from "../../../crates/phrases/text/en/tablet.ftl?raw";
import frisian from "../../../crates/phrases/text/fy/tablet.ftl?raw";
import dutch from "../../../crates/phrases/text/nl/tablet.ftl?raw";
import { typesOf } from "../../scripts/messages.mjs";
import { keysOf, testLanguages } from "../text/catalogue";
import types from "../text/tablet_messages.ts?raw";
import { loadTexts } from "./text";

const KEYS = keysOf(english);

test("the types are those of the messages: else run `npm run messages`", () => {
  expect(types).toBe(typesOf(english, "tablet"));
});

const [nl, fy, en] = await Promise.all([loadTexts("nl"), loadTexts("fy"), loadTexts("en")]);
testLanguages(english, [dutch, frisian], { nl, fy, en });

test("the page uses every message", () => {
  const sources = import.meta.glob<string>(["./*.{ts,tsx}", "!./*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const source = Object.values(sources).join("\n");
  // These keys are built from a value; the types ensure that all exist.
  const isBuilt = (key: string) =>
    /^(reason|correction|call|move|act|piece|link|score|hand|white|black)\b/.test(key);
  const unused = KEYS.filter((key) => !source.includes(`"${key}"`) && !isBuilt(key));
  expect(unused).toEqual([]);
});
