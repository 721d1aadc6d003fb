// Asks for the PIN of whoever has one before what is hard to take back, in a real browser with real services.

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

test("a published pairing is withdrawn by a reason and the PIN of whoever sits at the desk", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const address = system.address();
    const chief = await Arbiter.first(browser, system);
    const { page } = chief;
    await chief.visit(`${address}/desk/sign-in`);
    const pin = page.locator('form[aria-labelledby="pin-title"]');
    await page.locator("#new-pin").fill("111111");
    await pin.locator(".button").click();
    await pin.locator("[role=alert]").waitFor();
    await page.locator("#new-pin").fill("482915");
    await pin.locator(".button").click();
    await pin.locator("[role=status]").waitFor();

    await chief.visit(`${address}/desk`);
    await chief.create("Open Swiss", { rounds: 3 });
    await chief.enterAll(["Anna", "Berend", "Corrie", "Doede"]);
    await chief.key("p");
    await chief.stage(1, "draft");
    await chief.key("Enter");
    await chief.stage(1, "published");
    await chief.settled();

    // Whoever finds the desk open has a reason, and no PIN.
    const withdraw = async () => {
      await chief.press("unpair");
      await page.locator("dialog #field-ground").selectOption({ index: 3 });
      await page.locator("dialog #field-reason").fill("Berend is ill");
      await chief.confirm();
      await page.locator("dialog #field-pin:focus").waitFor();
    };
    await withdraw();
    await page.keyboard.press("Escape");
    await page.locator('[data-act="failed"]', { hasText: "PIN" }).waitFor();
    await chief.stage(1, "published");
    await withdraw();
    await chief.write("482916");
    await chief.confirm();
    await page.locator("dialog .ask-text", { hasText: "not your PIN" }).waitFor();
    await page.locator("dialog #field-pin").fill("482915");
    await chief.confirm();
    await page.locator('[data-stage="published"]').waitFor({ state: "detached" });
    await chief.settled();
    // The wrong PIN is on record, and the question itself is no refusal of anybody.
    await chief.visit(`${address}/desk/people`);
    await page.locator('[data-kind="pin-set"]', { hasText: "Ids de Vries" }).waitFor();
    await page.locator('[data-kind="attempts-refused"]', { hasText: "wrong-pin" }).waitFor();
    const asked = page.locator('[data-kind="attempts-refused"]', { hasText: "not-confirmed" });
    assert.equal(await asked.count(), 0);
    await chief.leave();
  });
});
