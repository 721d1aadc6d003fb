import { expect, test } from "vitest";
import { PointsClass } from "../../gen/damcast/v1/season_pb";
import { classText, readCareers } from "./careers";

test("a player is a name with a class, and each line after it a season", () => {
  const text = "Jan de Jong; 2\n3/12 5/20 | 2/8\n-\n| 1/10\n\nAnna; ha\n1/6";
  expect(readCareers(text)).toEqual({
    players: [
      {
        name: "Jan de Jong",
        class: PointsClass.SECOND,
        seasons: [
          {
            clubEvents: [
              { place: 3, players: 12 },
              { place: 5, players: 20 },
            ],
            championship: { place: 2, players: 8 },
          },
          { clubEvents: [] },
          { clubEvents: [], championship: { place: 1, players: 10 } },
        ],
      },
      {
        name: "Anna",
        class: PointsClass.HA,
        seasons: [{ clubEvents: [{ place: 1, players: 6 }] }],
      },
    ],
    wrong: [],
  });
});

test.each([
  ["a season before a player", "3/12\nJan; 1", [1]],
  ["an unknown class", "Jan; 4", [1]],
  ["no place", "Jan; 1\n12", [2]],
  ["two championships", "Jan; 1\n| 1/2 | 1/2", [2]],
])("%s is a line that cannot be read", (_what, text, wrong) => {
  expect(readCareers(text).wrong).toEqual(wrong);
});

test("a class is written as it is read", () => {
  expect([PointsClass.SECOND, PointsClass.HA].map(classText)).toEqual(["2", "HA"]);
});
