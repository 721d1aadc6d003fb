// Checks what an organiser does at the desk: points of the regulation, prize lists and certificates, a copy of
// last year's event, the register of players with export and removal, and deleting what was only tried.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const NAMES = ["Auke", "Bauke", "Cor", "Durk", "Eelke", "Foppe", "Gerrit", "Hinke"];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("an organiser amends, prints, copies, removes a person's data, and deletes what was tried", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    await arbiter.key("n");
    await page.locator("#field-name:focus").waitFor();
    await arbiter.write("Open 2026");
    await page.locator("#field-person").fill("Anna");
    await page.locator("#field-name").focus();
    await page.locator('#field-preset option[value="kndb-swiss"]').waitFor({ state: "attached" });
    await page.locator("#field-preset").selectOption("kndb-swiss");
    await page.locator("#field-rounds").fill("7");
    await arbiter.key("Enter");
    await page.locator("#import-text:focus").waitFor();
    await arbiter.enterAll(NAMES.map((name, at) => `${name}\tHallum\t${1500 - at}`));

    // Points of the regulation.
    const settings = `${system.address()}/desk/main/open-2026/settings`;
    await arbiter.visit(settings);
    const preset = page.locator('[data-preset="kndb-swiss"]');
    await preset.filter({ hasText: "Swiss system (KNDB)" }).waitFor();
    await page.locator('[data-language="nl"]').click();
    await preset.filter({ hasText: "Zwitsers systeem (KNDB)" }).waitFor();
    await page.locator('[data-language="en"]').click();
    await preset.filter({ hasText: "Swiss system (KNDB)" }).waitFor();
    await arbiter.press("amend-regulation");
    assert.equal(await page.locator("#field-pace").inputValue(), "1:20:00 +60");
    await page.locator("#field-pace").fill("1:30:00 +30");
    await page.locator("#field-rounds").fill("5");
    await page.locator("#field-most").fill("64");
    // Without a reason it is not sent.
    await arbiter.confirm();
    await page.locator("#field-reason:invalid").waitFor();
    await page.locator("#field-reason").fill("more have entered");
    await arbiter.confirm();
    await arbiter.settled();
    await arbiter.press("amend-regulation");
    const asked = ["pace", "rounds", "most", "least"].map((name) => {
      return page.locator(`#field-${name}`).inputValue();
    });
    assert.deepEqual(await Promise.all(asked), ["1:30:00 +30", "5", "64", "2"]);
    await page.locator("#field-pace").fill("as long as it takes");
    await page.locator("#field-reason").fill("slower");
    await arbiter.confirm();
    await page.getByText("This cannot be read.").waitFor();
    await arbiter.confirm();

    await page.locator("dialog[open]").waitFor({ state: "detached" });

    // A round, its prizes and certificates.
    await arbiter.key("r");
    await arbiter.key("p");
    await arbiter.stage(1, "draft");
    await arbiter.key("Shift+Enter");
    await arbiter.stage(1, "open");
    for (const key of ["2", "2", "2", "2"]) await arbiter.key(key);
    await arbiter.stage(1, "closed");
    await arbiter.settled();
    // Typed a second time, the results are compared and not recorded.
    await arbiter.key("v");
    for (const key of ["2", "2", "2", "0"]) await arbiter.key(key);
    const checked = page.locator(".results tr[data-check]");
    await page.locator('.results tr[data-check="other"]').waitFor();
    assert.deepEqual(await checked.evaluateAll((rows) => rows.map((row) => row.dataset.check)), [
      "same",
      "same",
      "same",
      "other",
    ]);
    assert.deepEqual(await arbiter.results(), ["1-0", "1-0", "1-0", "1-0"]);
    await arbiter.visit(`${system.address()}/desk/main/open-2026/print/prizes`);
    await page.locator("#prize-money").fill("100; 60; 40\n");
    const won = page.locator('[data-category=""] tbody td:last-child');
    // Four winners have equal points: they share the money of their places.
    await until("the shared money", async () => {
      const texts = (await won.allInnerTexts()).slice(0, 5);
      assert.deepEqual(texts, ["€50.00", "€50.00", "€50.00", "€50.00", ""]);
      return true;
    });
    await arbiter.visit(`${system.address()}/desk/main/open-2026/print/certificates`);
    await page.locator(".certificate").nth(2).waitFor();
    const pdf = await page.pdf({ format: "A4" });
    const pages = String(pdf.toString("latin1")).match(/\/Type\s*\/Page\b/g)?.length;
    assert.equal(pages, await page.locator(".certificate").count(), "a page for each certificate");

    // It belongs to a season.
    await arbiter.visit(settings);
    await arbiter.press("amend");
    await page.locator("dialog #field-series").fill("Winter cup");
    await arbiter.confirm();
    await arbiter.settled();

    // A copy, with its players; somebody who is known is entered by name alone.
    await arbiter.visit(settings);
    await arbiter.press("copy");
    await page.locator("dialog #field-name").fill("Open 2027");
    await arbiter.confirm();
    await page.waitForURL(`${system.address()}/desk/main/open-2027/players`);
    // They are shown first, and entered by whoever has looked.
    await page.locator(".preview tbody tr").nth(7).waitFor();
    await page.locator(".panel .button-next:focus").waitFor();
    await arbiter.key("Enter");
    await page.locator(".players tbody tr").nth(7).waitFor();
    await arbiter.settled();
    const copied = `${system.address()}/desk/main/open-2027`;
    await arbiter.visit(`${copied}/players`);
    await page.locator('[data-player="8"]').locator("select").selectOption("remove");
    await arbiter.confirm();
    await page.locator('[data-player="8"]').waitFor({ state: "detached" });
    await until("people to be known", async () => {
      await arbiter.key("n");
      await page.locator("dialog #field-name:focus").waitFor();
      if ((await page.locator('dialog option[value="Hinke"]').count()) === 1) return true;
      await arbiter.key("Escape");
      return false;
    });
    await arbiter.write("Hinke");
    await arbiter.key("Enter");
    const entered = page.locator('[data-player="9"]');
    await entered.waitFor();
    assert.deepEqual((await entered.locator("td, th").allInnerTexts()).slice(0, 4), [
      "9",
      "Hinke",
      "Hallum",
      "1493",
    ]);

    // A person's data is exported, and removed in every event.
    await arbiter.visit(`${system.address()}/desk/register`);
    await page.locator("#register-search").fill("ba");
    const bauke = page.locator('[data-person="Bauke"]');
    await bauke.waitFor();
    assert.equal(await bauke.locator("li").count(), 2);
    const saved = page.waitForEvent("download");
    await bauke.locator("button").first().click();
    const told = JSON.parse(await readFile(await (await saved).path(), "utf8"));
    assert.equal(told.name, "Bauke");
    const events = told.entries.map(({ event, club, games }) => [event, club, games.length]);
    assert.deepEqual(events.sort(), [
      ["Open 2026", "Hallum", 1],
      ["Open 2027", "Hallum", 0],
    ]);
    await bauke.locator("button").last().click();
    await arbiter.confirm();
    await bauke.waitFor({ state: "detached" });
    await arbiter.settled();
    const snapshot = await until("spectators to see nobody", async () => {
      const seen = await system.snapshot("open-2026");
      return seen.players.some(({ name }) => name === "N.N. 2") && seen;
    });
    assert.ok(snapshot.players.every(({ name }) => name !== "Bauke"));

    // The copy stands with the event of which it was made.
    await arbiter.visit(`${system.address()}/desk`);
    const season = page.locator('[data-series="Winter cup"] li');
    await until("both events of the season", async () => (await season.count()) === 2);
    await arbiter.key("n");
    await page.locator('#field-series + datalist option[value="Winter cup"]').waitFor({
      state: "attached",
    });

    // A tournament that was only tried is deleted.
    await arbiter.visit(`${copied}/settings`);
    await arbiter.press("delete");
    await arbiter.confirm();
    await page.waitForURL(`${system.address()}/desk`);
    await until(
      "one tournament",
      async () => (await page.locator(".tournaments li").count()) === 1,
    );
    arbiter.assertContent();
    await arbiter.leave();
  });
});
