// Checks that whoever uses the desk by keys goes on where they were: what is closed gives the focus back to the button that
// opened it (WCAG 2.4.3).

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";

/** Most keys from one end of a page to the other. */
const TABS_MAX = 60;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a new tournament, a list and the check-in give the focus back to their buttons", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    for (const id of ["club", "other"]) {
      const hall = new Hall(system, id);
      await hall.prepare({ name: id, rules: "international", players: ["Anna", "Bauke"] });
    }
    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    /** Goes on by the Tab key until the focus is on what a selector finds. */
    const tabTo = async (selector) => {
      for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
        if ((await page.locator(`${selector}:focus`).count()) > 0) return;
        await arbiter.key("Tab");
      }
      assert.fail(`no way by the Tab key to ${selector}`);
    };
    const opens = async (action, sign, end) => {
      const button = `[data-action="${action}"]`;
      await page.locator(button).waitFor();
      await tabTo(button);
      await arbiter.key("Enter");
      await page.locator(sign).waitFor();
      await tabTo(end);
      await arbiter.key("Enter");
      await page.locator(sign).waitFor({ state: "detached" });
      await page.locator(`${button}:focus`).waitFor();
    };
    await opens("new-tournament", "#create-title", 'form.panel [type="button"]');
    await arbiter.visit(`${system.address()}/desk/main/club/players`);
    await opens(
      "import",
      "#import-title",
      '[aria-labelledby="import-title"] > .buttons .button:last-child',
    );
    const end = '[aria-labelledby="check-in-title"] > .buttons:last-child .button';
    await opens("check-in", "#check-in-title", end);
    arbiter.assertContent();
    await arbiter.leave();
  });
});
