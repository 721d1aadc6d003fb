// Plays real games through two tablets, in a real browser with real services.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, seated, Tablet, twoTablets } from "./tablet.mjs";
import { until } from "./until.mjs";

const GAMES = {
  international: gameOf("international/090417ronde12.pdn", 0),
  frisian: gameOf("frisian/lidraughts_frisian_human.pdn", 0),
};

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const rules of ["international", "frisian"]) {
  test(`a ${rules} game through two tablets is the game that was played`, async () => {
    await inHall(rules, async ({ system, hall }) => {
      const [white, black] = await seated(browser, system, hall);
      await playOn(white, black, 1, GAMES[rules]);
      const moves = await recorded(system, KK, "r1-t1", GAMES[rules].length);
      assert.deepEqual(moves, GAMES[rules]);
      for (const tablet of [white, black]) {
        await tablet.sent();
        tablet.assertContent();
      }
    });
  });
}

test("draws are offered and agreed, a game is resigned, and the next round takes the tablet along", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    await playOn(white, black, 1, ["32-28", "19-23"]);
    await white.act("draw-white");
    await black.page.locator('[data-offer="white"]').waitFor();
    await black.act("draw-black");
    for (const tablet of [white, black]) await tablet.screen("end");
    const score = (tablet) => tablet.page.locator("[data-score]").getAttribute("data-score");
    assert.deepEqual([await score(white), await score(black)], ["2", "2"]);
    await white.touch("confirm-white");
    await black.touch("confirm-black");
    await white.page.locator('[role="status"]', { hasText: "confirmed" }).waitFor();
    await hall.recordResult(2, 1, 3, "told at the desk");
    await hall.publish(2);
    for (const tablet of [white, black]) await tablet.sitDown();
    await hall.openRound(2, true);
    await playOn(white, black, 1, ["34-29"]);
    await black.act("resign-black");
    await black.touch("resign");
    for (const tablet of [white, black]) {
      await tablet.screen("end");
      assert.equal(await score(tablet), "1");
      tablet.assertContent();
    }
  });
});

test("a tablet calls the arbiter, the desk answers, and the table is told", async () => {
  await inHall("frisian", async ({ system, hall, token }) => {
    const [white] = await twoTablets(browser, system);
    await hall.openRound(1);
    await white.screen("ready");
    const desk = await Arbiter.enter(browser);
    await desk.visit(`${system.address()}/desk/main/${KK}/tables#token=${token}`);
    await desk.page.locator('.inbox[data-alarms="0"]').waitFor({ state: "attached" });
    await white.touch("arbiter");
    await white.touch("call-clock");
    await white.page.locator('[data-call="waits"]').waitFor();
    const call = '.inbox [data-alarm="call"]';
    await desk.page.locator(`${call}[data-urgent="true"]`, { hasText: "Clock" }).waitFor();
    await desk.key("a");
    await white.page.locator('[data-call="answered"]').waitFor();
    white.assertContent();
  });
});

test("moves are entered by their numbers and read back, and the other side's if the settings say so", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white] = await twoTablets(browser, system);
    await hall.openRound(1);
    await white.screen("ready");
    await white.sitDown();
    const field = white.page.locator("#typed-move");
    const readBack = white.page.locator(".tablet-read-back");
    await field.fill("32-51");
    await field.press("Enter");
    await readBack.filter({ hasText: "32-51 is no move" }).waitFor();
    await field.fill("32-28");
    await field.press("Enter");
    await readBack.filter({ hasText: "32 – 28" }).waitFor();
    await field.press("Enter");
    await white.ply(2);
    // It is Black's turn, and this is White's tablet.
    await white.tap(19);
    await white.tap(23);
    assert.equal(await white.page.locator(".touch-board").getAttribute("data-entry"), "");
    await white.touch("settings");
    await white.page.locator(".tablet-check input").first().tap();
    await white.touch("close");
    await white.play(2, "19-23");
    assert.deepEqual(await recorded(system, KK, "r1-t1", 2), ["32-28", "19-23"]);
  });
});

test("in an event for children tablets show where a piece may go, and a move presses the clock", async () => {
  await inHall("international", async ({ system, token }) => {
    const cup = new Hall(system, "cup", token);
    const players = ["Ids", "Jel"];
    await cup.prepare({ name: "Cup", rules: "international", players, isForChildren: true });
    const tablet = await Tablet.take(browser);
    await tablet.enrol(system, { tournament: "cup", table: 1, seat: "table" });
    await cup.openRound(1);
    await tablet.sitDown();
    await tablet.ply(1);
    const hints = (...squares) =>
      until(`the hints ${squares}`, async () => {
        const marks = tablet.page.locator("[data-hint]");
        const shown = await marks.evaluateAll((all) => all.map(({ dataset }) => dataset.hint));
        assert.deepEqual(shown.map(Number), squares);
        return true;
      });
    await tablet.page.locator(".tablet-told", { hasText: "where a piece may go" }).waitFor();
    await hints(31, 32, 33, 34, 35);
    await tablet.tap(32);
    await hints(27, 28);
    await tablet.tap(28);
    await tablet.ply(2);
    for (const square of [19, 23]) await tablet.tap(square);
    await tablet.ply(3);
    // A capture is obligatory, and its only piece is marked.
    await hints(28);
    for (const square of [28, 19]) await tablet.tap(square);
    await tablet.ply(4);
    assert.deepEqual(await recorded(system, "cup", "r1-t1", 3), ["32-28", "19-23", "28x19"]);
    await tablet.page.locator('[data-clock="black"][data-running="true"]').waitFor();
    tablet.assertContent();
  });
});

test("what the arbiter changed is told at the table until it was seen", async () => {
  await inHall("frisian", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    await playOn(white, black, 1, ["32-28", "19-23"]);
    await recorded(system, KK, "r1-t1", 2);
    await hall.retract(1, 2);
    for (const tablet of [white, black]) {
      await tablet.page.locator(".tablet-changed", { hasText: "By art. 27." }).waitFor();
      await tablet.ply(2);
    }
    await black.seen();
    await black.page.reload();
    await black.play(2, "20-25");
    assert.equal(await black.page.locator(".tablet-changed").count(), 0);
    await white.page.locator(".tablet-changed").waitFor();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 2), ["32-28", "20-25"]);
    await white.seen();
    await white.play(3, "37-32");
    await recorded(system, KK, "r1-t1", 3);
    await hall.goOnPaper(1);
    await white.page.locator(".tablet-told", { hasText: "on paper" }).waitFor();
  });
});
