import { expect, test } from "vitest";
import { readSettings } from "./settings";

const usual = {
  venue: "main",
  id: "kk",
  game: null,
  round: null,
  boards: null,
  parts: ["boards"],
  theme: null,
  language: null,
  isOverlay: false,
  hidesResults: false,
};

test.each([
  ["/embed/main/kk", "", usual],
  ["/embed/main/kk/", "?round=3&boards=1,12,x,0", { ...usual, round: 3, boards: [1, 12] }],
  ["/embed/main/kk", "?show=standings,boards", { ...usual, parts: ["boards", "standings"] }],
  [
    "/embed/main/kk/r1-t2",
    "?theme=dark&lang=fy",
    { ...usual, game: "r1-t2", theme: "dark", language: "fy" },
  ],
  ["/embed/main/kk", "?spoiler=0", { ...usual, hidesResults: true }],
  ["/overlay/main/kk/r1-t2", "", { ...usual, game: "r1-t2", isOverlay: true }],
  ["/embed/main/kk", "?theme=blue&lang=xx&round=-1&boards=&show=all", usual],
  ["/embed", "", null],
  ["/embed/main", "", null],
  ["/embed/main/kk/r1-t1/more", "", null],
  ["/embed/main/%E0%A4%A", "", null],
])("%s%s", (path, query, settings) => {
  expect(readSettings(path, query)).toEqual(settings);
});
