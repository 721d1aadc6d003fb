import { expect, test } from "vitest";
import { readMoney } from "./prize_money";

test("money is read by category, in euros and cents", () => {
  expect(readMoney("")).toEqual([]);
  expect(readMoney("100; 60;40")).toEqual([{ category: "", cents: [10_000, 6_000, 4_000] }]);
  expect(readMoney("€ 12,50; 7.5\nB: 5\n")).toEqual([
    { category: "", cents: [1_250, 750] },
    { category: "B", cents: [500] },
  ]);
});

test("what is no amount is not guessed", () => {
  for (const text of ["a lot", "10; -5", "10, 20, 30", "1.000,00"]) {
    expect(readMoney(text)).toBeNull();
  }
});
