// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Feed } from "../live/feed";
import { EVERYTHING, type ShownGame, veiled } from "../state/veil";
import type { Clock, Game, Move } from "../wire/frames";
import { parseFen } from "../wire/position";
import { WHITE_WINS } from "../wire/result.fixture";
import { GamePage } from "./game_page";

const START = "W:W31-50:B1-20";
const MOVES: Move[] = [
  { text: "32-28", from: 32, to: 28, captured: [], fen: "B:W28,31:B1,19", at: 1, irregular: null },
  { text: "19-23", from: 19, to: 23, captured: [], fen: "W:W28,31:B1,23", at: 2, irregular: null },
  { text: "28x19", from: 28, to: 19, captured: [23], fen: "B:W19,31:B1", at: 3, irregular: null },
];

const CLOCK: Clock = { white: 60_000, black: 30_000, running: "black", asOf: 0, flag: null };
const gameAfter = (plies: number): Game => ({
  id: "r1-t1",
  round: 1,
  table: 1,
  white: 1,
  black: 2,
  started: true,
  version: plies,
  start: START,
  fen: MOVES[plies - 1]?.fen ?? START,
  moves: MOVES.slice(0, plies),
  result: null,
  onPaperFrom: null,
  colorsReversed: false,
  clock: CLOCK,
});

const game = signal<ShownGame | null>(null);
const now = signal(0);
let root: HTMLElement;

/** The part of a feed that the page reads. */
const feed = {
  venue: "main",
  id: "demo",
  tournament: signal({ name: "Demo", notice: "" }),
  players: signal(
    new Map([
      [1, { id: 1, name: "Anne", club: "Snits", rating: 1200 }],
      [2, { id: 2, name: "Bouke", club: null, rating: null }],
    ]),
  ),
  rounds: signal([{ number: 1, state: "open", games: ["r1-t0", "r1-t1"], byes: [], matches: [] }]),
  game: () => game,
  hides: signal(false),
  now,
} as unknown as Feed;

beforeEach(async () => {
  document.body.innerHTML = "<div></div>";
  root = document.body.firstElementChild as HTMLElement;
  game.value = gameAfter(2);
  now.value = 0;
  await act(() => render(<GamePage feed={feed} id="r1-t1" />, root));
});

// Pages listen to the window; one that stays mounted would answer for the next.
afterEach(() => act(() => render(null, root)));

const page = () => root.querySelector<HTMLElement>(".game");
const press = (key: string) => act(() => void dispatchEvent(new KeyboardEvent("keydown", { key })));
const pieces = () => root.querySelectorAll("[data-square]").length;
const news = () => root.querySelector("[data-news]")?.textContent;

test("follows the game as it goes on", async () => {
  expect(page()?.dataset.ply).toBe("2");
  expect(news()).toBe("Last move 19-23 by Bouke");
  await act(() => {
    game.value = gameAfter(3);
  });
  expect(page()?.dataset.ply).toBe("3");
  expect(pieces()).toBe(3);
  expect(news()).toBe("Last move 28x19 by Anne");
  expect(root.querySelector("[data-to-live]")).toBeNull();
});

test("stays at the chosen move, counts new moves, and leads back to the end", async () => {
  await press("ArrowLeft");
  expect(page()?.dataset.ply).toBe("1");
  await act(() => {
    game.value = gameAfter(3);
  });
  expect(page()?.dataset.ply).toBe("1");
  expect(page()?.dataset.livePly).toBe("3");
  const back = root.querySelector<HTMLElement>("[data-to-live]");
  expect(back?.textContent).toBe("Back to live2 moves behind1 new move");
  await act(() => back?.click());
  expect(page()?.dataset.ply).toBe("3");
});

test("keys that come faster than the page is painted all count", async () => {
  await act(() => {
    dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
    game.value = gameAfter(3);
    dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  });
  expect(page()?.dataset.ply).toBe("0");
});

test("Home shows the start, End the latest position, a click any move", async () => {
  await press("Home");
  expect(page()?.dataset.ply).toBe("0");
  expect(pieces()).toBe(parseFen(START).board.filter((piece) => piece !== "").length);
  await act(() => root.querySelector<HTMLElement>('[data-move="1"]')?.click());
  expect(page()?.dataset.ply).toBe("1");
  await press("End");
  expect(page()?.dataset.ply).toBe("2");
});

const say = (selector: string) => root.querySelector(selector)?.textContent;

test("a corrected line is followed, announced, and no news once the game goes on", async () => {
  await act(() => {
    game.value = gameAfter(3);
  });
  expect(say("[data-correction]")).toBeUndefined();
  await act(() => {
    game.value = gameAfter(1);
  });
  expect(page()?.dataset.ply).toBe("1");
  expect(pieces()).toBe(4);
  expect(news()).toBe("Corrected from move 1Last move 32-28 by Anne");
  expect(root.querySelectorAll("[data-move]")).toHaveLength(1);
  const [first] = MOVES as [Move];
  const other = { ...first, text: "20-24", from: 20, to: 24, fen: "W:W28,31:B1,24" };
  await act(() => {
    game.value = { ...gameAfter(2), moves: [first, other], fen: other.fen };
  });
  expect(news()).toBe("Last move 20-24 by Bouke");
});

test.each([
  ["is still there", 1, 2, "1", "1", true],
  ["is gone", 2, 1, "1", "2", false],
])("a chosen move that %s after a correction", async (_, chosen, left, shown, next, isBack) => {
  await act(() => {
    game.value = gameAfter(3);
  });
  await act(() => root.querySelector<HTMLElement>(`[data-move="${chosen}"]`)?.click());
  await act(() => {
    game.value = gameAfter(left);
  });
  expect(page()?.dataset.ply).toBe(shown);
  expect(root.querySelector("[data-to-live]") !== null).toBe(isBack);
  await act(() => {
    game.value = gameAfter(left + 1);
  });
  expect(page()?.dataset.ply).toBe(isBack ? shown : next);
  if (isBack) expect(say("[data-to-live]")).toBe("Back to live2 moves behind1 new move");
});

test("a position that the arbiter set is shown with its side to move", async () => {
  const [first, second, third] = MOVES as [Move, Move, Move];
  const set = { ...second, fen: "B:W31:B1,2,3" };
  await act(() => {
    game.value = { ...gameAfter(2), moves: [first, set], fen: set.fen };
  });
  expect(pieces()).toBe(4);
  expect(news()).toBe("Corrected from move 1Last move 19-23 by Bouke");
  await act(() => {
    game.value = { ...gameAfter(3), moves: [first, set, { ...third, text: "3-8" }] };
  });
  expect(news()).toBe("Last move 3-8 by Bouke");
  const lines = [...root.querySelectorAll(".moves li")].map((line) => line.textContent);
  expect(lines).toEqual(["1.32-2819-23", "2.…3-8"]);
});

test("the notice of a correction stays when the result follows", async () => {
  const result = WHITE_WINS;
  await act(() => {
    game.value = { ...gameAfter(3), result };
  });
  await act(() => {
    game.value = { ...gameAfter(2), result };
  });
  expect(say("[data-correction]")).toBe("Corrected from move 2");
  await act(() => {
    game.value = { ...gameAfter(2), result: { ...result, text: "0-2", score: "black" } };
  });
  expect(say("[data-correction]")).toBe("Corrected from move 2");
});

test("a result that is taken back disappears and is announced", async () => {
  const result = WHITE_WINS;
  await act(() => {
    game.value = { ...gameAfter(2), result };
  });
  expect(say("[data-result-text]")).toBe("2-0 · White wins, resignation");
  await act(() => {
    game.value = gameAfter(2);
  });
  expect(news()).toBe("Result taken back, the game goes onLast move 19-23 by Bouke");
});

test("a result by hand tells who gave it and why until it is taken back", async () => {
  const by = { by: "Anna", reason: "misread slip" };
  const result = {
    text: "1-1",
    score: "draw",
    reason: "arbiter",
    bonus: null,
    byHand: by,
  } as const;
  for (const [byHand, words] of [
    [by, "Given by hand by Anna: misread slip"],
    [{ ...by, reason: "" }, "Given by hand by Anna"],
    [{ by: "", reason: "" }, "Given by the arbiter"],
    [null, undefined],
  ] as const) {
    await act(() => {
      game.value = { ...gameAfter(2), result: { ...result, byHand } };
    });
    expect(root.querySelector("[data-by-hand]")?.textContent).toBe(words);
  }
  await act(() => {
    game.value = gameAfter(2);
  });
  expect(root.querySelector("[data-by-hand]")).toBeNull();
});

test("an irregular move that stands is marked with its article", async () => {
  await act(() => {
    const moves = gameAfter(3).moves.map((move, index) =>
      index === 2 ? { ...move, irregular: "27b" } : move,
    );
    game.value = { ...gameAfter(3), moves };
  });
  const marked = root.querySelectorAll<HTMLElement>("[data-irregular]");
  expect([...marked].map((one) => one.dataset.move)).toEqual(["3"]);
  const remark = "Irregular move that stands, art. 27b: too many or too few pieces were taken off";
  expect(say("[data-move-remark]")).toBe(`§ ${remark}`);
  await press("ArrowLeft");
  expect(say("[data-move-remark]")).toBeUndefined();
  expect(marked[0]?.textContent).toBe(`28x19§ (${remark})`);
});

test("the news report paused clocks, flags and absent players", async () => {
  const stage = { number: 1, movesToGo: 0, increment: 0, absent: true };
  const told = async (fields: Partial<Clock>) => {
    await act(() => {
      game.value = { ...gameAfter(2), clock: { ...CLOCK, ...fields } };
    });
    return [...root.querySelectorAll("[data-clock-news]")].map((line) => line.textContent);
  };
  expect(await told({})).toEqual([]);
  expect(await told({ paused: true, blackStage: stage })).toEqual([
    "The clocks are paused",
    "Bouke: not here yet",
  ]);
  expect(await told({ flag: "white" })).toEqual(["Anne: flag fell"]);
});

test("a game on paper says so, and nobody is to move", async () => {
  expect(root.querySelectorAll('[data-to-move="true"]')).toHaveLength(1);
  await act(() => {
    game.value = { ...gameAfter(2), onPaperFrom: 3 };
  });
  expect(say("[data-on-paper]")).toBe("On paper from move 2");
  expect(root.querySelectorAll('[data-to-move="true"]')).toHaveLength(0);
});

test("a game that was played with reversed colours says so", async () => {
  expect(say("[data-colors-reversed]")).toBeUndefined();
  await act(() => {
    game.value = { ...gameAfter(2), colorsReversed: true };
  });
  expect(say("[data-colors-reversed]")).toBe("Played with the colours reversed (KNDB F7)");
});

test("only the text of the running clock changes with time", async () => {
  const clock = (side: string) => root.querySelector(`[data-clock="${side}"] .clock-time`);
  expect(clock("black")?.textContent).toBe("0:30");
  await act(() => {
    now.value = 5_500;
  });
  expect(clock("black")?.textContent).toBe("0:24");
  expect(clock("white")?.textContent).toBe("1:00");
  expect(root.querySelector('[data-clock="black"]')?.getAttribute("data-running")).toBe("true");
});

test("on a turned board each player still stands beside their own time", async () => {
  const lines = () =>
    [...root.querySelectorAll(".player")].map((line) => [
      line.querySelector(".player-name-text")?.textContent,
      line.querySelector(".clock-time")?.textContent,
    ]);
  expect(lines()).toEqual([
    ["Bouke", "0:30"],
    ["Anne", "1:00"],
  ]);
  await act(() => root.querySelector<HTMLElement>("[data-flip]")?.click());
  expect(lines()).toEqual([
    ["Anne", "1:00"],
    ["Bouke", "0:30"],
  ]);
});

test("Home and End are for the game only where nothing else needs them", async () => {
  const pressOn = (selector: string, key: string) =>
    act(() => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      root.querySelector(selector)?.dispatchEvent(event);
    });
  await pressOn("a.pdn", "Home");
  await pressOn("[data-back]", "Home");
  expect(page()?.dataset.ply).toBe("2");
  await pressOn("a.pdn", "ArrowLeft");
  expect(page()?.dataset.ply).toBe("1");
  await pressOn("[data-move]", "Home");
  expect(page()?.dataset.ply).toBe("0");
  await pressOn("h1", "End");
  expect(page()?.dataset.ply).toBe("2");
  await pressOn("[data-flip]", "Home");
  expect(page()?.dataset.ply).toBe("0");
});

test("the name of a link contains its visible text", () => {
  for (const link of root.querySelectorAll("[aria-label]:is(a, button)")) {
    const seen = link.textContent?.replaceAll(/[‹›]/g, "").trim() ?? "";
    expect(link.getAttribute("aria-label")).toContain(seen);
  }
  expect(root.querySelector("[rel=prev]")?.getAttribute("aria-label")).toBe(
    "Previous board, Board 1",
  );
});

test("a missing board says so in its title", async () => {
  await act(() => {
    game.value = null;
  });
  expect(root.querySelector("h1")?.textContent).toContain("There is no such board");
  expect(root.querySelector("h1")?.tabIndex).toBe(-1);
});

test("the space bar steps on, L leads to live and F turns the board", async () => {
  await press("Home");
  await press(" ");
  expect(page()?.dataset.ply).toBe("1");
  await press("l");
  expect(page()?.dataset.ply).toBe("2");
  await press("f");
  expect(root.querySelector("[data-flip]")?.getAttribute("aria-pressed")).toBe("true");
});

test("a finger that wipes over the board steps, one that scrolls or zooms does not", async () => {
  const board = root.querySelector(".game-board");
  const wipe = (right: number, down: number, more: PointerEventInit = {}) =>
    act(() => {
      const at = { pointerType: "touch", isPrimary: true, pointerId: 1, ...more };
      board?.dispatchEvent(new PointerEvent("pointerdown", { ...at, clientX: 200, clientY: 200 }));
      const to = { clientX: 200 + right, clientY: 200 + down };
      board?.dispatchEvent(new PointerEvent("pointerup", { ...at, ...to }));
    });
  await wipe(80, 10);
  expect(page()?.dataset.ply).toBe("1");
  for (const [right, down, more] of [
    [-30, 0, {}],
    [-80, 60, {}],
    [-80, 0, { pointerType: "mouse" }],
    [-80, 0, { isPrimary: false }],
  ] as const) {
    await wipe(right, down, more);
    expect(page()?.dataset.ply).toBe("1");
  }
  await wipe(-80, 10);
  expect(page()?.dataset.ply).toBe("2");
});

test("each move has the time that it took, the one on the board in words", async () => {
  const moves = MOVES.map((move, at) => ({
    ...move,
    fen: null,
    at: [0, 42_500, 167_500][at] ?? 0,
  }));
  await act(() => {
    game.value = { ...gameAfter(3), moves };
  });
  const times = [...root.querySelectorAll(".move-time")].map((one) => one.textContent);
  expect(times).toEqual(["", "0:42", "2:05", ""]);
  expect(say("[data-move-spent]")).toBe("This move took 2:05");
  await press("Home");
  expect(root.querySelector("[data-move-spent]")).toBeNull();
});

test("where results are hidden a game is shown as far as it was stepped through", async () => {
  const over = { ...gameAfter(3), result: WHITE_WINS };
  let steps = 0;
  const show = (to: number) => {
    steps = to;
    game.value = veiled(over, steps);
  };
  const hiding = {
    ...feed,
    hides: signal(true),
    stepOn: () => show(steps + 1),
    unveil: () => show(EVERYTHING),
  } as unknown as Feed;
  await act(() => render(null, root));
  await act(() => {
    show(0);
    render(<GamePage feed={hiding} id="r1-t1" />, root);
  });
  const text = () => root.textContent ?? "";
  expect(page()?.dataset).toMatchObject({ ply: "0", livePly: "0" });
  expect(text()).not.toMatch(/28x19|White wins|PDN/);
  await press("ArrowRight");
  await press(" ");
  await press("End");
  expect(page()?.dataset.ply).toBe("2");
  await press("ArrowLeft");
  expect(page()?.dataset.ply).toBe("1");
  await press("ArrowRight");
  await press("ArrowRight");
  expect(page()?.dataset.ply).toBe("3");
  expect(text()).not.toContain("White wins");
  await press("ArrowRight");
  expect(say("[data-result-text]")).toContain("White wins");
  await act(() => show(1));
  expect(root.querySelector("[data-correction]")).toBeNull();
  await act(() => root.querySelector<HTMLElement>("[data-unveil]")?.click());
  expect(page()?.dataset.ply).toBe("3");
});

test("a page whose address names a move begins there", async () => {
  await act(() => render(null, root));
  await act(() => render(<GamePage feed={feed} id="r1-t1" ply={1} />, root));
  expect(page()?.dataset.ply).toBe("1");
  expect(root.querySelector(".player-name-text a")?.getAttribute("href")).toBe(
    "/t/main/demo?player=2",
  );
});
