// Runs the desk behind locked doors in the roles that do not decide on pairings: who enters results, an organiser
// and a technician; and gives people roles within limits.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const NAMES = ["Anna", "Bauke", "Cor", "Durk"];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test at a venue whose chief arbiter has paired a Swiss of four, which is a draft. */
async function atVenue(work) {
  await System.use(async (system) => {
    await system.lockedUp("--no-demo");
    const address = system.address();
    const link = system.access("invite", "chief").trim().split("\n").at(-1);
    const chief = await Arbiter.by(link, browser, address);
    await chief.visit(`${address}/desk`);
    await chief.create("Open Swiss", { rounds: 3 });
    await chief.enterAll(NAMES);
    await chief.key("r");
    await chief.key("p");
    await chief.stage(1, "draft");
    await chief.settled();
    /** Signs somebody in who has a role, at a page of the desk. */
    const sit = async (id, role, path, ...limits) => {
      system.access("add", id, "--name", id);
      system.access("grant", id, role, ...limits);
      const one = await Arbiter.enter(browser);
      const asked = [];
      one.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      const token = system.access("token", id, "--quiet").trim();
      await one.visit(`${address}${path}#token=${token}`);
      return { one, asked };
    };
    await work({ address, chief, sit });
    chief.assertContent();
    await chief.leave();
  });
}

function sections(page) {
  return page.$$eval(".sections a", (links) => links.map(({ dataset }) => dataset.section));
}

test("who enters results sees no draft, types results, corrects their own, and is offered nothing else", async () => {
  await atVenue(async ({ address, chief, sit }) => {
    const { one: rita, asked } = await sit("rita", "result-entry", "/desk/main/open-swiss/round");
    const { page } = rita;
    await page.locator('[data-stage="none"]').waitFor();
    assert.deepEqual(await sections(page), ["round", "players", "standings", "print"]);
    assert.equal(await page.locator('[data-action="pair"], [data-action="plan"]').count(), 0);
    await chief.key("Shift+Enter");
    await chief.stage(1, "open");
    await rita.stage(1, "open");
    await rita.key("2");
    await until("her result", async () => (await rita.results())[0] === "1-0");
    await rita.settled();
    await rita.touch('.results [data-table="1"]');
    await rita.key("0");
    await page.locator("dialog #field-reason").fill("I mistyped it");
    await rita.confirm();
    await until("her correction", async () => (await chief.results())[0] === "0-1");
    await rita.settled();
    assert.equal(await page.locator('[data-action="close"]').count(), 0);
    await rita.visit(`${address}/desk/main/open-swiss/players`);
    await page.locator('[data-action="check-in"]').waitFor();
    assert.equal(await page.locator('[data-action="enter"]').count(), 0);
    await rita.visit(`${address}/desk/main/open-swiss/record`);
    await page.getByText("Your role does not have this part of the desk.").waitFor();
    assert.deepEqual(
      asked.filter((path) => /AssignTable|WatchVerdicts|ListDecisions|ListProposals/.test(path)),
      [],
    );
    rita.assertContent();
    await rita.leave();
  });
});

test("an organiser makes an event as another one was, enters its players, and amends it", async () => {
  await atVenue(async ({ address, sit }) => {
    const { one: organiser } = await sit("oege", "organiser", "/desk");
    const { page } = organiser;
    await organiser.create("Open again", { preset: "event:main/open-swiss" });
    await page.waitForURL(`${address}/desk/main/open-again/players`);
    await organiser.enterAll(NAMES);
    assert.deepEqual(await sections(page), ["round", "players", "standings", "print", "settings"]);
    assert.equal(await page.locator('[data-action="pair"]').count(), 0);
    await page.locator('[data-player="4"] select').selectOption("remove");
    await organiser.confirm();
    await page.locator('[data-player="4"]').waitFor({ state: "detached" });
    // They correct an entry, told that they do not see all of it.
    await page.locator('[data-player="3"] select').selectOption("correct");
    await page.locator("dialog .ask-text", { hasText: "year of birth" }).waitFor();
    await page.locator("dialog #field-name").fill("Cornelis");
    await organiser.confirm();
    await page.locator('[data-player="3"] th', { hasText: "Cornelis" }).waitFor();
    await organiser.visit(`${address}/desk/main/open-again/settings`);
    await page.locator(".facts", { hasText: "3" }).waitFor();
    await organiser.press("amend");
    await page.locator("dialog #field-place").fill("Drachten");
    await organiser.confirm();
    await page.locator(".facts", { hasText: "Drachten" }).waitFor();
    assert.equal(await page.locator('[data-action="amend-regulation"]').count(), 0);
    // The people of the venue are known to them, too.
    await organiser.visit(`${address}/desk/register`);
    await page.getByText("Bauke").first().waitFor();
    organiser.assertContent();
    await organiser.leave();
  });
});

test("a technician has the boards and the devices at the tables", async () => {
  await atVenue(async ({ sit }) => {
    const { one: tess } = await sit("tess", "technician", "/desk/main/open-swiss/round");
    const { page } = tess;
    await page.locator('.sections [data-section="devices"]').click();
    await page.locator("#devices-title").waitFor();
    assert.deepEqual(await sections(page), ["boards", "devices"]);
    assert.equal(await page.locator("main [role=alert]").count(), 0);
    tess.assertContent();
    await tess.leave();
  });
});

test("somebody who is known is given another role, within limits, by a chief arbiter of one tournament, too", async () => {
  await atVenue(async ({ address, chief, sit }) => {
    const { one: rita } = await sit("rita", "result-entry", "/desk");
    const { page } = chief;
    await chief.visit(`${address}/desk/people`);
    await page.locator('[data-subject="rita"] [data-give]').click();
    await page.locator("dialog #field-role").selectOption({ label: "technician" });
    await page.locator("dialog #field-tournament").selectOption("open-swiss");
    await page.locator("dialog #field-tables").fill("1-2");
    await chief.confirm();
    const grants = page.locator('[data-subject="rita"] .grant');
    await grants.filter({ hasText: "technician, in open-swiss, at table 1–2" }).waitFor();
    assert.equal(await grants.count(), 2);

    const limits = ["--tournament", "open-swiss"];
    const { one: kees } = await sit("kees", "chief-arbiter", "/desk/people", ...limits);
    await kees.touch("#persons-title ~ .buttons .button");
    await kees.page.locator("dialog #field-name").fill("Jel Jansma");
    await kees.page.locator("dialog #field-id").fill("jel");
    await kees.confirm();
    // A code that begins with an address of this machine would open nothing in the hall.
    await kees.page.locator("[data-only-here]", { hasText: address }).waitFor();
    assert.equal(await kees.page.locator("svg.qr").count(), 0);
    const given = kees.page.locator('[data-subject="jel"] .grant');
    await given.filter({ hasText: "arbiter, in open-swiss" }).waitFor();
    for (const desk of [rita, kees]) {
      desk.assertContent();
      await desk.leave();
    }
  });
});
