// Checks that the demonstration fits every screen, from a wide one down to the narrowest phone.
// Pictures are left in `out/`; with UPDATE_SCREENSHOTS=1 those of the documentation are made as
// well.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { LIMIT_MS, until } from "./until.mjs";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const LANGUAGES = ["en", "fy", "nl"];
/**
 * The pictures of the documentation show games at nearly their own pace, so that the clocks look
 * real.
 */
const UPDATES = process.env.UPDATE_SCREENSHOTS === "1";
const SPEED = UPDATES ? 6 : 40;
const MID_GAME_LIMIT_MS = UPDATES ? 600_000 : LIMIT_MS;
const WIDTHS = [
  { name: "wide", viewport: { width: 1280, height: 800 } },
  { name: "tablet", viewport: { width: 820, height: 1180 } },
  { name: "phone", viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  { name: "narrowest", viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true },
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("the pages fit every screen, in light and dark, in every language", async () => {
  await System.use(async (system) => {
    await system.up("--speed", String(SPEED));
    const address = await until("the demonstration", async () => {
      const answer = await fetch(`${system.address()}/api/v1/tournaments`);
      const [demo] = (await answer.json()).tournaments;
      return demo && `${system.address()}/t/${demo.venue}/${demo.id}`;
    });
    const id = address.split("/").at(-1);
    const ask = () => system.snapshot(id);
    const inMidGame = async () => {
      const { rounds, games } = await ask();
      const second = games.filter((game) => game.round === 2 && game.moves.length >= 30);
      return rounds.length >= 2 && second.length === 8;
    };
    const what = "points in the standings and a second round in mid-game";
    await until(what, inMidGame, MID_GAME_LIMIT_MS);

    if (UPDATES) await update(address);

    let turn = 0;
    for (const colorScheme of ["light", "dark"]) {
      for (const { name, ...screen } of WIDTHS) {
        const language = LANGUAGES[turn % LANGUAGES.length];
        turn += 1;
        const settings = { ...screen, colorScheme, locale: language, reducedMotion: "reduce" };
        const spectator = await Spectator.enter(browser, settings);
        const { page } = spectator;
        const picture = (what, options) =>
          page.screenshot({ path: `${OUT}${what}-${name}-${colorScheme}.png`, ...options });

        await spectator.visit(address);
        await spectator.status("live");
        await page.getByText("Demonstration: these games were played by a computer").waitFor();
        await page.locator(".card").nth(7).waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.lang), language);
        await spectator.assertNothingScrollsSideways();
        await picture("overview");
        if (name !== "wide") await picture("overview-whole", { fullPage: true });

        await page.locator(".card-link").first().click();
        await page.locator("article .board").waitFor();
        await spectator.assertNothingScrollsSideways();
        await picture("board");
        if (name !== "wide") await picture("board-whole", { fullPage: true });
        spectator.assertContent();
        await spectator.leave();
      }
    }

    // With a second tournament the first page becomes a list.
    system.replay(record("frisian/playstrategy_frisian.pdn"), "second", 0);
    await system.done("replay");
    for (const { viewport } of WIDTHS) {
      const spectator = await Spectator.enter(browser, { viewport });
      const { page } = spectator;
      await spectator.visit(system.address());
      const entry = page.locator(".tournaments a");
      await entry.nth(1).waitFor();
      assert.equal(await entry.count(), 2);
      await spectator.assertNothingScrollsSideways();
      await entry.filter({ hasText: "Demonstration championship" }).click();
      await page.waitForURL(address);
      await spectator.status("live");
      spectator.assertContent();
      await spectator.leave();
    }
  });
});

/** Makes the pictures of the documentation. */
async function update(address) {
  await mkdir(DOCS, { recursive: true });
  // High enough for all eight boards.
  const settings = { viewport: { width: 1280, height: 912 }, colorScheme: "light" };
  const spectator = await Spectator.enter(browser, { ...settings, reducedMotion: "reduce" });
  await spectator.visit(address);
  await spectator.status("live");
  await spectator.page.locator(".card").nth(7).waitFor();
  await spectator.page.screenshot({ path: `${DOCS}overview.png` });
  await spectator.page.setViewportSize({ width: 1280, height: 800 });
  await spectator.page.locator('[data-state="running"] .card-link').first().click();
  await spectator.page.locator("article .board").waitFor();
  await spectator.page.screenshot({ path: `${DOCS}board.png` });
  await spectator.leave();
}
