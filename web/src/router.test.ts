import { expect, test } from "vitest";
import { gamePath, overviewPath, parseRoute } from "./router";

test.each([
  ["/", "", { page: "list" }],
  ["/t/main/demo", "", { page: "overview", venue: "main", id: "demo", round: null }],
  ["/t/main/demo/", "?round=3", { page: "overview", venue: "main", id: "demo", round: 3 }],
  ["/t/main/demo", "?round=x", { page: "overview", venue: "main", id: "demo", round: null }],
  ["/t/main/demo/r1-t2", "", { page: "game", venue: "main", id: "demo", game: "r1-t2" }],
  ["/t/main", "", { page: "missing" }],
  ["/t/a/b/c/d", "", { page: "missing" }],
  ["/x", "", { page: "missing" }],
  ["/t/%ff/b", "", { page: "missing" }],
])("%s%s", (path, query, expected) => {
  expect(parseRoute(path, query)).toEqual(expected);
});

test("paths lead back to their routes", () => {
  expect(overviewPath("a b", "c/d", 2)).toBe("/t/a%20b/c%2Fd?round=2");
  expect(parseRoute(gamePath("a b", "c/d", "r1-t1"), "")).toEqual({
    page: "game",
    venue: "a b",
    id: "c/d",
    game: "r1-t1",
  });
});
