// Checks that nothing is lost or doubled at the desk when services or nats-server are killed between and
// inside acts, and that of two desks the second of two conflicting acts is told what the first did.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const NAMES = ["Auke", "Bauke", "Cor", "Durk", "Eelke", "Foppe", "Gerrit", "Hinke"];
/** The keys of the four tables of a round, and how the results are written. */
const KEYS = ["2", "1", "0", "2"];
const TEXTS = ["1-0", "½-½", "0-1", "1-0"];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test on a system of its own, with desks at it. */
async function withDesks(t, { desks, acts }, work) {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const arbiters = [];
    for (const name of desks) {
      const arbiter = await Arbiter.sit(browser, system.address());
      await arbiter.page.evaluate((mine) => localStorage.setItem("damcast.person", mine), name);
      await arbiter.page.reload();
      arbiters.push(arbiter);
    }
    await create(arbiters[0]);
    const began = performance.now();
    await work(system, ...arbiters);
    const seconds = Math.round((performance.now() - began) / 1000);
    const told = await Promise.all(arbiters.map((arbiter) => arbiter.acts()));
    t.diagnostic(`${told.join(" and ")} keys, clicks and texts in ${seconds} s`);
    assert.deepEqual(told, acts);
    for (const arbiter of arbiters) {
      arbiter.assertContent();
      await arbiter.leave();
    }
  });
}

/** Makes a round robin of eight players. */
async function create(arbiter) {
  const { page } = arbiter;
  await arbiter.key("n");
  await page.locator("#field-name:focus").waitFor();
  await arbiter.write("Acht");
  await arbiter.choose("#field-preset", "kndb-swiss");
  await page.locator("#field-rounds").fill("5");
  await arbiter.key("Enter");
  await page.locator("#import-text:focus").waitFor();
  await arbiter.paste(NAMES.join("\n"));
  await page.locator(".panel .button-next:focus").waitFor();
  await arbiter.key("Enter");
  await page.locator("#import-text").waitFor({ state: "detached" });
  await arbiter.settled();
}

/** Returns the decisions on the record page that speak of a round, the newest first. */
async function decisions(arbiter, system, count) {
  await arbiter.visit(`${system.address()}/desk/main/acht/record`);
  const list = arbiter.page.locator(".decisions li");
  await until("the record", async () => (await list.count()) >= count);
  return list.allInnerTexts();
}

test("services and nats-server are killed between and inside acts: each act counts once", async (t) => {
  await withDesks(t, { desks: ["Anna"], acts: [26] }, async (system, arbiter) => {
    arbiter.serverGoesAway();
    const restart = async () => {
      await system.kill("up");
      await arbiter.status("offline");
      await system.up("--no-demo");
      await arbiter.status("live");
    };
    // Round 1: nats-server is killed inside each act. Round 2: everything is, inside each act and
    // between them. Round 3: nats-server between acts.
    for (const round of [1, 2, 3]) {
      if (round === 3) system.killNats();
      await arbiter.key("p");
      if (round === 1) system.killNats();
      if (round === 2) await restart();
      await arbiter.stage(round, "draft");
      await arbiter.settled();
      if (round === 2) await restart();
      if (round === 3) system.killNats();
      await arbiter.key("Shift+Enter");
      if (round === 1) system.killNats();
      if (round === 2) await restart();
      await arbiter.stage(round, "open");
      await arbiter.settled();
      for (const [at, key] of KEYS.entries()) {
        if (round === 3 && at === 2) system.killNats();
        await arbiter.key(key);
        if (round === 1 && at % 2 === 0) system.killNats();
        if (round === 2 && at === 1) await restart();
        await until("the result", async () => (await arbiter.results())[at] === TEXTS[at]);
        await arbiter.settled();
      }
      await arbiter.stage(round, "closed");
      assert.deepEqual(await arbiter.results(), TEXTS);
    }
    // Creation, the desk's place, eight entries; a pairing, an opening and four results a round.
    const acts = 1 + 1 + 8 + 3 * 6;
    const made = await decisions(arbiter, system, acts);
    assert.equal(made.length, acts, made.join("\n"));
  });
});

test("of two desks the second of two conflicting acts is told what the first did", async (t) => {
  await withDesks(t, { desks: ["Anna", "Berend"], acts: [17, 9] }, async (system, anna, berend) => {
    await berend.visit(`${system.address()}/desk/main/acht`);
    await berend.page.locator('[data-action="pair"]').waitFor();
    await anna.key("p");
    await anna.stage(1, "draft");
    await anna.key("Shift+Enter");
    await anna.stage(1, "open");
    await berend.stage(1, "open");

    // Berend's key is on its way while Anna's result is stored.
    let send;
    const isOnItsWay = new Promise((resolve) => {
      send = resolve;
    });
    const path = "**/damcast.v1.PairingService/RecordResult";
    await berend.page.route(path, async (route) => {
      await isOnItsWay;
      await route.continue();
    });
    await berend.key("0");
    await berend.page.locator('[data-table="1"] [data-result="sent"]').waitFor();
    await anna.key("2");
    await anna.settled();
    send();
    const told = berend.page.locator('[data-act="failed"]');
    await told.waitFor();
    const text = await told.innerText();
    assert.match(text, /Meanwhile: Anna, \d\d:\d\d: round 1, table 1: White wins/);
    await told.locator("button").click();
    await until("one result", async () => (await berend.results())[0] === "1-0");
    await berend.page.unroute(path);

    // Berend is asked about a result that Anna corrects before he answers.
    for (let table = 4; table > 1; table -= 1) await berend.key("ArrowUp");
    await berend.key("1");
    const question = berend.page.locator("dialog[open] .ask-text");
    await question.filter({ hasText: "½-½ instead of 1-0" }).waitFor();
    for (let table = 4; table > 1; table -= 1) await anna.key("ArrowUp");
    await anna.key("0");
    await anna.page.locator("dialog[open] .ask-text").waitFor();
    await anna.write("read wrongly");
    await anna.key("Enter");
    await until("Anna's correction at the other desk", async () => {
      return (await berend.results())[0] === "0-1";
    });
    await berend.write("both say so");
    await berend.key("Enter");
    await question.filter({ hasText: "½-½ instead of 0-1" }).waitFor();
    // The reason stands as it was given.
    assert.equal(await berend.page.locator("#field-reason").inputValue(), "both say so");
    assert.match(await question.innerText(), /^Meanwhile: Anna, /);
    await berend.key("Enter");
    for (const arbiter of [anna, berend]) {
      await until("Berend's correction", async () => (await arbiter.results())[0] === "½-½");
      await arbiter.settled();
    }
  });
});
