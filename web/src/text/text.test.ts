import { expect, test } from "vitest";
import { parseFen } from "../state/position";
import { REASONS } from "../wire/frames";
import { en } from "./en";
import { fy } from "./fy";
import { chooseLanguage } from "./language";
import { nl } from "./nl";
import { boardPhrase, controlPhrase, resultPhrase } from "./phrases";

test.each([
  ["fy", ["en"], "fy"],
  [null, ["fy-NL", "nl"], "fy"],
  [null, ["de", "nl-BE"], "nl"],
  ["xx", ["de"], "en"],
  [null, [], "en"],
] as const)("stored %s, browser %s: %s", (stored, wanted, expected) => {
  expect(chooseLanguage(stored, wanted)).toBe(expected);
});

test("every reason of the contract has words in every language", () => {
  for (const reason of REASONS) {
    for (const texts of [nl, fy, en]) {
      const phrase = resultPhrase(texts, { text: "0-2", score: "black", reason });
      expect(phrase).toMatch(/^0-2 · .+, \p{Ll}.*$/u);
    }
  }
});

test("results, controls and boards as sentences", () => {
  expect(resultPhrase(nl, { text: "2-0", score: "white", reason: "resignation" })).toBe(
    "2-0 · Wit wint, opgegeven",
  );
  expect(controlPhrase(en, { baseMs: 4_800_000, incrementMs: 60_000 })).toBe(
    "80 min + 60 s per move",
  );
  expect(resultPhrase(en, { text: "1-1", score: "draw", reason: null })).toBe("1-1 · Draw");
  for (const [texts, phrase] of [
    [nl, "1,5 min"],
    [fy, "1,5 min"],
    [en, "1.5 min"],
  ] as const) {
    expect(controlPhrase(texts, { baseMs: 90_000, incrementMs: 0 })).toBe(phrase);
  }
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
