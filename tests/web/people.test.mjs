// Lets people and devices in at the desk, and puts them out again, in a real browser with real services.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a tablet comes to its table by a code, a person by a link, and both are put out", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const address = system.address();
    const link = system.firstLink();
    const chief = await Arbiter.by(link, browser, address);
    const { page } = chief;
    await chief.create("Open Swiss");

    // A tablet at table 7, by the digits.
    await chief.visit(`${address}/desk/people`);
    const code = await chief.offerCode("open-swiss", 7);
    await page.screenshot({ path: `${OUT}enrolling.png`, fullPage: true });
    const { tablet, words } = await Arbiter.enrolled(browser, address, code, chief);
    assert.equal(await tablet.page.locator("[data-table]").getAttribute("data-table"), "7");
    await tablet.page.screenshot({ path: `${OUT}enrolled.png` });
    // The key cannot be read out, and the tablet signs with it after a reload.
    const isOut = await tablet.page.evaluate(async () => {
      const open = indexedDB.open("damcast-device");
      await new Promise((resolve) => {
        open.onsuccess = resolve;
      });
      const get = open.result.transaction("devices").objectStore("devices").get("own");
      await new Promise((resolve) => {
        get.onsuccess = resolve;
      });
      return get.result.keys.privateKey.extractable;
    });
    assert.equal(isOut, false);
    const renewed = tablet.page.waitForResponse((answer) => answer.url().endsWith("RenewSession"));
    await tablet.page.reload();
    const answer = await renewed;
    assert.equal(answer.headers()["grpc-status"] ?? "0", "0");
    await tablet.page.locator(`[data-words="${words}"]`).waitFor();
    assert.equal(await tablet.page.locator("[role=alert]").count(), 0);
    const device = await tablet.page.locator("[data-device]").getAttribute("data-device");
    await page.locator(".enrolling .button:not(.button-next)").click();
    // Moved to another table.
    await page.locator(`[data-subject="${device}"] [data-change]`).click();
    await page.locator("dialog #field-table").fill("3");
    await page.locator("dialog #field-seat").selectOption({ index: 2 });
    await page.locator('dialog button[type="submit"]').click();
    await page.locator(`[data-subject="${device}"] .grant`, { hasText: "3" }).waitFor();
    // Put out with one tap and its confirmation.
    await page.locator(`[data-subject="${device}"] .button-danger`).click();
    await page.locator('dialog button[type="submit"]').click();
    await page.locator(`[data-subject="${device}"]`).waitFor({ state: "detached" });
    await tablet.page.reload();
    await tablet.page.locator(".tablet-trouble").waitFor();

    // A person, by a link that counts once; then by a passphrase.
    await page.locator("#persons-title ~ .buttons .button").first().click();
    await page.locator("dialog #field-name").fill("Anna Bos");
    await page.locator("dialog #field-id").fill("anna");
    await page.locator('dialog button[type="submit"]').click();
    const invitation = page.locator("#invited-link");
    await invitation.waitFor();
    const invited = await invitation.inputValue();
    assert.ok(!invited.includes("v4.public"));
    const anna = await Arbiter.enter(browser);
    await anna.visit(invited);
    await anna.page.locator("#new-passphrase").fill("seven wet zebras");
    await anna.page.locator(".form .button").first().click();
    await anna.page.locator("form [role=status]", { hasText: "anna" }).waitFor();
    const late = await Arbiter.enter(browser);
    await late.visit(invited);
    await late.page.locator("[role=alert]").waitFor();
    await late.page.locator("#sign-in-name").fill("anna");
    await late.page.locator("#sign-in-passphrase").fill("seven wet zebras");
    await late.page.locator(".form .button-next").click();
    await late.page.locator("#new-passphrase").waitFor();
    await page.locator('[data-subject="anna"] summary', { hasText: "2" }).waitFor();
    // A link of somebody else takes nobody's place who did not agree to it.
    const kept = () => late.page.evaluate(() => localStorage.getItem("damcast.token"));
    const own = await kept();
    await late.visit(link);
    await late.page.locator("dialog[open]").waitFor();
    await late.page.keyboard.press("Escape");
    await late.page.locator("dialog[open]").waitFor({ state: "detached" });
    assert.equal(await kept(), own);
    // Another passphrase takes the one until now, and ends what was begun elsewhere.
    await late.visit(`${address}/desk/sign-in`);
    await late.page.locator("#new-passphrase").fill("nine wet zebras");
    await late.page.locator(".form .button").first().click();
    await late.page.locator("form [role=alert]").waitFor();
    await late.page.locator("#current-passphrase").fill("seven wet zebras");
    await late.page.locator(".form .button").first().click();
    await late.page.locator("form [role=status]", { hasText: "anna" }).waitFor();
    await page.locator('[data-subject="anna"] summary', { hasText: "signed in once" }).waitFor();
    // A session elsewhere is shown, and ended; signing out ends the own one.
    await anna.visit(`${address}/desk/sign-in`);
    await anna.page.locator("main [role=alert]").waitFor();
    await anna.page.locator(".desk-foot .button").click();
    await anna.page.locator("#sign-in-name").fill("anna");
    await anna.page.locator("#sign-in-passphrase").fill("nine wet zebras");
    await anna.page.locator(".form .button-next").click();
    await anna.page.locator('[data-sessions="2"]').waitFor();
    await late.page.locator('[data-sessions="2"]').waitFor();
    await late.page.locator("[data-sessions] + .buttons .button-danger").click();
    await late.page.locator('[data-sessions="1"]').waitFor();
    await anna.page.locator("main [role=alert]").waitFor();
    await page.locator('[data-subject="anna"] summary', { hasText: "signed in once" }).waitFor();
    await late.page.locator(".desk-foot .button").click();
    await late.page.locator("#sign-in-name").waitFor();
    await page.locator('[data-subject="anna"] summary').waitFor({ state: "detached" });
    // An arbiter of some tables, and then of none.
    const grant = page.locator('[data-subject="anna"] .grant');
    await grant.locator("[data-change]").click();
    await page.locator("dialog #field-tables").fill("1-8");
    await page.locator('dialog button[type="submit"]').click();
    await grant.filter({ hasText: "1–8" }).waitFor();
    await grant.locator("[data-take-back]").click();
    await page.locator('dialog button[type="submit"]').click();
    await grant.waitFor({ state: "detached" });
    await page.locator('[data-kind="invitation-used"]', { hasText: "Anna Bos" }).first().waitFor();
    await page.screenshot({ path: `${OUT}people.png`, fullPage: true });
    for (const one of [chief, tablet, anna, late]) await one.leave();
  });
});
