import { expect, test } from "vitest";
import { decodeTournaments } from "./decode";
import { isolated } from "./isolated";

test.each([
  ["Sjörd-Ids van der Wâl", "Sjörd-Ids van der Wâl"],
  ["Anne\u202e", "Anne"],
  ["\ufeffAn\u200bne\u0000", "Anne"],
  ["\u2067Anne", "Anne"],
  ["Алексей", "Алексей"],
  ["דוד", "\u2068דוד\u2069"],
  ["محمد\u202d", "\u2068محمد\u2069"],
])("%j is shown as %j", (text, shown) => {
  expect(isolated(text)).toBe(shown);
});

test("a name in the list of tournaments turns no text around it", () => {
  const list = (name: string) =>
    JSON.stringify({
      tournaments: [{ venue: "v", id: "t", name, rules: "frisian", boards: 1, running: 0 }],
    });
  expect(decodeTournaments(list("KK\u202e")).map((entry) => entry.name)).toEqual(["KK"]);
});
