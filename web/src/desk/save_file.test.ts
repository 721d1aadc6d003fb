import { expect, test } from "vitest";
import { csvOf } from "./save_file";

test("cells are quoted, and none is a formula", () => {
  expect(
    csvOf([
      ["at", "what"],
      ['say "no"', "=1+1"],
      ["a,b", "-"],
    ]),
  ).toBe('\uFEFF"at","what"\r\n"say ""no""","\'=1+1"\r\n"a,b","\'-"\r\n');
});
