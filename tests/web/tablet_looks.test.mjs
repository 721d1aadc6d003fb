// Looks at every screen of the tablet, upright and lying, in light and dark: nothing scrolls sideways, axe finds no
// fault, and the page is small. Pictures are left in `out/`.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { faults } from "./axe.mjs";
import { launch, OUT } from "./spectator.mjs";
import { inHall, KK, playOn, seated, shared, Tablet } from "./tablet.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { source: AXE } = require("axe-core");
const SIZES = {
  tablet: { width: 600, height: 960 },
  phone: { width: 360, height: 740 },
  lying: { width: 960, height: 600 },
  "phone-lying": { width: 740, height: 360 },
};
/** Most bytes that the page may take the first time, compressed; and until a game is in play. */
const WEIGHT_MAX = { enrol: 74_000, play: 82_000 };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Leaves a picture of a screen in each size, and returns the faults that axe finds by these rules. */
async function looks(tablet, name, kind, rules = {}) {
  const found = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await tablet.page.setViewportSize(viewport);
    await tablet.assertNothingScrollsSideways();
    await tablet.page.screenshot({ path: `${OUT}tablet-${name}-${size}-${kind}.png` });
    const wrong = await faults(tablet.page, rules);
    found.push(...wrong.map((fault) => `${name} ${size}: ${fault}`));
  }
  await tablet.page.setViewportSize(SIZES.tablet);
  return found;
}

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
      const look = async (name) => found.push(...(await looks(tablet, name, colorScheme)));
      await tablet.wireTo(system);
      await tablet.open(system);
      await tablet.screen("enrol");
      await look("enrol");
      await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
      await page.locator("main h1").waitFor();
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
      tablet.network(false);
      await tablet.enter("32-27");
      await tablet.cutOff();
      await look("kept");
      await tablet.touch("acts");
      await tablet.touch("by-code");
      await page.locator("[data-code]").waitFor();
      await look("by-code");
      for (const _dialog of ["the code", "the acts"]) {
        await page.locator('dialog[open] [data-act="close"]').first().tap();
      }
      tablet.network(true);
      await tablet.sent();
      await hall.retract(1, 5);
      await page.locator("[data-correction]").waitFor();
      await look("changed");
      await tablet.seen();
      // A capture over three, of which two are entered; and another move in its place.
      await hall.setPosition(1, "W:W32,42:B1,10,19,28");
      await page.locator("[data-correction]").waitFor();
      await tablet.seen();
      for (const square of [32, 23, 14]) await tablet.tap(square);
      assert.equal(await tablet.entered(), "32 23 14");
      await look("half");
      await tablet.touch("undo");
      await tablet.enter("42-37");
      // That it should have captured is not told (rules art. 24).
      await tablet.state("accepted");
      await look("irregular");
      await tablet.act("resign-white");
      await look("resign");
      await tablet.touch("resign");
      await tablet.screen("end");
      await look("end");
      await hall.recordResult(2, 1, 3, "told at the desk");
      await hall.publish(2);
      await page.locator('[data-act="next-round"]').waitFor();
      // What the players have seen of the arbiter's changes they have seen.
      assert.equal(await page.locator(".tablet-changed").count(), 0);
      await look("next-waits");
      await tablet.touch("next-round");
      await page.locator("h1", { hasText: "2" }).waitFor();
      await tablet.screen("ready");
      await look("next-round");
      assert.deepEqual([...new Set(found)], []);
    });
  });
}

for (const [name, options] of [
  ["text of twice the size", {}],
  ["colours of the system alone", { forcedColors: "active" }],
]) {
  test(`the tablet is played with ${name}`, async () => {
    await inHall("international", async ({ system, hall }) => {
      const tablet = await Tablet.take(browser, { locale: "nl-NL", ...options });
      const { page } = tablet;
      const isLarge = options.forcedColors === undefined;
      const found = [];
      // Contrast is that of the system where its colours are forced.
      const [kind, rules] = isLarge
        ? ["large", {}]
        : ["forced", { "color-contrast": { enabled: false } }];
      const look = async (name) => found.push(...(await looks(tablet, name, kind, rules)));
      await page.addInitScript({ content: AXE });
      if (isLarge) await page.addInitScript(enlarge);
      await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
      await hall.publish(1);
      await tablet.screen("ready");
      await look("ready");
      await tablet.sitDown();
      await hall.openRound(1, true);
      await playOn(tablet, tablet, 1, ["32-28", "19-23"]);
      await tablet.state("accepted");
      await tablet.tap(28);
      await look("play");
      for (const size of ["phone", "phone-lying"]) {
        await page.setViewportSize(SIZES[size]);
        const { width } = await page.locator(".touch-board").boundingBox();
        assert.ok(width >= 240, `the board is ${width} wide on a ${size}`);
        await tablet.tap(19);
        assert.equal(await tablet.entered(), "28 19");
        await tablet.tap(19);
      }
      await tablet.tap(19);
      await tablet.touch("ready");
      await tablet.ply(4);
      assert.deepEqual([...new Set(found)], []);
      tablet.assertContent();
    });
  });
}

test("a move that waits for the arbiter is shown on both tablets in four sizes, and axe finds no fault", async () => {
  await inHall("international", async ({ system, hall }) => {
    const prepare = async (tablet) => {
      await tablet.page.addInitScript({ content: AXE });
      await tablet.wireTo(system);
    };
    const [white, black] = await seated(browser, system, hall, prepare);
    await black.notesBoth();
    black.network(false);
    await black.play(1, "33-28");
    await white.play(1, "32-28");
    await white.state("accepted");
    black.network(true);
    await black.sent();
    const found = [];
    for (const [name, tablet] of Object.entries({ white, black })) {
      await tablet.page.locator(".tablet-told", { hasText: "The arbiter is asked" }).waitFor();
      found.push(...(await looks(tablet, "with-the-arbiter", name)));
    }
    assert.deepEqual([...new Set(found)], []);
  });
});

/** Runs in the page: the browser is set to text of twice the size. */
function enlarge() {
  addEventListener("DOMContentLoaded", () => {
    document.documentElement.style.fontSize = "200%";
  });
}

test("Chromium may install the page, with icons that it can show", async () => {
  await inHall("frisian", async ({ system }) => {
    const tablet = await Tablet.take(browser);
    await tablet.open(system);
    await tablet.screen("enrol");
    await tablet.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const session = await tablet.context.newCDPSession(tablet.page);
    const { errors, data, manifest } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.ok(data.length > 0);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A private window installs nothing; it finds no other fault.
    const faulty = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
    assert.deepEqual(faulty, []);
    assert.equal(manifest?.startUrl ?? `${system.address()}/tablet`, `${system.address()}/tablet`);
    const icons = JSON.parse(data).icons.filter(({ type }) => type === "image/png");
    const kinds = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    assert.deepEqual(kinds, ["192x192 any", "512x512 any", "512x512 maskable"]);
    const apple = { src: "/apple-touch-icon.png", sizes: "180x180" };
    for (const { src, sizes } of [...icons, apple]) {
      const size = await tablet.page.evaluate(async (path) => {
        const image = new Image();
        image.src = path;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      assert.equal(size, sizes, src);
    }
    tablet.assertContent();
  });
});

test("the page is small the first time, and opens again without the server", async (t) => {
  await inHall("frisian", async ({ system }) => {
    const tablet = await Tablet.take(browser);
    await tablet.wireTo(system);
    const weight = weigh(tablet);
    await tablet.open(system);
    await tablet.screen("enrol");
    t.diagnostic(`${await weight()} bytes`);
    assert.ok((await weight()) < WEIGHT_MAX.enrol);
    await tablet.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    tablet.network(false);
    await tablet.page.reload();
    await tablet.screen("enrol");
  });
});

test("the page with everything that a game needs is small, too", async (t) => {
  await inHall("frisian", async ({ system, hall }) => {
    let weight;
    const tablet = await shared(browser, system, hall, {
      // Without a worker every file comes from the server.
      options: { serviceWorkers: "block" },
      prepare: (one) => {
        weight = weigh(one);
      },
    });
    await tablet.page.locator(".touch-board").waitFor();
    t.diagnostic(`${await weight()} bytes`);
    assert.ok((await weight()) < WEIGHT_MAX.play);
  });
});

/** Returns what tells how many bytes the files of a page have taken so far. */
function weigh({ page }) {
  const sizes = [];
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/damcast.v1.")) return;
    sizes.push(answer.request().sizes());
  });
  return async () => {
    const all = await Promise.all(sizes);
    const weight = all.reduce((sum, one) => sum + one.responseBodySize, 0);
    assert.ok(weight > 10_000, `${weight} bytes`);
    return weight;
  };
}
