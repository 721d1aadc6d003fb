// The technician's page of sensor boards, and a board at the desk that no move explains.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { faults } from "./axe.mjs";
import { Arbiter } from "./desk.mjs";
import { SensorBoard } from "./sensor_board.mjs";
import { launch, OUT } from "./spectator.mjs";
import { inHall, KK, recorded } from "./tablet.mjs";
import { until } from "./until.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { source: AXE } = require("axe-core");

/** `Reason.AGREEMENT` of the wire. */
const AGREEMENT = "4";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test in a hall with a sensor board at each of two tables, whose round is open. */
async function withBoards(work) {
  await inHall("international", async (hall) => {
    const boards = [];
    try {
      await hall.hall.publish(1);
      for (const table of [1, 2]) {
        const board = await SensorBoard.open(`0102${table}`);
        boards.push(board);
        const limits = ["--tournament", KK, "--tables", String(table)];
        const told = hall.system.access("enrol", "board-agent", "--seat", "table", ...limits);
        hall.system.liveBoard(`agent-${table}`, /^\d{6}$/m.exec(told)[0], board.port);
      }
      await hall.hall.openRound(1, true);
      for (const table of [1, 2]) await hall.system.boardPlays(`agent-${table}`);
      await work({ ...hall, boards });
    } finally {
      for (const board of boards) board.close();
    }
  });
}

const card = (desk, table, more = "") =>
  desk.page.locator(`.board-card:has-text("0102${table}")${more}`);

test("the technician sees every board, what differs, and does with one tap what helps", async () => {
  await withBoards(async ({ system, token, boards }) => {
    const desk = await Arbiter.enter(browser);
    await desk.page.addInitScript({ content: AXE });
    await desk.visit(`${system.address()}/desk/main/${KK}/boards#token=${token}`);
    for (const table of [1, 2]) await card(desk, table, '[data-state="agrees"]').waitFor();
    assert.match(await card(desk, 1).innerText(), /88 %/);
    // A move on one board is in the record, and the board agrees again.
    boards[0].move(32, 28);
    boards[0].press("W");
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), ["32-28"]);
    await card(desk, 1, '[data-state="agrees"]').waitFor();
    // Pieces that are missing on the other are drawn.
    boards[1].take(3, 7);
    await card(desk, 2, '[data-state="differs"]').waitFor();
    const marked = card(desk, 2).locator('[data-differs="true"]');
    assert.deepEqual(
      await marked.evaluateAll((squares) => squares.map((it) => it.dataset.square)),
      ["3", "7"],
    );
    await desk.press("boards-filter");
    await card(desk, 1).waitFor({ state: "detached" });
    await desk.press("boards-filter");
    // A muted board says nothing, and goes on from the log when it is heard again.
    await card(desk, 1).locator('[data-tap="mute"]').click();
    await card(desk, 1, '[data-state="muted"]').waitFor();
    boards[0].move(19, 23);
    boards[0].press("B");
    await card(desk, 1).locator('[data-differs="true"]').first().waitFor({ state: "detached" });
    await card(desk, 1).locator('[data-tap="unmute"]').click();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 2), ["32-28", "19-23"]);
    await card(desk, 1, '[data-state="agrees"]').waitFor();
    // A board that lies the other way differs everywhere, until it is turned back.
    await card(desk, 1).locator('[data-tap="rotate"]').click();
    await card(desk, 1, ':not([data-state="agrees"])').waitFor();
    await card(desk, 1).locator('[data-tap="rotate"]').click();
    await card(desk, 1, '[data-state="agrees"]').waitFor();
    // The boards change places; the game of the first table goes on on the other board. What the
    // first was told goes with it, so that its pieces are no moves at the second table.
    await card(desk, 1).locator('[data-tap="mute"]').click();
    await card(desk, 1, '[data-state="muted"]').waitFor();
    await card(desk, 1).locator('[data-tap="swap"]').click();
    await desk.confirm();
    await desk.settled();
    await card(desk, 2).locator('h3 a[href$="/r1-t1"]').waitFor();
    const differs = (text) => card(desk, 2).locator(`.board-state:has-text("${text}")`).waitFor();
    await differs("6 squares differ: 3, 7, 19, 23, 28, 32");
    await card(desk, 1).locator('[data-tap="swap"]').click();
    await desk.confirm();
    await desk.settled();
    await card(desk, 1).locator('h3 a[href$="/r1-t1"]').waitFor();
    await differs("2 squares differ: 3, 7");
    await card(desk, 1, '[data-state="muted"]').waitFor();
    assert.deepEqual(await faults(desk.page), []);
    await desk.page.screenshot({ path: `${OUT}boards-1280.png`, fullPage: true });
    await desk.page.setViewportSize({ width: 360, height: 740 });
    const width = await desk.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} pixels`);
    assert.deepEqual(await faults(desk.page), []);
    await desk.page.screenshot({ path: `${OUT}boards-360.png`, fullPage: true });
    // With the keyboard alone.
    await card(desk, 1).locator('[data-tap="unmute"]').focus();
    await desk.key("Enter");
    await card(desk, 1, '[data-state="agrees"]').waitFor();
    for (const language of ["nl", "fy"]) {
      await desk.page.locator(`[data-language="${language}"]`).click();
      await desk.page.locator(`html[lang="${language}"]`).waitFor();
    }
    desk.assertContent();
  });
});

test("a board that no move explains offers the ways on, and the arbiter picks one", async () => {
  await withBoards(async ({ system, token, boards }) => {
    const desk = await Arbiter.enter(browser);
    await desk.visit(`${system.address()}/desk/main/${KK}/tables#token=${token}`);
    await desk.page.locator(".table-card").first().waitFor();
    // A piece fell off the board when White moved.
    boards[1].take(50);
    boards[1].move(32, 28);
    boards[1].press("W");
    const way = desk.page.locator('.inbox [data-way="32-28"]');
    await way.waitFor({ timeout: 60_000 });
    assert.match(await way.innerText(), /50/);
    await desk.page.locator('.inbox [data-way="paper"]').waitFor();
    await desk.page.locator('.inbox [data-way="position"]').waitFor();
    await desk.page.screenshot({ path: `${OUT}board-gap.png` });
    await way.click();
    await desk.settled();
    assert.deepEqual(await recorded(system, KK, "r1-t2", 1), ["32-28"]);
    // It is done with, and the board goes on once the piece is back.
    await desk.page.locator('.inbox [data-alarm="call"][data-seen]').waitFor();
    desk.assertContent();
  });
});

test("a result that the players show on a board is recorded once the desk has entered it", async () => {
  await withBoards(async ({ system, token, boards }) => {
    const desk = await Arbiter.enter(browser);
    await desk.visit(`${system.address()}/desk/main/${KK}/tables#token=${token}`);
    await desk.page.locator(".table-card").first().waitFor();
    boards[0].move(32, 28);
    boards[0].press("W");
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), ["32-28"]);
    boards[0].show("1-1");
    const enter = desk.page.locator('.inbox [data-tap="result"]');
    await enter.waitFor();
    assert.match(await enter.innerText(), /1-1/);
    await enter.click();
    const dialog = desk.page.locator("dialog[open]");
    // The score is filled in, and how the game ended is for the desk to say.
    assert.equal(await dialog.locator('select[name="score"] option:checked').innerText(), "1-1");
    await dialog.locator('select[name="how"]').selectOption({ value: AGREEMENT });
    await desk.confirm();
    await desk.settled();
    await desk.page.locator('.inbox [data-alarm="call"][data-seen]').waitFor();
    const path = `/api/v1/tournaments/main/${KK}/games/r1-t1.pdn`;
    await until("the result to be shown", async () => {
      const pdn = await (await fetch(system.address() + path)).text();
      assert.match(pdn, /\[Result "1-1"\]/);
      assert.match(pdn, /shown on the board/);
      return true;
    });
    desk.assertContent();
  });
});

test("a technician sees the boards and no game, and mutes one", async () => {
  await withBoards(async ({ system }) => {
    system.access("add", "tea", "--name", "Tea");
    system.access("grant", "tea", "technician");
    const token = system.access("token", "tea", "--quiet").trim();
    const desk = await Arbiter.enter(browser, { viewport: { width: 360, height: 740 } });
    await desk.visit(`${system.address()}/desk/main/${KK}/boards#token=${token}`);
    for (const table of [1, 2]) await card(desk, table, '[data-state="agrees"]').waitFor();
    // Of a tournament the boards and the devices at the tables are theirs, and nothing else.
    await desk.page.locator('nav.sections [data-section="devices"]').waitFor();
    assert.equal(await desk.page.locator("nav.sections a").count(), 2);
    await card(desk, 2).locator('[data-tap="mute"]').click();
    await card(desk, 2, '[data-state="muted"]').waitFor();
    await desk.settled();
    desk.assertContent();
  });
});

test("a spare board at a table of its own is swapped in, and plays once it shows the game", async () => {
  await withBoards(async ({ system, token, boards }) => {
    const spare = await SensorBoard.open("01029");
    boards.push(spare);
    const limits = ["--tournament", KK, "--board", "01029=901"];
    const told = system.access("enrol", "board-agent", ...limits);
    system.liveBoard("agent-901", told.trim().split("=")[1], spare.port);
    boards[0].move(32, 28);
    boards[0].press("W");
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), ["32-28"]);
    const desk = await Arbiter.enter(browser);
    await desk.visit(`${system.address()}/desk/main/${KK}/boards#token=${token}`);
    await desk.page.locator('.board-card:has-text("01029")').waitFor();
    await card(desk, 1).locator('[data-tap="swap"]').click();
    await desk.page.locator("dialog select").selectOption({ label: "01029, table 901" });
    await desk.confirm();
    await desk.settled();
    // The spare stands as at the beginning: it says that it waits, and what is missing.
    const swapped = desk.page.locator('.board-card:has-text("01029")');
    await swapped.locator('h3 a[href$="/r1-t1"]').waitFor();
    await swapped.locator('.board-state:has-text("2 squares differ: 28, 32")').waitFor();
    assert.equal(await swapped.getAttribute("data-state"), "waits");
    spare.move(32, 28);
    await desk.page.locator('.board-card:has-text("01029")[data-state="agrees"]').waitFor();
    spare.move(19, 23);
    spare.press("B");
    assert.deepEqual(await recorded(system, KK, "r1-t1", 2), ["32-28", "19-23"]);
    desk.assertContent();
  });
});
