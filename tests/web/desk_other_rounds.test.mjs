// Checks that the desk finds a game in whatever round it is: one whose round its result has closed, and one
// that was postponed and is made up while another round is in play. Tells results by rule from others.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { BY_ARBITER, Hall, SCORES } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test at the desk while a club plays its first round, by the rules of 2006. */
async function atDesk(work) {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const hall = await Hall.atClub(system);
    const arbiter = await Arbiter.sit(browser, system.address());
    await arbiter.page.evaluate(() => localStorage.setItem("damcast.person", "Anna"));
    await work({ hall, arbiter, at: `${system.address()}/desk/main/club` });
    arbiter.assertContent();
    await arbiter.leave();
  });
}

test("the game whose result closed its round is opened, and goes on", async () => {
  await atDesk(async ({ hall, arbiter, at }) => {
    const { page } = arbiter;
    await hall.moves(1, 1, ["32-28", "19-23"]);
    await hall.resign(2, "white");
    await hall.resign(1, "white");
    await arbiter.visit(`${at}/round`);
    await arbiter.stage(1, "closed");
    await arbiter.visit(`${at}/tables/r1-t1`);
    await page.locator('[data-game-open="r1-t1"] .line', { hasText: "1. 32-28 19-23" }).waitFor();
    await arbiter.press("ruling-resume");
    await page.locator("dialog #field-reason").fill("the flag had not fallen");
    await arbiter.confirm();
    await arbiter.settled();
    // Its round is open again, and the tablets of its table play on.
    await arbiter.visit(`${at}/round`);
    await arbiter.stage(1, "open");
    await until("the game to go on", async () => {
      return (await hall.move(1, "white", 3, "28x19")) === "accepted";
    });
    await arbiter.visit(`${at}/tables`);
    await page.locator('.table-card[data-game="r1-t1"]').waitFor();
  });
});

test("a postponed game has its place, its alarms and its rulings while another round is played", async () => {
  await atDesk(async ({ hall, arbiter, at }) => {
    const { page } = arbiter;
    await hall.resign(1, "white");
    await hall.closeRound(1);
    await hall.openRound(2);
    await arbiter.visit(`${at}/tables`);
    for (const game of ["r2-t1", "r2-t2", "r1-t2"]) {
      await page.locator(`.table-card[data-game="${game}"]`).waitFor();
    }
    await page.locator('[data-game="r1-t2"] [data-make-up]', { hasText: "postponed" }).waitFor();
    assert.equal(await page.locator("[data-make-up]").count(), 1);
    assert.equal(await page.locator('.table-card[data-game="r1-t1"]').count(), 0);
    await page.locator('.inbox[data-alarms="0"]').waitFor();

    hall.round = 1;
    await hall.moves(2, 1, ["32-28", "19-23"]);
    assert.equal(await hall.move(2, "white", 3, "37-32"), "accepted");
    const alarm = page.locator('.inbox [data-alarm="irregular"]');
    await alarm.waitFor();
    await page.locator('.table-card[data-game="r1-t2"][data-urgent="true"]').waitFor();
    await alarm.locator("a").click();
    await page.locator('[data-game-open="r1-t2"]').waitFor();
    await arbiter.press("ruling-retract");
    await page.locator("dialog #field-ply").fill("3");
    await page.locator("dialog #field-reason").fill("a capture was missed");
    await arbiter.confirm();
    await page.locator('.inbox[data-alarms="0"]').waitFor();
    await arbiter.settled();
    await hall.giveResult(2, SCORES.draw, BY_ARBITER);
    await arbiter.visit(`${at}/tables`);
    await page.locator('.table-card[data-game="r2-t2"]').waitFor();
    await page.locator('.table-card[data-game="r1-t2"]').waitFor({ state: "detached" });
  });
});

test("a result by rule is told from one over the board, when it is typed over and when it is typed again", async () => {
  await atDesk(async ({ hall, arbiter, at }) => {
    const { page } = arbiter;
    await hall.giveResult(1, SCORES.white, BY_ARBITER);
    await arbiter.visit(`${at}/round`);
    await arbiter.stage(1, "open");
    // A win over the board is not one by rule: it is asked before it is replaced.
    await arbiter.touch('.results [data-table="1"]');
    await arbiter.key("R");
    await arbiter.key("2");
    await page.locator("dialog[open] .ask-text", { hasText: "2-0 R instead of 2-0" }).waitFor();
    await page.locator("dialog #field-reason").fill("Bauke did not come");
    await arbiter.confirm();
    await until("the result by rule", async () => (await arbiter.results())[0] === "2-0 R");
    await arbiter.touch('.results [data-table="2"]');
    await arbiter.key("1");
    await arbiter.stage(1, "closed");
    await arbiter.settled();
    assert.deepEqual(await arbiter.results(), ["2-0 R", "1-1"]);

    await arbiter.press("check");
    const isSaid = (table, is) =>
      page.locator(`.results [data-table="${table}"][data-check="${is}"]`).waitFor();
    await arbiter.key("2");
    await isSaid(1, "other");
    await arbiter.key("R");
    await arbiter.key("2");
    await isSaid(1, "same");
    await arbiter.key("1");
    await isSaid(2, "same");
  });
});
