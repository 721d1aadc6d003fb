import { expect, test } from "vitest";
import { parseFen } from "../state/position";
import { en } from "./en";
import { fy } from "./fy";
import { chooseLanguage } from "./language";
import { nl } from "./nl";
import { boardPhrase, controlPhrase, reasonPhrase, resultPhrase } from "./phrases";

test.each([
  ["fy", ["en"], "fy"],
  [null, ["fy-NL", "nl"], "fy"],
  [null, ["de", "nl-BE"], "nl"],
  ["xx", ["de"], "en"],
  [null, [], "en"],
] as const)("stored %s, browser %s: %s", (stored, wanted, expected) => {
  expect(chooseLanguage(stored, wanted)).toBe(expected);
});

test.each([
  ["no-pieces", "no pieces left"],
  ["no-legal-move", "no legal move left"],
  ["resignation", "resignation"],
  ["agreement", "agreement"],
  ["flag-fall", "on time"],
  ["FLAG_FALL", "on time"],
  ["arbiter", "decided by the arbiter"],
  ["forfeit", "forfeit"],
  ["no-show", "no-show"],
  ["adjudication", "adjudicated"],
  ["something-new", ""],
])("the reason %s reads '%s'", (reason, expected) => {
  expect(reasonPhrase(en, reason)).toBe(expected);
});

test("results, controls and boards as sentences", () => {
  expect(resultPhrase(nl, { text: "2-0", score: "white", reason: "resignation" })).toBe(
    "2-0 · Wit wint, opgegeven",
  );
  expect(controlPhrase(en, { baseMs: 4_800_000, incrementMs: 60_000 })).toBe(
    "80 min + 60 s per move",
  );
  expect(controlPhrase(fy, { baseMs: 90_000, incrementMs: 0 })).toBe("1.5 min");
  expect(boardPhrase(fy, parseFen("B:WK5,31:B1,2"))).toBe(
    "Boerd. Wyt: 1 skiif, 1 dam. Swart: 2 skiven, 0 dammen. Swart oan set.",
  );
});

test("no text is empty in any language", () => {
  for (const texts of [nl, fy, en]) {
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text === "string") expect(text, key).not.toBe("");
    }
  }
});
