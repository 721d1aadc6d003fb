// @vitest-environment happy-dom
import { batch, type Signal, signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Feed } from "../live/feed";
import { language } from "../text/language";
import type { Game, Result, Round } from "../wire/frames";
import { Overview } from "./overview";

const START = "W:W31-50:B1-20";
const WON: Result = {
  text: "2-0",
  score: "white",
  reason: "resignation",
  bonus: null,
  byHand: null,
};
const DRAWN: Result = {
  text: "1-1",
  score: "draw",
  reason: "agreement",
  bonus: null,
  byHand: null,
};

const gameAt = (table: number): Game => ({
  id: `r1-t${table}`,
  round: 1,
  table,
  white: 2 * table - 1,
  black: 2 * table,
  started: true,
  version: 1,
  start: START,
  fen: START,
  moves: [],
  result: null,
  clock: null,
  onPaperFrom: null,
  colorsReversed: false,
});
const roundOf = (...games: string[]): Round => ({
  number: 1,
  state: "open",
  games,
  byes: [],
  kind: "round",
  matches: [],
});

let games: Map<string, Signal<Game>>;
let rounds: Signal<readonly Round[]>;
let hides: Signal<boolean>;
let root: HTMLElement;

beforeEach(async () => {
  document.body.innerHTML = "<div></div>";
  root = document.body.firstElementChild as HTMLElement;
  games = new Map([1, 2, 3].map((table) => [`r1-t${table}`, signal(gameAt(table))]));
  hides = signal(false);
  rounds = signal([roundOf("r1-t1", "r1-t2")]);
  /** The part of a feed that the page reads. */
  const feed = {
    venue: "main",
    id: "demo",
    tournament: signal({ name: "Demo", notice: "", rules: "frisian", control: null }),
    players: signal(new Map()),
    rounds,
    tables: signal([]),
    teams: signal(new Map()),
    game: (id: string) => games.get(id),
    now: signal(0),
    hides,
  } as unknown as Feed;
  await act(() => render(<Overview feed={feed} round={null} />, root));
});
afterEach(() => act(() => render(null, root)));

const ends = (table: number, result: Result | null) => {
  const game = games.get(`r1-t${table}`);
  if (game) game.value = { ...game.value, result };
};
const text = (selector: string) => root.querySelector(selector)?.textContent;

test("results that come in the same frame are all announced, later ones by themselves", async () => {
  expect(text("[data-spoken]")).toBe("");
  await act(() =>
    batch(() => {
      ends(1, WON);
      ends(2, DRAWN);
    }),
  );
  expect(text("[data-spoken]")).toBe(
    "Board 1, #1 against #2: 2-0 · White wins, resignation. " +
      "Board 2, #3 against #4: 1-1 · Draw, agreement",
  );
  await act(() => ends(2, WON));
  expect(text("[data-spoken]")).toBe("Board 2, #3 against #4: 2-0 · White wins, resignation");
});

test("a result that is taken back is announced and leaves its card", async () => {
  await act(() => ends(1, WON));
  const card = () => root.querySelector<HTMLElement>('[data-game="r1-t1"]')?.dataset;
  expect(card()).toMatchObject({ state: "finished", result: "2-0" });
  await act(() => ends(1, null));
  expect(text("[data-spoken]")).toBe("Board 1, #1 against #2: Result taken back, the game goes on");
  expect(card()).toMatchObject({ state: "running" });
  expect(card()?.result).toBeUndefined();
});

test("a card of a game on paper says from which move", async () => {
  const game = games.get("r1-t2");
  await act(() => {
    if (game) game.value = { ...game.value, onPaperFrom: 1 };
  });
  const card = root.querySelector<HTMLElement>('[data-game="r1-t2"]');
  expect(card?.dataset.state).toBe("paper");
  expect(card?.querySelector("[data-on-paper]")?.textContent).toBe("On paper from move 1");
});

test("every board of a match is there, and the empty ones say so", async () => {
  const match = { first: 1, second: 2, firstPoints: 3, secondPoints: 1 };
  await act(() => {
    rounds.value = [
      { ...roundOf("r1-t1", "r1-t2"), matches: [{ ...match, games: ["r1-t1", "", "r1-t2", ""] }] },
    ];
  });
  const boards = [...root.querySelectorAll(".match li")].map((card) => card.textContent);
  expect(boards).toHaveLength(4);
  expect(boards[1]).toBe("Board 2 of the matchEmpty board: a player is missing");
  expect(boards[3]).toBe("Board 4 of the matchEmpty board: a player is missing");
});

test("the boards in play are counted, those that join the round too", async () => {
  expect(text(".round-state")).toBe("2 of 2 boards in play");
  await act(() => ends(1, WON));
  expect(text(".round-state")).toBe("1 of 2 boards in play");
  await act(() => {
    rounds.value = [roundOf("r1-t1", "r1-t2", "r1-t3")];
  });
  expect(text(".round-state")).toBe("2 of 3 boards in play");
});

test("a round says what it is for, in every language", async () => {
  const titles: (string | undefined | null)[] = [];
  for (const spoken of ["en", "nl", "fy"] as const) {
    for (const kind of ["round", "winners", "final", "play-off"] as const) {
      await act(() =>
        batch(() => {
          language.value = spoken;
          rounds.value = [{ ...roundOf("r1-t1"), kind }];
        }),
      );
      titles.push(text("#round-title"));
    }
  }
  language.value = "en";
  expect(titles).toEqual([
    "Round 1",
    "Round 1, Group winners",
    "Round 1, Final round",
    "Round 1, Play-off",
    "Ronde 1",
    "Ronde 1, Groepswinnaars",
    "Ronde 1, Finaleronde",
    "Ronde 1, Beslissingswedstrijd",
    "Omgong 1",
    "Omgong 1, Groepswinners",
    "Omgong 1, Finaleomgong",
    "Omgong 1, Beslissingswedstriid",
  ]);
});

test("hiding results and showing them again announces nothing, and counts no boards", async () => {
  const won = { ...gameAt(1), result: WON };
  await act(() => {
    const game = games.get("r1-t1");
    if (game) game.value = won;
  });
  const spoken = () => root.querySelector("[data-spoken]")?.textContent;
  const before = spoken();
  const set = (hidden: boolean) =>
    act(() =>
      batch(() => {
        hides.value = hidden;
        const game = games.get("r1-t1");
        if (game) game.value = hidden ? gameAt(1) : won;
      }),
    );
  await set(true);
  expect(spoken()).toBe(before);
  expect(root.querySelector(".round-state")?.textContent).toBe("in play");
  expect(root.querySelector("a.pdn")).toBeNull();
  await set(false);
  expect(spoken()).toBe(before);
  expect(root.querySelector(".round-state")?.textContent).toBe("1 of 2 boards in play");
});
