// Checks what comes out of the printer: cards for the tables, codes of public pages on what hangs on a wall, and the number
// of each page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { pageTexts } from "./pdf.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";

const LANGUAGES = ["en", "nl", "fy"];
const NAMES = [
  "Wiebe van der Wijngaard-Kloosterman",
  ...Array.from({ length: 49 }, (_, at) => `Player ${at + 2}`),
];

let browser;
before(async () => {
  // A name by which other devices of the hall would reach it, too.
  browser = await launch("--host-resolver-rules=MAP damcast.test 127.0.0.1");
});
after(() => browser.close());

test("sheets have codes of the public pages and the number of each page, and cards stand two on a page", async () => {
  await System.use(async (system) => {
    await system.lockedUp("--no-demo", "--allow-host", "damcast.test");
    const token = /v4\.public\.[\w.-]+/.exec(system.access("token", "chief"))[0];
    const hall = new Hall(system, "club", token);
    const event = { name: "Kampioenschap", rules: "international", players: NAMES };
    await hall.prepare(event);
    await hall.publish(1);
    const host = `http://damcast.test:${system.ports.broadcast}`;
    const arbiter = await Arbiter.enter(browser);
    const { page } = arbiter;
    const sheet = async (name) => {
      await arbiter.visit(`${host}/desk/main/club/print/${name}#token=${token}`);
      await page.locator(`[data-sheet="${name}"]`).waitFor();
    };
    const codes = () => {
      return page.$$eval("[data-code]", (all) => all.map(({ dataset }) => dataset.code));
    };
    const printed = async () => pageTexts(await page.pdf({ preferCSSPageSize: true }));

    await sheet("table-cards");
    await page.locator("[data-board-card] .qr").nth(24).waitFor();
    assert.equal((await codes())[0], `${host}/t/main/club/r1-t1`);
    const cards = await printed();
    assert.equal(cards.length, 13, "two of the 25 cards on each page");
    assert.ok(cards[0].includes("1/13"), cards[0]);
    assert.ok(cards[0].includes("Table1") && cards[0].includes("Table14"), cards[0]);
    await page.locator("#print-paper").selectOption("A5");
    const small = await printed();
    assert.equal(small.length, 25, "one on an A5");
    assert.ok(small[24].includes("25/25") && small[24].includes("Table25"), small[24]);

    await page.locator("#print-paper").selectOption("A4");
    for (const name of ["standings", "by-name", "wall-chart"]) {
      await sheet(name);
      assert.deepEqual(await codes(), [`${host}/t/main/club`], name);
      const texts = await printed();
      assert.ok(texts.length > 1, `${name} has ${texts.length} pages`);
      for (const [at, text] of texts.entries()) {
        assert.ok(text.includes(`${at + 1}/${texts.length}`), `${name}: ${text}`);
      }
    }
    await sheet("presence");
    assert.deepEqual(await codes(), []);

    arbiter.assertContent();
    await arbiter.leave();

    // A code with an address of this machine would open nothing in the hall.
    const here = await Arbiter.enter(browser);
    await here.visit(`${system.address()}/desk/main/club/print/table-cards#token=${token}`);
    await here.page.locator("[data-only-here]").waitFor();
    assert.equal(await here.page.locator("[data-board-card]").count(), 25);
    assert.equal(await here.page.locator("[data-code]").count(), 0);
    await here.leave();

    for (const [at, width] of [390, 1280, 390].entries()) {
      const locale = LANGUAGES[at];
      const one = await Arbiter.enter(browser, { viewport: { width, height: 844 }, locale });
      for (const name of ["table-cards", "standings"]) {
        await one.visit(`${host}/desk/main/club/print/${name}#token=${token}`);
        await one.page.locator("[data-code]").first().waitFor();
        await one.assertNothingScrollsSideways();
        await one.page.screenshot({ path: `${OUT}print-${name}-${width}-${locale}.png` });
        const path = `${OUT}print-${name}-${locale}.pdf`;
        await one.page.pdf({ path, preferCSSPageSize: true });
      }
      await one.leave();
    }
  });
});
