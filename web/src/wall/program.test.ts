import { expect, test } from "vitest";
import { PARTS, pagesOf, readProgram } from "./program";

const usual = { venue: "main", id: "kk", parts: PARTS, seconds: 15, rows: 16 };

test.each([
  ["/wall/main/kk", "", usual],
  ["/wall/main/kk/", "?show=standings,boards", { ...usual, parts: ["boards", "standings"] }],
  ["/wall/main/kk", "?seconds=30&rows=10", { ...usual, seconds: 30, rows: 10 }],
  ["/wall/main/kk", "?seconds=0&rows=9999", { ...usual, seconds: 3, rows: 100 }],
  ["/wall/main/kk", "?show=nothing&seconds=soon", usual],
  ["/wall", "", null],
  ["/wall/main", "", null],
  ["/wall/main/%E0%A4%A", "", null],
])("%s%s", (path, query, program) => {
  expect(readProgram(path, query)).toEqual(program);
});

test("rows that do not fit go to further pages, and parts without rows are left out", () => {
  const rows = { boards: 0, pairings: 8, standings: 17 };
  expect(pagesOf(usual, rows)).toEqual([
    { part: "pairings", page: 0 },
    { part: "standings", page: 0 },
    { part: "standings", page: 1 },
  ]);
  expect(pagesOf(usual, { boards: 9, pairings: 0, standings: 0 }).length).toBe(2);
  expect(pagesOf(usual, { boards: 0, pairings: 0, standings: 0 })).toEqual([]);
});
