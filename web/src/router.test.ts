import { expect, test } from "vitest";
import { gamePath, overviewPath, parseRoute, partPath, playerPath } from "./router";

test.each([
  ["/", "", { page: "list" }],
  ["/t/main/demo", "", { page: "overview", venue: "main", id: "demo", round: null }],
  ["/t/main/demo/", "?round=3", { page: "overview", venue: "main", id: "demo", round: 3 }],
  ["/t/main/demo", "?round=x", { page: "overview", venue: "main", id: "demo", round: null }],
  ["/t/main/demo", "?round=0", { page: "overview", venue: "main", id: "demo", round: null }],
  ["/t/main/demo", "?view=crosstable", { page: "crosstable", venue: "main", id: "demo" }],
  ["/t/main/demo", "?view=x", { page: "overview", venue: "main", id: "demo", round: null }],
  ["/t/main/demo", "?player=12", { page: "player", venue: "main", id: "demo", player: 12 }],
  ["/t/main/demo/r1-t2", "", { page: "game", venue: "main", id: "demo", game: "r1-t2", ply: null }],
  [
    "/t/main/demo/r1-t2",
    "?ply=0",
    { page: "game", venue: "main", id: "demo", game: "r1-t2", ply: 0 },
  ],
  [
    "/t/main/demo/r1-t2",
    "?ply=-1",
    { page: "game", venue: "main", id: "demo", game: "r1-t2", ply: null },
  ],
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
    ply: null,
  });
  expect(parseRoute("/t/a/b", new URL(partPath("a", "b", "schedule"), "http://x").search)).toEqual({
    page: "schedule",
    venue: "a",
    id: "b",
  });
  expect(playerPath("a", "b", 3)).toBe("/t/a/b?player=3");
});
