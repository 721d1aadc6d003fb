// Signs a person in with a passkey, in a real browser with a virtual authenticator and real services.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { equip } from "./authenticator.mjs";
import { faults } from "./axe.mjs";
import { Arbiter } from "./desk.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { source: AXE } = require("axe-core");
const SIGN_IN = '[data-passkey="sign-in"]';
const ADD = '[data-passkey="add"]';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a passkey is added, signs in without a name, and is removed", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const link = system.access("init", "--name", "Ids de Vries", "--id", "ids").trim();
    const address = system.address().replace("127.0.0.1", "localhost");
    const [, token] = /#token=(\S+)$/.exec(link);
    const ids = await Arbiter.enter(browser, { locale: "fy-NL" });
    const { page } = ids;
    await page.addInitScript({ content: AXE });
    const laptop = await equip(ids);

    // Added by keys alone.
    await ids.visit(`${address}/desk/sign-in#token=${token}`);
    await page.locator("#passkey-name").focus();
    await ids.write("Laptop of Ids");
    await ids.key("Enter");
    await page.locator(`${ADD} [role=status]`, { hasText: "Laptop of Ids" }).waitFor();
    await page.locator('[data-passkey="Laptop of Ids"]').waitFor();
    const [made, ...others] = await laptop.passkeys();
    assert.equal(others.length, 0);
    assert.equal(made.rpId, "localhost");
    assert.ok(made.isResidentCredential);
    // An open desk alone does not suffice to add a passkey: the present one is asked for.
    await page.locator("#passkey-name").fill("Again");
    await page.locator(`${ADD} .button`).click();
    await page.locator(`${ADD} [role=alert]`).waitFor();
    await page.locator('[data-passkeys="1"]').waitFor();
    await page.screenshot({ path: `${OUT}passkeys.png`, fullPage: true });
    assert.deepEqual(await faults(page), []);

    // Signed in without a name, by keys alone.
    await page.locator(".desk-foot .button").click();
    await page.locator(SIGN_IN).waitFor();
    assert.deepEqual(await faults(page), []);
    await page.screenshot({ path: `${OUT}sign_in_passkey.png`, fullPage: true });
    await page.locator(SIGN_IN).focus();
    await ids.key("Enter");
    await page.locator('[data-passkeys="1"]').waitFor();
    assert.equal(await page.locator(".desk-foot .hint", { hasText: "ids" }).count(), 1);
    // A device keeps one of a person.
    await page.locator("#passkey-name").fill("Again");
    await page.locator(`${ADD} .button`).click();
    const known = "Dit apparaat hat al in passkey fan dy.";
    await page.locator(`${ADD} [role=alert]`, { hasText: known }).waitFor();

    // An authenticator that does not verify who is there.
    await page.locator(".desk-foot .button").click();
    await laptop.verifies(false);
    await page.locator(SIGN_IN).click();
    await page.locator("main [role=alert]").waitFor();
    await laptop.verifies(true);

    // A copy counts on from where it was taken: that is an alarm.
    const [copy] = await laptop.passkeys();
    await page.locator(SIGN_IN).click();
    await page.locator('[data-passkeys="1"]').waitFor();
    await page.locator(".desk-foot .button").click();
    const thief = await Arbiter.enter(browser);
    const stolen = await equip(thief);
    await stolen.take({ ...copy, signCount: copy.signCount - 1 });
    await thief.visit(`${address}/desk/sign-in`);
    await thief.page.locator(SIGN_IN).click();
    await thief.page.locator("main [role=alert]").waitFor();
    assert.equal(await thief.page.locator("#sign-in-name").count(), 1);
    // Nobody signs in with it from then on, and its person removes it.
    await page.locator(SIGN_IN).click();
    await page.locator("main [role=alert]").waitFor();
    assert.match(system.access("list"), /passkey 1: Laptop of Ids, for localhost, may have been/);
    assert.match(system.access("log"), /alarm: passkey 1 of Ids de Vries may have been copied/);
    const again = system.access("token", "ids", "--quiet").trim();
    await ids.visit(`${address}/desk/sign-in#token=${again}`);
    await page.locator('[data-passkey="Laptop of Ids"] [role=alert]').waitFor();
    await page.locator('[data-passkey="Laptop of Ids"] .button-danger').click();
    await page.locator('dialog[open] button[type="submit"]').click();
    await page.locator('[data-passkey="Laptop of Ids"]').waitFor({ state: "detached" });

    // Added anew, and removed on the machine itself: it signs nobody in, and its session ends.
    await laptop.clear();
    await page.locator("#passkey-name").fill("New laptop");
    await page.locator(`${ADD} .button`).click();
    await page.locator('[data-passkey="New laptop"]').waitFor();
    await page.locator(".desk-foot .button").click();
    await page.locator(SIGN_IN).click();
    await page.locator('[data-passkeys="1"]').waitFor();
    system.access("remove-passkey", "2");
    await page.locator("main [role=alert]").waitFor();
    await page.locator(".desk-foot .button").click();
    await page.locator(SIGN_IN).click();
    await page.locator("main [role=alert]").waitFor();

    // By an address there are no passkeys, and nothing is said of them.
    await thief.visit(`${system.address()}/desk/sign-in`);
    await thief.page.locator("#sign-in-name").waitFor();
    assert.equal(await thief.page.locator("[data-passkey]").count(), 0);
    for (const one of [ids, thief]) await one.leave();
  });
});
