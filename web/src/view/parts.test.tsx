// @vitest-environment happy-dom
import { type Signal, signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Feed } from "../live/feed";
import type { PartRoute } from "../router";
import { veiled } from "../state/veil";
import type { Game, Move, Round, Table, Team } from "../wire/frames";
import { WHITE_WINS } from "../wire/result.fixture";
import { Pages } from "./parts";
import { sharedQuery } from "./share";

const START = "W:W31-50:B1-20";
const NAMES = ["Anne", "Bouke", "Ceciel"];
const game = (round: number, white: number, black: number, more: Partial<Game> = {}): Game => ({
  id: `r${round}-t1`,
  round,
  table: 1,
  white,
  black,
  started: true,
  version: 1,
  start: START,
  fen: START,
  moves: [],
  result: null,
  clock: null,
  onPaperFrom: null,
  colorsReversed: false,
  ...more,
});
const BEGAN = Date.UTC(2026, 10, 21, 12);
const MOVE: Move = {
  text: "32-28",
  from: 32,
  to: 28,
  captured: [],
  fen: null,
  at: BEGAN,
  irregular: null,
};
const GAMES = [
  game(1, 1, 2, { result: WHITE_WINS, moves: [MOVE] }),
  game(2, 3, 1),
  game(3, 2, 3, { started: false }),
];
const round = (number: number, state: Round["state"]): Round => ({
  number,
  state,
  games: [`r${number}-t1`],
  byes: [],
  kind: "round",
  matches: [],
});
const row = (place: number, participant: number, points: number): Table["rows"][number] => ({
  place,
  tied: false,
  participant,
  played: 1,
  wins: 0,
  draws: 0,
  losses: 0,
  inHand: 0,
  values: [points],
  decidedBy: "",
  resolvedBy: null,
  seed: null,
  zone: null,
  withdrawn: false,
});
const TABLE: Table = {
  group: 1,
  contest: "games",
  columns: [{ key: "points", unit: 1 }],
  rows: [row(1, 1, 2), row(2, 3, 0), row(3, 2, 0)],
  ties: [],
  finalOrder: [],
};

let hides: Signal<boolean>;
let teams: Signal<ReadonlyMap<number, Team>>;
let rounds: Signal<readonly Round[]>;
let tables: Signal<readonly Table[]>;
let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  root = document.body.firstElementChild as HTMLElement;
  hides = signal(false);
  teams = signal(new Map());
  rounds = signal([round(1, "closed"), round(2, "open"), round(3, "paired")]);
  tables = signal([TABLE]);
});
afterEach(() => act(() => render(null, root)));

async function show(page: PartRoute["page"], player = 0): Promise<void> {
  const shown = { page, venue: "main", id: "kk", player } as PartRoute;
  const games = new Map(
    GAMES.map((one) => [one.id, signal(hides.value ? veiled(one, 0) : one)] as const),
  );
  const feed = {
    venue: "main",
    id: "kk",
    tournament: signal({
      name: "KK",
      rules: "international",
    }),
    players: signal(
      new Map(NAMES.map((name, at) => [at + 1, { id: at + 1, name, club: "Snits", rating: null }])),
    ),
    teams,
    rounds,
    tables,
    hides,
    game: (id: string) => games.get(id) ?? signal(null),
  } as unknown as Feed;
  await act(() => render(<Pages feed={feed} shown={shown} />, root));
}

const texts = (selector: string) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent);

test("a player's page has the place, the points and the games of every round", async () => {
  await show("player", 1);
  expect(texts("h1")).toEqual(["Anne"]);
  expect(texts("[data-place]")).toEqual(["Place 1: points 2, 1 game"]);
  const rows = [...root.querySelectorAll("[data-meeting]")].map((one) =>
    [...one.children].map((cell) => cell.textContent).join("|"),
  );
  expect(rows).toEqual(["1|White|Bouke|2|White wins, resignation", "2|Black|Ceciel|–|in play"]);
  expect(root.querySelector(".pdn")?.getAttribute("href")).toBe(
    "/api/v1/tournaments/main/kk/players/1.pdn",
  );
  await show("player", 9);
  expect(texts("h1")).toEqual(["There is no such player in this tournament."]);
});

test("a player who sits for a team has its name", async () => {
  teams.value = new Map([[4, { id: 4, name: "Huizum", boards: [0, 2] }]]);
  await show("player", 2);
  expect(texts(".subtitle")).toEqual(["Snits · Huizum · KK"]);
});

test("players are in the order of their names, each with a page", async () => {
  await show("players");
  expect(texts("[data-player-link]")).toEqual(["AnneSnits", "BoukeSnits", "CecielSnits"]);
  expect(root.querySelector("[data-player-link]")?.getAttribute("href")).toBe(
    "/t/main/kk?player=1",
  );
});

test("a cross table has each against each in the order of the standings", async () => {
  await show("crosstable");
  const rows = [...root.querySelectorAll("[data-participant]")].map((one) =>
    [...one.children].map((cell) => cell.textContent).join("|"),
  );
  expect(rows).toEqual(["1|Anne||●|2|2", "2|Ceciel|●||·|0", "3|Bouke|0|·||0"]);
  expect(root.querySelector("a.cross-cell")?.getAttribute("aria-label")).toBe(
    "Round 2, Black, Ceciel, in play",
  );
});

test("a cross table of many goes round by round, with the number of each opponent", async () => {
  const others = Array.from({ length: 14 }, (_, at) => row(at + 4, at + 4, 0));
  tables.value = [{ ...TABLE, rows: [...TABLE.rows, ...others] }];
  await show("crosstable");
  const [first] = root.querySelectorAll("[data-participant]");
  const cells = [...(first?.children ?? [])].map((cell) => cell.textContent);
  expect(cells).toEqual(["1", "Anne", "32", "2●", "", "2"]);
});

test("a cross table of teams has board points", async () => {
  teams.value = new Map([1, 2].map((id) => [id, { id, name: `Team ${id}` }]));
  tables.value = [{ ...TABLE, contest: "matches", rows: [row(1, 2, 2), row(2, 1, 0)] }];
  const match = { first: 1, second: 2, games: [], firstPoints: 3, secondPoints: 5 };
  rounds.value = [{ ...round(1, "closed"), matches: [match] }];
  await show("crosstable");
  expect(texts("[data-participant]")).toEqual(["1Team 252", "2Team 130"]);
});

test("the schedule has the rounds, and when they began", async () => {
  await show("schedule");
  const rows = [...root.querySelectorAll<HTMLElement>("[data-round]")].map((one) => [
    one.dataset.at,
    ...[...one.children].map((cell) => cell.textContent),
  ]);
  expect(rows.map(([at, name, , state]) => [at, name, state])).toEqual([
    [String(BEGAN), "Round 1", "finished"],
    ["", "Round 2", "in play"],
    ["", "Round 3", "not started"],
  ]);
  expect(rows[0]?.[2]).toContain("21");
  expect(rows[1]?.[2]).toBe("–");
});

test.each(["player", "players", "crosstable", "schedule"] as const)(
  "where results are hidden the page %s tells none",
  async (page) => {
    hides.value = true;
    tables.value = [];
    await show(page, 1);
    expect(root.textContent).not.toMatch(/wins|points 2|\b2-0\b/);
    expect(root.querySelectorAll("[data-points='2'], a.pdn")).toHaveLength(0);
    expect(texts(".cross-cell").join("")).not.toMatch(/\d/);
  },
);

test.each([
  [null, "fy", "?lang=fy"],
  [0, "nl", "?ply=0&lang=nl"],
  [41, "en", "?ply=41&lang=en"],
])("an address at ply %s in %s ends in %s", (ply, lang, query) => {
  expect(sharedQuery(ply, lang)).toBe(query);
});
