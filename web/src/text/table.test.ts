import { expect, test } from "vitest";
import { REMEDIES, type Tie } from "../wire/frames";
import { en, fy, nl } from "./language";
import { heading, tableName, tableValue, tiePhrase } from "./table";

test.each([
  [7, 1, "7"],
  [7, 2, "3½"],
  [1, 2, "½"],
  [0, 2, "0"],
  [57, 4, "14¼"],
  [104, 100, "1.04"],
  [200, 100, "2.00"],
  [205, 200, "1.025"],
  [null, 1, "–"],
])("%s in units of 1/%s is written %s", (value, unit, written) => {
  expect(tableValue(en, value, unit)).toBe(written);
});

test("hundredths have the comma of the language", () => {
  expect(tableValue(nl, 104, 100)).toBe("1,04");
  expect(tableValue(fy, 96, 100)).toBe("0,96");
});

test.each([
  ["points", "games", "Ptn", "Punten"],
  ["points", "matches", "WsP", "Wedstrijdpunten"],
  ["board-points", "matches", "BP", "Bordpunten"],
  ["sonneborn-berger", "games", "SB", "Sonneborn-Berger"],
  ["kndb-sonneborn-berger", "games", "SB", "Sonneborn-Berger"],
  ["solkoff", "games", "WP", "Weerstandspunten (WP)"],
  ["truncated-solkoff-1", "games", "WP−1", "WP zonder de laagste"],
  ["median-solkoff-2", "games", "WP±2", "WP zonder de 2 laagste en de 2 hoogste"],
  ["mutual-result", "games", "OR", "Onderling resultaat"],
  ["wins", "games", "W", "Aantal overwinningen"],
  ["lot", "games", "Lot", "Lotnummer"],
  ["weather", "games", "weather", "weather"],
] as const)("the column %s of %s is headed %s, %s", (key, contest, short, long) => {
  expect(heading(nl, key, contest)).toEqual({ short, long });
});

test("the table of the winners of the groups has no number", () => {
  const names = (group: number) => [nl, fy, en].map((texts) => tableName(texts, group, false));
  expect(names(2)).toEqual(["Groep 2", "Groep 2", "Group 2"]);
  expect(names(0)).toEqual(["Groepswinnaars", "Groepswinners", "Group winners"]);
});

test("after finals the table of all players is the final order", () => {
  const names = [nl, fy, en].map((texts) => tableName(texts, 0, true));
  expect(names).toEqual(["Eindrangschikking", "Einrangoarder", "Final order"]);
});

test("a tie names its participants, their places and the remedy", () => {
  const tie: Tie = { place: 1, participants: [3, 4], remedy: "match-of-two", early: false };
  expect(tiePhrase(nl, tie, ["Aa", "Bo"])).toBe(
    "Aa en Bo delen de plaatsen 1 tot en met 2: een tweekamp, daarna losse partijen",
  );
  expect(tiePhrase(en, { ...tie, remedy: null }, ["Aa", "Bo", "Ce"])).toBe(
    "Aa, Bo and Ce share places 1 to 3: a play-off by a schedule of the organisers",
  );
  expect(tiePhrase(en, tie, ["Aa", "Bo", "Ce", "De", "Ee"])).toBe(
    "5 share places 1 to 5: a match of two games, then single games",
  );
  // Before the last game nothing is prescribed.
  expect(tiePhrase(en, { ...tie, remedy: null, early: true }, ["Aa", "Bo"])).toBe(
    "Aa and Bo share places 1 to 2",
  );
  for (const texts of [nl, fy, en]) {
    const phrases = REMEDIES.map((remedy) => tiePhrase(texts, { ...tie, remedy }, ["Aa", "Bo"]));
    expect(new Set(phrases).size).toBe(REMEDIES.length);
  }
});
