// Plays whole events at the arbiter's desk, in a real browser with real services.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const OUT = fileURLToPath(new URL("out/", import.meta.url));
/** The largest number of keys, clicks and texts from an empty desk to the printed table. */
const ACTS_MAX = 87;
const PLAYERS = Array.from(
  { length: 16 },
  (_, at) => `Player ${at + 1}\tClub ${at % 4}\t${1500 - at}`,
);
/** The keys of the eight tables of a round. */
const KEYS = ["2", "1", "0", "2", "1", "1", "0", "2"];
/** The same as the KNDB writes them. */
const TEXTS = { 2: "1-0", 1: "½-½", 0: "0-1" };

let browser;
before(async () => {
  browser = await launch();
  await mkdir(OUT, { recursive: true });
});
after(() => browser.close());

/** Runs a test on a system of its own. */
async function onSystem(work) {
  const system = await System.prepare();
  let hasFailed = true;
  try {
    await system.up("--no-demo");
    await work(system);
    await system.finish();
    hasFailed = false;
  } finally {
    system.destroy(hasFailed);
  }
}

/** Makes a Swiss tournament of seven rounds and enters sixteen players, with keys alone. */
async function enterSixteen(arbiter) {
  const { page } = arbiter;
  await arbiter.key("n");
  await page.locator("#field-name:focus").waitFor();
  await arbiter.write("Open Swiss");
  await arbiter.key("Tab");
  await arbiter.write("Anna");
  await arbiter.key("Tab");
  await page.locator('option[value="kndb-swiss"]').waitFor({ state: "attached" });
  const name = await page.locator('option[value="kndb-swiss"]').innerText();
  // A list of choices goes to the one that begins with the letters that are typed.
  for (const letter of name.slice(0, 2)) await arbiter.key(letter);
  await page.locator("#field-rounds").waitFor();
  await arbiter.key("Enter");
  await page.locator("#import-text:focus").waitFor();
  await arbiter.paste(PLAYERS.join("\n"));
  await page.locator(".preview tbody tr").nth(15).waitFor();
}

test("a Swiss of sixteen players is run from nothing to its printed table by keys", async (t) => {
  await onSystem(async (system) => {
    const arbiter = await Arbiter.sit(browser, system.address());
    const other = await Arbiter.sit(browser, system.address(), {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
      locale: "nl",
    });
    const { page } = arbiter;
    await enterSixteen(arbiter);
    await page.screenshot({ path: `${OUT}desk-entries.png` });
    await page.locator(".panel .button-next:focus").waitFor();
    await arbiter.key("Enter");
    await page.locator(".players tbody tr").nth(15).waitFor();
    await page.locator("#import-text").waitFor({ state: "detached" });
    await arbiter.settled();
    await other.visit(`${system.address()}/desk/main/open-swiss`);

    for (let round = 1; round <= 7; round += 1) {
      await arbiter.key("p");
      await arbiter.stage(round, "draft");
      await other.stage(round, "draft");
      await arbiter.key("Shift+Enter");
      await arbiter.stage(round, "open");
      for (const key of KEYS) await arbiter.key(key);
      await arbiter.stage(round, "closed");
      assert.deepEqual(
        await arbiter.results(),
        KEYS.map((key) => TEXTS[key]),
      );
      // The other desk sees it as well.
      await other.stage(round, "closed");
      assert.deepEqual(await other.results(), await arbiter.results());
      await other.assertNothingScrollsSideways();
      await arbiter.settled();
      if (round === 1) {
        await page.screenshot({ path: `${OUT}desk-round.png` });
        await other.page.screenshot({ path: `${OUT}desk-round-phone.png` });
      }
    }
    await arbiter.key("s");
    await page.locator("[data-standings] tbody tr").nth(15).waitFor();
    await arbiter.key("x");
    await page.locator('[data-sheet="standings"] tbody tr').nth(15).waitFor();
    await arbiter.key("Enter");
    const acts = await arbiter.acts();
    t.diagnostic(`${acts} keys, clicks and texts`);
    assert.ok(acts <= ACTS_MAX, `${acts} keys, clicks and texts`);

    const shown = await page.$$eval('[data-sheet="standings"] tbody tr', (rows) =>
      rows.map((row) => [
        row.querySelector("th").textContent,
        Number(row.children[6].textContent.replace("½", ".5")),
      ]),
    );
    const snapshot = await until("the tournament to be over for spectators", async () => {
      const told = await system.snapshot("open-swiss");
      return told.rounds.length === 7 && told.rounds.every((one) => one.state === "closed") && told;
    });
    const names = new Map(snapshot.players.map((player) => [player.id, player.name]));
    // Half points.
    const told = snapshot.tables[0].rows.map((row) => [
      names.get(row.participant),
      row.values[0] / 2,
    ]);
    assert.deepEqual(shown, told);
    assert.equal(
      shown.reduce((sum, [, value]) => sum + value, 0),
      7 * 8,
    );
    await page.screenshot({ path: `${OUT}desk-print.png`, fullPage: true });
    arbiter.assertContent();
    other.assertContent();
    await arbiter.leave();
    await other.leave();
  });
});
