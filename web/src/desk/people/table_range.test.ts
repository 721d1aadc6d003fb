import { expect, test } from "vitest";
import { readTables, tablesText } from "./table_range";

test("tables are written and read back, and none is guessed", () => {
  for (const [text, tables] of [
    ["", undefined],
    ["7", { first: 7, last: 7 }],
    ["1–8", { first: 1, last: 8 }],
  ] as const) {
    expect(readTables(text)).toEqual(tables);
    expect(tablesText(tables)).toBe(text);
  }
  expect(readTables(" 1 - 8 ")).toEqual({ first: 1, last: 8 });
  for (const text of ["0", "8-1", "1-", "a", "1,3", "12345"]) expect(readTables(text)).toBeNull();
});
