import { expect, test } from "vitest";
import { bySeries, seriesOf } from "./series";

const EVENTS = [
  { name: "Final", series: "Winter 2026" },
  { name: "Blitz", series: "" },
  { name: "Second evening", series: "Autumn 2025" },
  { name: "First round", series: "Winter 2026" },
];

test("events are grouped by series in the order of the first of each", () => {
  const groups = bySeries(EVENTS).map(({ name, events }) => [name, ...events.map((it) => it.name)]);
  expect(groups).toEqual([
    ["Winter 2026", "Final", "First round"],
    ["", "Blitz"],
    ["Autumn 2025", "Second evening"],
  ]);
});

test("each series is named once", () => {
  expect(seriesOf(EVENTS)).toEqual(["Autumn 2025", "Winter 2026"]);
});
