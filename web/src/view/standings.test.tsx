// @vitest-environment happy-dom
import { type Signal, signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Feed } from "../live/feed";
import type { Row, Table } from "../wire/frames";
import { Standings } from "./standings";

const row = (place: number, participant: number, values: (number | null)[]): Row => ({
  place,
  tied: false,
  participant,
  played: 7,
  wins: 3,
  draws: 1,
  losses: 3,
  inHand: 0,
  values,
  decidedBy: "",
  resolvedBy: null,
  seed: null,
  zone: null,
  withdrawn: false,
});
const KK: Table = {
  group: 1,
  contest: "games",
  columns: [
    { key: "points", unit: 2 },
    { key: "sonneborn-berger", unit: 2 },
  ],
  rows: [
    { ...row(1, 1, [11, 60]), tied: true },
    { ...row(1, 2, [11, 58]), tied: true },
    { ...row(3, 3, [7, null]), decidedBy: "points", inHand: 1, played: 6 },
    { ...row(4, 4, [3, 8]), zone: { kind: "relegation", contested: false }, withdrawn: true },
  ],
  ties: [{ place: 1, participants: [1, 2], remedy: "match-of-two", early: false }],
  finalOrder: [],
};

let tables: Signal<readonly Table[]>;
let rounds: Signal<
  readonly {
    readonly state: "open" | "closed";
    readonly games: string[];
    readonly kind?: "final";
  }[]
>;
let hides: Signal<boolean>;
let root: HTMLElement;

beforeEach(async () => {
  document.body.innerHTML = "<div></div>";
  root = document.body.firstElementChild as HTMLElement;
  hides = signal(false);
  tables = signal([KK]);
  rounds = signal([{ state: "closed", games: [] }]);
  const players = ["Aa", "Bo", "Ce", "De"].map((name, at) => [at + 1, { id: at + 1, name }]);
  /** The part of a feed that the tables read. */
  const feed = {
    venue: "main",
    id: "kk",
    players: signal(new Map(players as [])),
    teams: signal(new Map([[1, { id: 1, name: "Huizum" }]])),
    rounds,
    tables,
    hides,
  } as unknown as Feed;
  await act(() => render(<Standings feed={feed} />, root));
});
afterEach(() => act(() => render(null, root)));

const lines = () =>
  [...root.querySelectorAll("tbody tr")].map((line) =>
    [...line.children].map((cell) => cell.textContent).join("|"),
  );

test("a table has the columns of its regulation, its ties and its zones", () => {
  expect(lines()).toEqual([
    "1= (shared)|Aa|7|3|1|3|5½|30",
    "1= (shared)|Bo|7|3|1|3|5½|29",
    "3|Ce|6−1 (1 game in hand)|3|1|3|3½ (decides against the row above)|–",
    "▼relegation, 4|De withdrawn|7|3|1|3|1½|4",
  ]);
  const heads = [...root.querySelectorAll("thead th .hidden")].map((head) => head.textContent);
  expect(heads).toEqual(["Rank", "Played", "Won", "Drawn", "Lost", "Points", "Sonneborn-Berger"]);
  expect(root.querySelector("[data-decides]")?.firstChild?.textContent).toBe("3½");
  expect(root.querySelector(".legend")?.textContent).toBe("▼ relegation");
  expect(root.querySelector("[data-tie]")?.textContent).toBe(
    "Aa and Bo share places 1 to 2: a match of two games, then single games",
  );
  expect(root.querySelector("h3")).toBeNull();
});

test("before a round is over no zone and no tie is shown", async () => {
  await act(() => {
    rounds.value = [{ state: "open", games: [] }];
  });
  expect(lines().at(-1)).toMatch(/^4\|De withdrawn/);
  expect(root.querySelector("[data-zone]")).toBeNull();
  expect(root.querySelector(".legend")).toBeNull();
  expect(root.querySelector("[data-tie]")).toBeNull();
});

test("the meanings of headings and signs can be opened, and are not in titles alone", () => {
  const explained = [...root.querySelectorAll(".explanation div")].map((line) =>
    [...line.children].map((part) => part.textContent).join(": "),
  );
  expect(explained).toEqual([
    "Pl: Played",
    "W: Won",
    "D: Drawn",
    "L: Lost",
    "Pts: Points",
    "SB: Sonneborn-Berger",
    "=: shared",
    "−1: games in hand",
    "underlined: decides against the row above",
  ]);
  expect(root.querySelectorAll("[title]")).toHaveLength(0);
});

test("a withdrawal and a return are each announced once", async () => {
  const spoken = () => root.querySelector("[aria-live=polite][data-spoken]")?.textContent;
  expect(spoken()).toBe("");
  const withdraws = (place: number, withdrawn: boolean) =>
    act(() => {
      const rows = tables.value[0]?.rows ?? [];
      const changed = rows.map((one) => (one.place === place ? { ...one, withdrawn } : one));
      tables.value = [{ ...KK, rows: changed }];
    });
  await withdraws(3, true);
  expect(spoken()).toBe("Ce has withdrawn");
  expect(lines()[2]).toMatch(/^3\|Ce withdrawn\|/);
  await withdraws(4, false);
  expect(spoken()).toBe("De takes part again");
});

test("groups stand one under the other, teams by their names, a final order below", async () => {
  const teams: Table = {
    ...KK,
    group: 2,
    contest: "matches",
    rows: [{ ...row(1, 1, [4, 20]), zone: { kind: "promotion", contested: true } }],
    ties: [],
    finalOrder: [1],
  };
  await act(() => {
    tables.value = [KK, teams];
  });
  const titles = [...root.querySelectorAll("h3")].map((title) => title.textContent);
  expect(titles).toEqual(["Group 1", "Group 2", "Final order"]);
  const labels = [...root.querySelectorAll("section")].map((one) => one.getAttribute("aria-label"));
  expect(labels).toEqual(["Standings, Group 1", "Standings, Group 2"]);
  const summaries = [...root.querySelectorAll("summary")].map((one) => one.textContent);
  expect(summaries).toEqual([
    "Explanation of columns and signs, Group 1",
    "Explanation of columns and signs, Group 2",
  ]);
  expect(lines().at(-1)).toBe("△promotion or not: tied, 1|Huizum|7|3|1|3|2|10");
  expect(root.querySelector("[data-final-order]")?.textContent).toBe("Huizum");
});

test("regulation 2006 art. 14d: after finals one table of all players stands above the pools", async () => {
  const all: Table = {
    ...KK,
    group: 0,
    columns: [{ key: "points", unit: 100 }],
    rows: [row(1, 3, [1600]), { ...row(2, 1, [1400]), decidedBy: "final" }, row(3, 2, [200])],
    ties: [],
  };
  await act(() => {
    rounds.value = [{ state: "closed", games: [], kind: "final" }];
    tables.value = [{ ...KK, finalOrder: [3, 1, 2] }, { ...KK, group: 2 }, all];
  });
  const titles = [...root.querySelectorAll("h3")].map((title) => title.textContent);
  expect(titles).toEqual(["Final order", "Group 1", "Group 2"]);
  const table = root.querySelector('[data-group="0"]');
  const places = [...(table?.querySelectorAll("tbody tr") ?? [])].map((one) => [
    one.getAttribute("data-place"),
    one.getAttribute("data-player"),
  ]);
  expect(places).toEqual([
    ["1", "3"],
    ["2", "1"],
    ["3", "2"],
  ]);
  // No column decided, so none is underlined.
  expect(table?.querySelector("details")?.textContent).not.toContain("underlined");
});

test("the winners of the groups have a table of their own below the groups", async () => {
  const winners: Table = {
    ...KK,
    group: 0,
    columns: [{ key: "points", unit: 2 }],
    rows: [row(1, 4, [3]), row(2, 1, [1])],
    ties: [],
  };
  await act(() => {
    tables.value = [KK, { ...KK, group: 2 }, winners];
  });
  const titles = [...root.querySelectorAll("h3")].map((title) => title.textContent);
  expect(titles).toEqual(["Group 1", "Group 2", "Group winners"]);
  expect(root.querySelector('[data-group="0"] section')?.getAttribute("aria-label")).toBe(
    "Standings, Group winners",
  );
  expect(lines().slice(-2)).toEqual(["1|De|7|3|1|3|1½", "2|Aa|7|3|1|3|½"]);
  // A participant in two tables is announced once.
  const gone = (table: Table) => ({
    ...table,
    rows: table.rows.map((one) => (one.participant === 1 ? { ...one, withdrawn: true } : one)),
  });
  await act(() => {
    tables.value = tables.value.map(gone);
  });
  expect(root.querySelector("[data-spoken]")?.textContent).toBe("Aa has withdrawn");
});

test.each([
  ["games", null, "† Aa before Bo: decided by games that were played for it"],
  ["lot", "18446744073709551615", "† Aa before Bo: decided by lot (seed 18446744073709551615)"],
  ["lot", null, "† Aa before Bo: decided by lot"],
  ["arbiter", null, "† Aa before Bo: decided by the arbiter"],
] as const)(
  "a tie that was resolved names what did it: %s, %s",
  async (resolvedBy, seed, words) => {
    const second = { ...row(2, 2, [11, 60]), decidedBy: "resolution", resolvedBy, seed };
    await act(() => {
      tables.value = [{ ...KK, rows: [row(1, 1, [11, 60]), second], ties: [] }];
    });
    expect(lines()[1]).toMatch(/^2† \(a shared place was decided\)\|Bo\|/);
    expect(root.querySelector("[data-resolved]")?.textContent).toBe(words);
  },
);

test("where results are hidden there are no standings", async () => {
  await act(() => {
    hides.value = true;
  });
  expect(root.textContent).toBe("Standings and results are hidden.");
});
