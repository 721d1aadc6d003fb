// From one round to the next: the result of a game stays until its players have said what they think of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { inHall, playOn, seated, shared, twoTablets } from "./tablet.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Plays a game to its end, which its players have not confirmed; the next round waits for nothing else. */
async function finish(hall, [white, black]) {
  await playOn(white, black, 1, ["32-28", "19-23"]);
  await white.act("resign-white");
  await white.touch("resign");
  for (const tablet of [white, black]) await tablet.screen("end");
  await hall.recordResult(2, 1, 3, "told at the desk");
}

test("a result that a player has not confirmed stays when the next round is published, over a reload too", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    await finish(hall, [white, black]);
    await white.touch("confirm-white");
    await white.page.locator('[data-said="white"][data-kept="false"]').waitFor();
    await hall.publish(2);
    await white.screen("ready");
    const next = black.page.locator('[data-act="next-round"]');
    await next.waitFor();
    await black.screen("end");
    await black.page.reload();
    await next.waitFor();
    await black.screen("end");
    assert.equal(await black.page.locator("[data-score]").getAttribute("data-score"), "3");
    await black.touch("confirm-black");
    await black.screen("ready");
    await black.page.locator("h1", { hasText: "2" }).waitFor();
    await black.sent();
    assert.equal(await black.page.locator(".tablet-trouble, [data-left]").count(), 0);
    await black.page.reload();
    await black.screen("ready");
    for (const tablet of [white, black]) tablet.assertContent();
  });
});

test("one tap goes on without a word, and a round that opens goes on by itself", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    await finish(hall, [white, black]);
    await hall.publish(2);
    await white.touch("next-round");
    await white.screen("ready");
    await black.page.locator('[data-act="next-round"]').waitFor();
    await hall.openRound(2, true);
    await black.screen("ready");
    for (const tablet of [white, black]) {
      await tablet.sitDown();
      await tablet.ply(1);
      tablet.assertContent();
    }
  });
});

test("a sheet that the event wants signed stays until the players go on", async () => {
  await inHall("international", async ({ system, token }) => {
    const cup = new Hall(system, "cup", token);
    const players = ["Ids", "Jel", "Klaas", "Lys"];
    await cup.prepare({ name: "Cup", rules: "international", players, signsSheet: true });
    const tablet = await shared(browser, system, cup, { tournament: "cup" });
    const { page } = tablet;
    await playOn(tablet, tablet, 1, ["32-28", "19-23"]);
    await tablet.act("resign-black");
    await tablet.touch("resign");
    await tablet.screen("end");
    await cup.recordResult(2, 1, 3, "told at the desk");
    await cup.publish(2);
    await page.locator('[data-act="next-round"]').waitFor();
    for (const side of ["white", "black"]) {
      await tablet.touch(`confirm-${side}`);
      await page.locator(`[data-said="${side}"][data-kept="false"]`).waitFor();
    }
    const pad = page.locator('[data-pad="white"] .signature-pad');
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    const stroke = [
      [0.1, 0.8],
      [0.4, 0.1],
      [0.8, 0.9],
    ];
    await tablet.drawOn(stroke.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height]));
    await tablet.touch("sign-white");
    await page.locator('[data-signed="white"]').waitFor();
    await page.locator('[data-act="print"]').waitFor();
    await page.reload();
    await page.locator('[data-signed="white"]').waitFor();
    await tablet.touch("next-round");
    await tablet.screen("ready");
    tablet.assertContent();
  });
});

test("a tablet that was away while the round changed keeps its result", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablets = await twoTablets(browser, system, (tablet) => tablet.wireTo(system));
    await hall.publish(1);
    for (const tablet of tablets) await tablet.sitDown();
    await hall.openRound(1, true);
    await finish(hall, tablets);
    const [white] = tablets;
    white.network(false);
    await hall.publish(2);
    white.network(true);
    await white.page.reload();
    await white.page.locator('[data-act="next-round"]').waitFor();
    await white.screen("end");
  });
});
