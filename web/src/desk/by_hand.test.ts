import { expect, test } from "vitest";
import { readPairing } from "./by_hand";

test("games, byes and what cannot be read are told apart", () => {
  expect(readPairing("1-2  Anna – Piet\n\n 4 x 3\n5  Kees\nAnna - Piet")).toEqual({
    pairings: [
      { table: 1, white: 1, black: 2 },
      { table: 2, white: 4, black: 3 },
    ],
    byes: [5],
    wrong: ["Anna - Piet"],
  });
});
