// Alarms at the desk about devices and about the words of players, and the taps that answer them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { inHall, KK, playOn, recorded, seated, Tablet, twoTablets } from "./tablet.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Opens the tables at a desk. */
async function atDesk(system, token) {
  const desk = await Arbiter.enter(browser);
  await desk.visit(`${system.address()}/desk/main/${KK}/tables#token=${token}`);
  await desk.page.locator(".table-card").first().waitFor();
  return desk;
}

const alarm = (desk, kind, more = "") => desk.page.locator(`.inbox [data-alarm="${kind}"]${more}`);

test("a tablet that is cut off is an alarm at both desks, once, and its end is told", async () => {
  await inHall("international", async ({ system, hall, token }) => {
    const wired = (tablet) => tablet.wireTo(system);
    const [white, black] = await seated(browser, system, hall, wired);
    await playOn(white, black, 1, ["32-28", "19-23"]);
    const desks = [await atDesk(system, token), await atDesk(system, token)];
    const card = desks[0].page.locator('.table-card[data-table="1"]');
    await card.locator("[data-device] >> text=heard").first().waitFor();
    await white.network(false);
    await white.play(3, "28x19");
    for (const desk of desks) await alarm(desk, "silent").waitFor({ timeout: 60_000 });
    assert.equal(await alarm(desks[0], "silent").count(), 1);
    await card.locator('[data-silent="true"]').waitFor();
    await desks[0].press("silent-only");
    await desks[0].page.locator('.table-card[data-table="2"]').waitFor({ state: "detached" });
    await alarm(desks[0], "silent").locator("button").click();
    for (const desk of desks) await alarm(desk, "silent", "[data-seen]").waitFor();
    await white.network(true);
    for (const desk of desks) await alarm(desk, "silent").waitFor({ state: "detached" });
    await white.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 3), ["32-28", "19-23", "28x19"]);
    white.assertContent();
  });
});

test("two tablets for one place wait for the desk, and one tap lets the spare go on", async () => {
  await inHall("international", async ({ system, hall, token }) => {
    const [white, black] = await seated(browser, system, hall);
    const desk = await atDesk(system, token);
    const spare = await Tablet.take(browser);
    await spare.enrol(system, { tournament: KK, table: 1, seat: "white" });
    await alarm(desk, "seat-claim").waitFor();
    // White has told nothing yet, so it is not sure whose tablet this is.
    await white.play(1, "32-28");
    await white.state("kept");
    await desk.touch('.inbox [data-tap="take-over"]');
    await alarm(desk, "seat-claim").waitFor({ state: "detached" });
    await spare.sitDown();
    await playOn(spare, black, 1, ["34-29", "19-23"]);
    assert.deepEqual(await recorded(system, KK, "r1-t1", 2), ["34-29", "19-23"]);
  });
});

test("players confirm a result or do not agree, which the desk hears, and confirm another anew", async () => {
  await inHall("international", async ({ system, hall, token }) => {
    const [white, black] = await seated(browser, system, hall);
    const desk = await atDesk(system, token);
    await playOn(white, black, 1, ["32-28", "19-23"]);
    await white.act("resign-white");
    await white.touch("resign");
    for (const tablet of [white, black]) await tablet.screen("end");
    await white.touch("confirm-white");
    await black.touch("disagree-black");
    const said = (tablet, side, disagrees) =>
      tablet.page.locator(
        `[data-said="${side}"][data-disagrees="${disagrees}"][data-kept="false"]`,
      );
    for (const tablet of [white, black]) {
      await said(tablet, "white", false).waitFor();
      await said(tablet, "black", true).waitFor();
    }
    await alarm(desk, "disputed", '[data-urgent="true"]').waitFor();
    const card = desk.page.locator('.table-card[data-table="1"]');
    await card.locator('[data-said="2"][data-disagrees="true"]').waitFor();
    // The arbiter corrects the result: both are asked again.
    await hall.recordResult(1, 2, 6, "they had agreed otherwise", true);
    await alarm(desk, "disputed").waitFor({ state: "detached" });
    for (const [tablet, side] of [
      [white, "white"],
      [black, "black"],
    ]) {
      await tablet.touch(`confirm-${side}`);
      await said(tablet, side, false).waitFor();
      tablet.assertContent();
    }
  });
});

test("the players ask to go on on paper, the desk consents with one tap, and a claim has its article", async () => {
  await inHall("frisian", async ({ system, hall, token }) => {
    const [white, black] = await twoTablets(browser, system);
    await hall.publish(1);
    for (const tablet of [white, black]) await tablet.sitDown();
    await hall.openRound(1, true);
    const desk = await atDesk(system, token);
    await playOn(white, black, 1, ["32-28"]);
    await black.touch("arbiter");
    // The Frisian rules have no repetition.
    assert.equal(await black.page.locator('[data-act="call-claim-repetition"]').count(), 0);
    await black.touch("call-claim-count");
    await alarm(desk, "call").filter({ hasText: "art. 18" }).waitFor();
    await white.touch("arbiter");
    await white.touch("call-paper");
    await desk.touch('.inbox [data-tap="paper"]');
    for (const tablet of [white, black]) {
      await tablet.page.locator("text=This game goes on on paper").first().waitFor();
    }
    await white.page.locator('[data-call="answered"]').waitFor();
  });
});
