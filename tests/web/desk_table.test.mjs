// Checks the inbox and an opened table at the desk: who looks at an alarm, over a restart and at a second
// desk; a position that is drawn; and the history of everything that was told.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall, MATTERS, ORDERS } from "./hall.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const IRREGULAR = '.inbox [data-alarm="irregular"]';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test while a club plays its first round, by the rules of 2006. */
async function atClub(work) {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const hall = await Hall.atClub(system);
    await work({ system, hall });
  });
}

test("a clock that shows other times waits in the inbox, also after a reload, until it agrees", async () => {
  await atClub(async ({ system, hall }) => {
    await hall.order(1, ORDERS.pause);
    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    await arbiter.visit(`${system.address()}/desk/main/club/tables`);
    await page.locator('.inbox[data-alarms="0"]').waitFor();
    await hall.display(1, 600_000, 1_200_000);
    const alarm = page.locator('.inbox [data-alarm="clock-apart"]');
    await alarm.waitFor();
    assert.match(await alarm.innerText(), /10:00 for White and 20:00 for Black/);
    await page.reload();
    await alarm.waitFor();
    await hall.order(1, ORDERS.adjust("white", 540_000));
    await hall.order(1, ORDERS.adjust("black", 1_140_000));
    await hall.display(1, 540_000, 1_140_000);
    await alarm.waitFor({ state: "detached" });
    arbiter.assertContent();
    await arbiter.leave();
  });
});

test("a call from a table is heard on every page of the desk, and once", async () => {
  await atClub(async ({ system, hall }) => {
    const arbiter = await Arbiter.sit(browser, system.address());
    const other = await Arbiter.sit(browser, system.address(), {
      viewport: { width: 360, height: 740 },
      locale: "fy",
    });
    const { page } = arbiter;
    await page.evaluate(() => localStorage.setItem("damcast.person", "Anna"));
    await arbiter.visit(`${system.address()}/desk/main/club/standings`);
    await page.locator('.inbox[data-alarms="0"]').waitFor({ state: "attached" });
    await other.visit(`${system.address()}/desk/main/club/players`);
    await hall.callArbiter(2, "black", MATTERS.disturbance, "a telephone");
    const call = '.inbox [data-alarm="call"]';
    for (const desk of [arbiter, other]) {
      await desk.page.locator(`${call}[data-urgent="true"]`).waitFor();
    }
    assert.match(await page.locator(call).innerText(), /table .?2/);
    assert.match(await page.locator(call).innerText(), /Disturbance.*a telephone.*black-2/);
    await other.assertNothingScrollsSideways();
    await other.page.screenshot({ path: `${OUT}desk-call.png` });
    await arbiter.key("a");
    await page.locator(`${call}[data-seen="Anna"][data-urgent="false"]`).waitFor();
    await other.page.locator(`${call}[data-seen="Anna"]`).waitFor();
    for (const desk of [arbiter, other]) desk.serverGoesAway();
    await system.kill("up");
    await arbiter.status("offline");
    await system.up("--no-demo");
    await page.reload();
    await page.locator(`${call}[data-seen="Anna"]`).waitFor();
    await hall.callArbiter(2, "black", MATTERS.other, "");
    await page.locator(`${call}[data-urgent="true"]`).waitFor();
    await page.locator(`${call}[data-urgent="true"] a`).click();
    await page.locator('[data-game-open="r1-t2"]').waitFor();
    arbiter.assertContent();
    await arbiter.leave();
    await other.leave();
  });
});

test("what happens before the watch of a desk has begun is not missed", async () => {
  await atClub(async ({ system, hall }) => {
    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    let begin;
    const mayBegin = new Promise((resolve) => {
      begin = resolve;
    });
    let ask;
    const isAsked = new Promise((resolve) => {
      ask = resolve;
    });
    await page.route("**/damcast.v1.BoardIngestService/WatchVerdicts", async (route) => {
      ask();
      await mayBegin;
      await route.continue();
    });
    await arbiter.visit(`${system.address()}/desk/main/club/tables`);
    await isAsked;
    await hall.moves(1, 1, ["32-28", "19-23"]);
    assert.equal(await hall.move(1, "white", 3, "37-32"), "accepted");
    begin();
    await page.locator(IRREGULAR).waitFor();
    arbiter.assertContent();
    await arbiter.leave();
  });
});

test("who looks at an alarm is known at every desk, over a restart, and so is all that was told", async () => {
  await atClub(async ({ system, hall }) => {
    const sit = async (name, options) => {
      const arbiter = await Arbiter.sit(browser, system.address(), options);
      await arbiter.page.evaluate((mine) => localStorage.setItem("damcast.person", mine), name);
      await arbiter.visit(`${system.address()}/desk/main/club/tables`);
      await arbiter.page.locator('.inbox[data-alarms="0"]').waitFor();
      return arbiter;
    };
    const arbiter = await sit("Anna", {});
    const other = await sit("Berend", { viewport: { width: 360, height: 740 }, locale: "nl" });
    const { page } = arbiter;
    await hall.moves(1, 1, ["32-28", "19-23"]);
    assert.equal(await hall.move(1, "white", 3, "37-32"), "accepted");
    for (const desk of [arbiter, other]) await desk.page.locator(IRREGULAR).waitFor();
    assert.equal(await page.locator(`${IRREGULAR}[data-urgent="true"]`).count(), 1);

    await arbiter.key("a");
    for (const desk of [arbiter, other]) {
      await desk.page.locator(`${IRREGULAR}[data-seen="Anna"][data-urgent="false"]`).waitFor();
    }
    await other.page.getByText("Anna kijkt ernaar sinds").waitFor();
    await other.assertNothingScrollsSideways();
    await page.screenshot({ path: `${OUT}desk-seen.png` });
    for (const desk of [arbiter, other]) desk.serverGoesAway();
    await system.kill("up");
    await arbiter.status("offline");
    await system.up("--no-demo");
    for (const desk of [arbiter, other]) {
      await desk.page.reload();
      await desk.page.locator(`${IRREGULAR}[data-seen="Anna"]`).waitFor();
    }

    await page.locator(`${IRREGULAR} a`).click();
    await page.locator('[data-game-open="r1-t1"] .table-board .board').waitFor();
    // The tablet's move is drawn.
    await page.locator('[data-told="white-1"] .board').waitFor();
    await page.screenshot({ path: `${OUT}desk-told.png`, fullPage: true });
    const act = async (ruling) => page.locator(`[data-action="ruling-${ruling}"]`).click();
    await act("let-stand");
    await page.getByText("It is undone by: Take moves back").waitFor();
    // The board as it is and as it would be, and why.
    await page.locator(".ruling-preview .board").nth(1).waitFor();
    await page.screenshot({ path: `${OUT}desk-ruling.png` });
    await page.locator("dialog #field-reason").fill("the opponent has answered");
    await arbiter.confirm();
    await other.page.locator('.inbox[data-alarms="0"]').waitFor();

    // White's man of 31 becomes a king of 5, and Black is to move.
    await act("position");
    await page.locator('[data-draw="31"]').click();
    await page.locator('[data-piece="W"]').click();
    await page.locator('[data-draw="5"]').click();
    await page.screenshot({ path: `${OUT}desk-position.png` });
    await page.locator("dialog #field-reason").fill("the pieces fell over");
    await arbiter.confirm();
    await arbiter.settled();
    const isSet = async () => {
      const told = await system.snapshot("club");
      const { fen } = told.games.find(({ id }) => id === "r1-t1");
      const white = fen.split(":").find((side) => side.startsWith("W") && side.length > 1);
      return /K5(,|$)/.test(white) && !/\b31\b/.test(white);
    };
    await until("spectators to see the position that was drawn", isSet);

    await page.locator("summary", { hasText: "Everything that was told" }).click();
    const lines = page.locator(".history li");
    await lines.nth(5).waitFor();
    const texts = await lines.allInnerTexts();
    const expected = [
      /The position is set: .*K5.* \(the pieces fell over\)/,
      /Ply 3: 37-32 stands\./,
      /white-1 Ply 3: 37-32 is irregular and waits\./,
      /black-1 Ply 2: 19-23/,
      /white-1 Ply 1: 32-28/,
      /The game begins\./,
    ];
    let from = 0;
    for (const pattern of expected) {
      const at = texts.findIndex((text, index) => index >= from && pattern.test(text));
      assert.notEqual(at, -1, `${pattern} after line ${from} of\n${texts.join("\n")}`);
      from = at + 1;
    }
    await page.screenshot({ path: `${OUT}desk-history.png`, fullPage: true });
    arbiter.assertContent();
    await arbiter.leave();
    await other.leave();
  });
});

test("a paper sheet is judged move by move as it is typed, and the position follows", async () => {
  await atClub(async ({ system, hall }) => {
    await hall.moves(1, 1, ["32-28", "19-23"]);
    await hall.goOnPaper(1);
    for (const options of [{}, { viewport: { width: 360, height: 740 }, hasTouch: true }]) {
      const arbiter = await Arbiter.sit(browser, system.address(), options);
      const { page } = arbiter;
      await arbiter.visit(`${system.address()}/desk/main/club/tables/r1-t1`);
      await arbiter.press("ruling-complete");
      const sheet = page.locator("[data-sheet]");
      const written = () => sheet.locator("li").allInnerTexts();
      const type = async (text) => {
        await page.locator("#field-moves").fill(text);
        await page.locator("#field-moves").press("Enter");
      };
      const count = (moves) => page.locator(`[data-sheet="${moves}"]`).waitFor();
      // Several at once, with their numbers, and four digits for one.
      await type("2. 28x19 1423");
      await count(2);
      assert.deepEqual(await written(), ["28x19", "14x23"]);
      await page.locator('.sheet-field [data-square="23"][data-piece="b"]').waitFor();
      await type("31-9");
      await page.locator('.sheet-field [role="alert"]', { hasText: "31-9" }).waitFor();
      assert.equal(await page.locator("#field-moves").inputValue(), "31-9");
      await type("34-29");
      await count(3);
      // The capture of 29 is obligatory: the sheet says otherwise, and the arbiter is told.
      await type("20-25");
      await count(4);
      const irregular = await sheet.locator("[data-irregular]").innerText();
      assert.match(irregular, /^20-25 · irregular: .*23x34/);
      await arbiter.assertNothingScrollsSideways();
      await page.screenshot({
        path: `${OUT}desk-sheet-${options.hasTouch ? "phone" : "desk"}.png`,
      });
      await arbiter.touch('[data-act="paper-back"]');
      await count(3);
      assert.equal(await page.locator("#field-moves").inputValue(), "20-25");
      await type("nonsense");
      await page.locator('.sheet-field [role="alert"]', { hasText: "nonsense" }).waitFor();
      if (options.hasTouch) {
        await type("23x34 39x30");
        await count(5);
        // The last one is handed in as it stands.
        await page.locator("#field-moves").fill("20-25");
        await page.locator("dialog #field-reason").fill("the sheet of the table");
        await page.locator('dialog button[type="submit"]').tap();
        await page.locator("dialog #field-person").fill("Anna");
        await page.locator('dialog button[type="submit"]').tap();
        await until("spectators to see the moves of the sheet", async () => {
          const { games } = await system.snapshot("club");
          const { moves } = games.find((game) => game.id === "r1-t1");
          assert.deepEqual(
            moves.map(({ text }) => text),
            ["32-28", "19-23", "28x19", "14x23", "34-29", "23x34", "39x30", "20-25"],
          );
          return true;
        });
        await arbiter.settled();
      }
      arbiter.assertContent();
      await arbiter.leave();
    }
  });
});
