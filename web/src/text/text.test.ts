import { expect, test } from "vitest";
import {
  PROGRESS,
  REASONS,
  type Result,
  type Round,
  RULES,
  type TournamentEntry,
} from "../wire/frames";
import { parseFen } from "../wire/position";
import { chooseLanguage, en, fy, nl } from "./language";
import {
  boardName,
  boardPhrase,
  controlPhrase,
  dayPhrase,
  irregularPhrase,
  progressPhrase,
  resultPhrase,
  rulesName,
  stagePhrase,
} from "./phrases";

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
      const phrase = resultPhrase(
        texts,
        { text: "0-2", score: "black", reason, bonus: null, byHand: null },
        null,
      );
      expect(phrase).toMatch(/^0-2 · .+, \p{Ll}.*$/u);
    }
  }
});

test("results, time controls and boards are written as sentences", () => {
  expect(controlPhrase(en, { baseMs: 4_800_000, incrementMs: 60_000 })).toBe(
    "80 min + 60 s per move",
  );
  const several = { baseMs: 7_200_000, incrementMs: 0, stages: "50/2h + 30m" };
  expect(controlPhrase(fy, several)).toBe("50/2h + 30m");
  const stage = { number: 1, movesToGo: 47, increment: 30_000, absent: false };
  expect(stagePhrase(nl, stage)).toBe("Periode 1 · nog 47 zetten · +30 s per zet");
  expect(stagePhrase(en, { number: 2, movesToGo: 0, increment: 0, absent: false })).toBe("Stage 2");
  const alone = { number: 1, movesToGo: 0, increment: 60_000, absent: true };
  expect(stagePhrase(fy, alone)).toBe("noch net oanwêzich");
  const won: Result = {
    text: "2-0",
    score: "white",
    reason: "resignation",
    bonus: null,
    byHand: null,
  };
  const draw: Result = {
    text: "1.04-0.96",
    score: "draw",
    reason: "five-moves",
    bonus: 4,
    byHand: null,
  };
  for (const [texts, result, rules, phrase] of [
    [nl, won, "frisian", "2-0 · Wit wint, opgegeven"],
    [en, { ...draw, text: "½-½", reason: null, bonus: null, byHand: null }, null, "½-½ · Draw"],
    [en, draw, "international-2006", "1.04-0.96 · Draw, five moves against one king, 2006 D6"],
    [
      nl,
      { ...draw, text: "0.89-1.11", bonus: -11, byHand: null },
      "international",
      "0,89-1,11 · Remise, vijf zetten tegen één dam",
    ],
    [
      fy,
      { ...draw, text: "1-1", reason: "two-kings-against-one", bonus: null, byHand: null },
      "frisian",
      "1-1 · Remise, twa dammen tsjin ien, art. 18",
    ],
  ] as const) {
    expect(resultPhrase(texts, result, rules)).toBe(phrase);
  }
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

test("every rule set has its own name, every irregular move its article", () => {
  for (const texts of [nl, fy, en]) {
    expect(new Set(RULES.map((rules) => rulesName(texts, rules))).size).toBe(RULES.length);
    for (const article of ["27a", "27b", "27c", "27d"]) {
      expect(irregularPhrase(texts, article)).toMatch(
        new RegExp(`, art. ${article}: \\p{Ll}`, "u"),
      );
    }
    expect(irregularPhrase(texts, "27e")).toMatch(/, art. 27e$/);
  }
});

test("boards of a match have their own numbers beside those of the tables", () => {
  const round = (matches: Round["matches"]): Round => ({
    number: 1,
    state: "open",
    games: ["r1-t7", "r1-t8"],
    byes: [],
    kind: "round",
    matches,
  });
  const match = { first: 1, second: 2, games: ["", "r1-t8"], firstPoints: 0, secondPoints: 0 };
  expect(boardName(nl, [round([])], "r1-t8", 8)).toBe("Bord 8");
  expect(boardName(nl, [round([match])], "r1-t8", 8)).toBe("Bord 2 · tafel 8");
});

test("the list says on which days a tournament is played and how far it is", () => {
  const entry: TournamentEntry = {
    venue: "main",
    id: "kk",
    name: "KK",
    rules: "frisian",
    boards: 8,
    running: 3,
    state: "playing",
    firstRoundAt: null,
    lastRoundAt: null,
    place: "",
  };
  const first = new Date(2026, 10, 21, 14).getTime();
  const last = new Date(2026, 10, 28, 14).getTime();
  expect(dayPhrase(en, entry)).toBe("");
  expect(dayPhrase(nl, { ...entry, firstRoundAt: first, lastRoundAt: first })).toBe(
    "21 november 2026",
  );
  expect(dayPhrase(nl, { ...entry, firstRoundAt: first, lastRoundAt: last })).toBe(
    "21 november 2026 tot en met 28 november 2026",
  );
  const phrase = (state: TournamentEntry["state"]) =>
    progressPhrase(en, { ...entry, state }, false);
  expect(phrase(null)).toBe("3 of 8 boards in play");
  expect(PROGRESS.map(phrase)).toEqual([
    "not started yet",
    "3 of 8 boards in play",
    "between rounds",
    "finished",
  ]);
  // The number of boards in play tells which games are over.
  expect(progressPhrase(en, { ...entry, state: "playing" }, true)).toBe("in play");
});
