// A tablet that is cut off until a flag has fallen: the whole way of its moves, from the touch to everybody who looks on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { ORDERS } from "./hall.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, seated } from "./tablet.mjs";

const GAME = gameOf("international/090417ronde12.pdn", 0);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const isBackFirst of [true, false]) {
  const title = isBackFirst
    ? "moves of a tablet that comes back when its flag has fallen are played with one tap once the game goes on"
    : "moves of a tablet that comes back once the game goes on after its flag fell are played by themselves";
  test(`${title}, and everybody sees them`, async () => {
    await inHall("international", async ({ system, hall, token }) => {
      const [white, black] = await seated(browser, system, hall, (one) => one.wireTo(system));
      const spectator = await Spectator.enter(browser);
      await spectator.visit(`${system.address()}/t/main/${KK}/r1-t1`);
      const seen = (ply) => spectator.page.locator(`article[data-live-ply="${ply}"]`).waitFor();
      await playOn(white, black, 1, GAME.slice(0, 2));
      await white.ply(3);
      await seen(2);

      // White's tablet is cut off, and the players go on at the board; it takes the moves of both.
      await white.notesBoth();
      white.network(false);
      await playOn(white, white, 3, GAME.slice(2, 5));
      await white.cutOff();
      assert.equal(await white.kept(), 3);
      // The service knows of no move: White's time runs on, and ends.
      await hall.order(1, ORDERS.adjust("white", 400));
      await black.screen("end");
      await spectator.page.locator("[data-result-text]", { hasText: "on time" }).waitFor();
      if (isBackFirst) {
        white.network(true);
        await white.screen("end");
        await white.page.locator('[data-late="3"]').waitFor();
        assert.equal(await white.page.locator('[data-act="late-yes"]').count(), 0);
      }

      const desk = await Arbiter.enter(browser);
      const { page } = desk;
      await desk.visit(`${system.address()}/desk/main/${KK}/tables/r1-t1#token=${token}`);
      const rule = async (ruling, ...fields) => {
        await desk.press(`ruling-${ruling}`);
        for (const [field, text] of fields) await page.locator(`dialog #field-${field}`).fill(text);
        await desk.confirm();
        await desk.settled();
      };
      const why = ["reason", "the tablet was cut off"];
      await rule("resume", why);
      await rule("clock", ["time", "10:00"], why);
      await black.ply(3);
      if (isBackFirst) {
        const moves = `2. ${GAME[2]}, 2… ${GAME[3]}, 3. ${GAME[4]}`;
        await white.page.locator('[data-late="3"] p', { hasText: moves }).waitFor();
        await white.touch("late-yes");
      } else {
        white.network(true);
      }
      assert.deepEqual(await recorded(system, KK, "r1-t1", 5), GAME.slice(0, 5));
      await white.sent();
      await white.page.locator("[data-late]").waitFor({ state: "detached" });
      for (const tablet of [white, black]) await tablet.ply(6);
      await seen(5);
      await page.locator('[data-game-open="r1-t1"] .line', { hasText: GAME[4] }).waitFor();

      // The game goes on from there.
      for (const tablet of [white, black]) await tablet.seen();
      await black.play(6, GAME[5]);
      await white.ply(7);
      await seen(6);
      assert.deepEqual(await recorded(system, KK, "r1-t1", 6), GAME.slice(0, 6));
      for (const one of [white, black, spectator, desk]) {
        one.assertContent();
        await one.leave();
      }
    });
  });
}
