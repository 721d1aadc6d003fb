// Looks at every screen of the tablet, upright and lying, in light and dark: nothing scrolls sideways, axe finds no
// fault, and the page is small. Pictures are left in `out/`.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { faults } from "./axe.mjs";
import { launch } from "./spectator.mjs";
import { inHall, KK, playOn, Tablet } from "./tablet.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { source: AXE } = require("axe-core");
const OUT = fileURLToPath(new URL("out/", import.meta.url));
const SIZES = {
  tablet: { width: 600, height: 960 },
  phone: { width: 360, height: 740 },
  lying: { width: 960, height: 600 },
  "phone-lying": { width: 740, height: 360 },
};
/** Most bytes that the page may take the first time, compressed. */
const WEIGHT_MAX = 80_000;

let browser;
before(async () => {
  browser = await launch();
  await mkdir(OUT, { recursive: true });
});
after(() => browser.close());

for (const [colorScheme, locale] of [
  ["light", "nl-NL"],
  ["dark", "fy-NL"],
]) {
  test(`every screen of the tablet fits four sizes in ${colorScheme}, and axe finds no fault`, async () => {
    await inHall("frisian", async ({ system, hall }) => {
      const tablet = await Tablet.take(browser, { colorScheme, locale });
      const { page } = tablet;
      await page.addInitScript({ content: AXE });
      const found = [];
      const look = async (name) => {
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          await tablet.assertNothingScrollsSideways();
          await page.screenshot({ path: `${OUT}tablet-${name}-${size}-${colorScheme}.png` });
          const wrong = await faults(page);
          found.push(...wrong.map((fault) => `${name} ${size}: ${fault}`));
        }
        await page.setViewportSize(SIZES.tablet);
      };
      await tablet.visit(`${system.address()}/tablet`);
      await tablet.screen("enrol");
      await look("enrol");
      await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
      await look("no-game");
      await hall.publish(1);
      await tablet.screen("ready");
      await look("ready");
      await tablet.sitDown();
      await hall.openRound(1, true);
      await tablet.screen("play");
      await playOn(tablet, tablet, 1, ["32-28", "20-25", "37-32", "17-22", "28x17", "11x22"]);
      await tablet.state("accepted");
      await look("play");
      await tablet.tap(32);
      await tablet.tap(28);
      await look("entered");
      await tablet.touch("undo");
      for (const name of ["acts", "sheet", "settings", "arbiter"]) {
        await tablet.touch(name);
        await look(name);
        await tablet.touch("close");
      }
      await tablet.network(false);
      await tablet.enter("32-27");
      await page.locator('[data-link="cut"]').waitFor();
      await look("kept");
      await tablet.network(true);
      await tablet.sent();
      await hall.retract(1, 5);
      await page.locator("[data-correction]").waitFor();
      await look("changed");
      await tablet.touch("seen");
      await tablet.act("resign-white");
      await look("resign");
      await tablet.touch("resign");
      await tablet.screen("end");
      await look("end");
      assert.deepEqual([...new Set(found)], []);
    });
  });
}

test("the page is small the first time, and opens again without the server", async (t) => {
  await inHall("frisian", async ({ system }) => {
    const tablet = await Tablet.take(browser);
    const weights = [];
    tablet.page.on("response", (answer) => {
      const sizes = answer.request().sizes();
      weights.push(sizes.then((one) => one.responseBodySize));
    });
    await tablet.visit(`${system.address()}/tablet`);
    await tablet.screen("enrol");
    const weight = (await Promise.all(weights)).reduce((sum, one) => sum + one, 0);
    t.diagnostic(`${weight} bytes`);
    assert.ok(weight > 10_000 && weight < WEIGHT_MAX, `${weight} bytes`);
    await tablet.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await tablet.network(false);
    await tablet.page.reload();
    await tablet.screen("enrol");
  });
});
