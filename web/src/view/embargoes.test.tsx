// @vitest-environment happy-dom
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { decodeFrame } from "../wire/decode";
import type { Embargo, TournamentInfo } from "../wire/frames";
import { Embargoes } from "./embargoes";

const INFO: TournamentInfo = {
  venue: "main",
  id: "demo",
  name: "Demo",
  rules: "frisian",
  control: null,
  notice: "",
  place: "",
};

afterEach(() => render(null, document.body));

function told(embargoes: Embargo[], round: number, table = 0): string[] {
  render(
    <Embargoes tournament={{ ...INFO, embargoes }} round={round} table={table} />,
    document.body,
  );
  return [...document.querySelectorAll(".embargoes li")].map((one) => one.textContent ?? "");
}

test("a page says what of it is shown later, and nothing of other rounds and boards", () => {
  const all: Embargo = { round: 0, table: 0, until: "delay", delayS: 900 };
  const round: Embargo = { round: 2, table: 0, until: "round-end", delayS: 0 };
  const board: Embargo = { round: 2, table: 3, until: "game-end", delayS: 0 };
  const seconds: Embargo = { ...all, delayS: 90 };
  const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, ""));
  expect(plain(told([all], 1))).toEqual(["Delayed by 15 minutes"]);
  expect(plain(told([seconds], 0))).toEqual(["Delayed by 90 seconds"]);
  expect(plain(told([all, round, board], 2))).toEqual([
    "Delayed by 15 minutes",
    "Round 2: Shown once the round has ended",
    "Board 3: Shown once the game has ended",
  ]);
  expect(told([round, board], 1)).toEqual([]);
  expect(told([board], 2, 1)).toEqual([]);
  expect(told([{ ...all, until: null }], 1)).toEqual(["Shown later than it is played"]);
});

test("embargoes survive the wire, also those that this page does not know", () => {
  const tournament = {
    ...INFO,
    embargoes: [
      { until: "delay", delayS: 900 },
      { round: 2, table: 3, until: "solstice" },
    ],
  };
  const changes = [{ kind: "tournament", tournament }];
  const frame = decodeFrame(JSON.stringify({ type: "changes", cursor: "c", changes }));
  expect(frame).toMatchObject({
    changes: [
      {
        tournament: {
          embargoes: [
            { round: 0, table: 0, until: "delay", delayS: 900 },
            { round: 2, table: 3, until: null, delayS: 0 },
          ],
        },
      },
    ],
  });
});
