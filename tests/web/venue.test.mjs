// Checks what a spectator sees of the venue: its place, and since when nothing comes from it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { System } from "./system.mjs";

const TOURNAMENT = "open";
const PLACE = "Drachten";
const OFFLINE = {
  "en-GB": /^Venue offline since \d\d:\d\d$/,
  "nl-NL": /^Zaal onbereikbaar sinds \d\d:\d\d$/,
  "fy-NL": /^Seal net te berikken sûnt \d\d:\d\d$/,
};

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("pages show the place, and since when the venue is offline", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    // The broadcast of spectators elsewhere.
    await system.broadcast();
    const hall = new Hall(system, TOURNAMENT);
    await hall.open({
      name: "Open Drachten",
      rules: "international-2006",
      players: ["Anna", "Bauke", "Cor", "Durk"],
      place: PLACE,
    });
    await hall.moves(1, 1, ["32-28"]);
    // A tournament that is alone on its server is shown in place of a list.
    const other = new Hall(system, "club");
    await other.open({ name: "Club", rules: "international-2006", players: ["Eke", "Fod"] });
    const address = system.address("own");
    const path = `/t/main/${TOURNAMENT}`;
    const pages = [];
    for (const [locale, words] of Object.entries(OFFLINE)) {
      const spectator = await Spectator.enter(browser, { locale });
      await spectator.visit(address + path);
      await spectator.status("live");
      await spectator.page.locator(".subtitle", { hasText: PLACE }).waitFor();
      pages.push({ spectator, words });
    }
    const list = await Spectator.enter(browser);
    await list.visit(`${address}/`);
    const entries = list.page.locator(".tournaments-state");
    await entries.filter({ hasText: PLACE }).waitFor();
    assert.equal(await entries.count(), 2);
    assert.equal(await entries.filter({ hasText: PLACE }).count(), 1);
    const clocks = (page) => page.locator('[data-running="true"]').count();
    assert.ok((await clocks(pages[0].spectator.page)) > 0, "clocks run");

    // The log still answers: nats-server is a process of its own.
    system.freeze("up");
    for (const { spectator, words } of pages) {
      const { page } = spectator;
      await spectator.status("venue-offline");
      await page.locator(".status", { hasText: words }).waitFor();
      assert.equal(await page.locator('[data-stale="true"]').count(), 1);
      assert.equal((await spectator.boards()).length, 2, "the boards are still there");
    }

    system.thaw("up");
    for (const { spectator } of pages) {
      await spectator.status("live");
      await spectator.agreesWith(() => system.snapshot(TOURNAMENT, "own"));
      spectator.assertContent();
      await spectator.leave();
    }
    await list.leave();
  });
});
