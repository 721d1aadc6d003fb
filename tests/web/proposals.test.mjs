// Lets a player propose by their own phone, and the desk accept or refuse it, in a real browser with real services.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a player proposes an absence and a withdrawal by phone, and reads what the desk answers", async () => {
  const system = await System.prepare();
  let hasFailed = true;
  try {
    await system.up("--no-demo");
    const link = system.access("init", "--name", "Ids de Vries").trim().split("\n").at(-1);
    const address = system.address();
    const chief = await Arbiter.sit(browser, address);
    const { page } = chief;
    await chief.visit(link);
    await page.locator(".desk-foot .button").waitFor();
    await chief.key("n");
    await page.locator("#field-name:focus").waitFor();
    await chief.write("Open Swiss");
    await page.locator('option[value="kndb-swiss"]').waitFor({ state: "attached" });
    await page.locator("#field-preset").selectOption("kndb-swiss");
    await page.locator("#field-rounds").waitFor();
    await page.locator("#field-name").press("Enter");
    await page.locator("#import-text:focus").waitFor();
    await chief.paste(["Anna", "Bauke", "Corrie", "Doede"].join("\n"));
    await page.locator(".panel .button-next:focus").waitFor();
    await chief.key("Enter");
    await page.locator(".players tbody tr").nth(3).waitFor();
    await chief.settled();

    // The code of Bauke's own phone.
    await page.locator('[data-player="2"]').locator("select").selectOption("own-phone");
    const own = await page.locator("[data-own-link]").getAttribute("href");
    assert.ok(!own.includes("v4.public"));
    const phone = await Arbiter.enter(browser, {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    await phone.visit(own);
    await phone.page.locator('[data-own="2"]').waitFor();
    const propose = async (form, fields) => {
      const of = phone.page.locator(`[data-form="${form}"]`);
      await of.locator("summary").click();
      for (const [field, text] of fields) await of.locator(`#field-${form}-${field}`).fill(text);
      await of.locator(".button-next").click();
      await phone.page.locator("[data-own] [role=status]").waitFor();
      await of.locator("summary").click();
    };
    await propose("absence", [
      ["round", "2"],
      ["reason", "a wedding"],
    ]);
    await phone.page.locator('[data-proposal="1"][data-state="waits"]').waitFor();
    // Every page of the desk has it; one tap accepts it.
    const waiting = page.locator('[data-proposal="1"]', { hasText: "a wedding" });
    await waiting.waitFor();
    await waiting.locator(".button-next").click();
    await waiting.waitFor({ state: "detached" });
    await chief.settled();
    await phone.page.locator('[data-proposal="1"][data-state="accepted"]').waitFor();

    await propose("withdrawal", [["reason", "moving house"]]);
    const second = page.locator('[data-proposal="2"]');
    await second.locator(".button:not(.button-next)").click();
    await page.locator("dialog #field-reason").fill("play the first round");
    await chief.confirm();
    await second.waitFor({ state: "detached" });
    await phone.page
      .locator('[data-proposal="2"][data-state="refused"]', { hasText: "play the first round" })
      .waitFor();
    await phone.assertNothingScrollsSideways();
    for (const one of [chief, phone]) await one.leave();
    await system.finish();
    hasFailed = false;
  } finally {
    system.destroy(hasFailed);
  }
});
