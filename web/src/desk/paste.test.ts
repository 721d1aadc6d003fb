import { expect, test } from "vitest";
import { Publicity } from "../gen/damcast/v1/tournament_pb";
import { decodeText, isReport, readPlayers } from "./paste";

const names = (text: string) => readPlayers(text, []).rows.map((row) => row.name);

test("names alone are a list, a line each", () => {
  expect(names("Jan Jansen\n\nPiet Pieters\r\nJong, Jan de\n")).toEqual([
    "Jan Jansen",
    "Piet Pieters",
    "Jan de Jong",
  ]);
});

test("a spreadsheet with heads fills the columns that they name", () => {
  const text =
    "Nr\tNaam\tVereniging\tRating\tKlasse\tGeboren\tTelefoon\n1\tJan\tHijken\t1250\tA\t12-3-1990\t06";
  const list = readPlayers(text, []);
  expect(list.rows).toEqual([
    {
      line: 2,
      name: "Jan",
      club: "Hijken",
      rating: 1250,
      category: "A",
      birthYear: 1990,
      memberNumber: "",
      publicity: 0,
      doubts: [],
    },
  ]);
  expect(list.unused).toEqual(["Nr", "Telefoon"]);
});

test("a list says what everybody sees of a player, and what is not understood shows the least", () => {
  const list = readPlayers("Naam\tOpenbaar\nA\t\nB\tVolledig\nC\tinitialen\nD\tanoniem\nE\tja", []);
  const { FULL_NAME, INITIALS, ANONYMOUS, UNSPECIFIED } = Publicity;
  expect(list.rows.map(({ publicity, doubts }) => [publicity, ...doubts])).toEqual([
    [UNSPECIFIED],
    [FULL_NAME],
    [INITIALS],
    [ANONYMOUS],
    [ANONYMOUS, "public"],
  ]);
});

test("a number at the federation is read, and a second one is told not to be used", () => {
  const list = readPlayers("Naam;KNDB-nr;FMJD-nr\nJan;12345;678", []);
  expect(list.rows.map((row) => row.memberNumber)).toEqual(["12345"]);
  expect(list.unused).toEqual(["FMJD-nr"]);
});

test.each([
  ["1\tJan\tHijken\n2\tPiet\tAssen", []],
  ["12345\tJan\tHijken\n678\tPiet\tAssen", ["1"]],
  ["Jan\tHijken\t1200\t06-1", ["4"]],
])("of a list without heads it is told which columns are not used: %j", (text, unused) => {
  expect(readPlayers(text, []).unused).toEqual(unused);
});

test.each([
  ["semicolons", "naam;club\nJan;Hijken"],
  ["commas", "name,club\nJan,Hijken"],
  ["quotes", 'name,club\n"Jan","Hijken"'],
  ["a mark of the encoding", "\uFEFFnaam;club\nJan;Hijken"],
  ["no heads", "Jan\tHijken"],
  ["a number in front", "1\tJan\tHijken"],
])("a list with %s is read", (_what, text) => {
  const [row] = readPlayers(text, []).rows;
  expect([row?.name, row?.club]).toEqual(["Jan", "Hijken"]);
});

test("names in parts are put together", () => {
  const text = "Achternaam;Tussenvoegsel;Voornaam\nJong;de;Jan\nBakker;;Anna";
  expect(names(text)).toEqual(["Jan de Jong", "Anna Bakker"]);
});

test("doubles and doubts are marked and stay in the list", () => {
  const text = "naam;rating;geboren\nJan;12x;1990\nJán;;\nAnna;900;ooit\n;1000;";
  const doubts = readPlayers(text, ["ANNA"]).rows.map((row) => row.doubts);
  expect(doubts).toEqual([["rating"], ["double"], ["birth", "entered"], ["no-name"]]);
});

test("the encoding of a file is found", () => {
  expect(decodeText(new Uint8Array([0x4a, 0xfb, 0x6e]))).toBe("Jûn");
  expect(decodeText(new TextEncoder().encode("Jûn"))).toBe("Jûn");
});

test("a report file is told from a list", () => {
  expect(isReport("012 Open\n001    1 m    Jansen,Jan")).toBe(true);
  expect(isReport("1;Jan\n2;Piet")).toBe(false);
});

test("two thousand rows are read", () => {
  const text = Array.from({ length: 2000 }, (_, at) => `Speler ${at}\tClub\t1000`).join("\n");
  const { rows } = readPlayers(text, []);
  expect(rows.length).toBe(2000);
  expect(rows.every((row) => row.doubts.length === 0 && row.rating === 1000)).toBe(true);
});
