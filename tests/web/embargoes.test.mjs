// The arbiter delays a tournament for the public at the desk: the pages say so and stand still, and have everything
// once the arbiter shows what was withheld.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";

/** Seven games of 81 to 156 plies, played by people. */
const FILE = "international/rk_ronde_12.pdn";
const TOURNAMENT = "stupino";
/** The moves of one game come 0.05 to 0.25 s apart. */
const SPEED = 60;
/** The time from the decision until it holds, in milliseconds. */
const HOLDS_AFTER_MS = 2000;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("the public waits as long as the arbiter has said, and no longer once it is released", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const ask = () => system.snapshot(TOURNAMENT);
    system.replay(record(FILE), TOURNAMENT, SPEED);
    const home = `${system.address()}/t/main/${TOURNAMENT}`;
    const spectator = await Spectator.enter(browser);
    const { page } = spectator;
    await until("the first moves", async () => {
      const { games } = await ask();
      return games.length === 7 && games.every((game) => game.moves.length > 0);
    });
    system.freeze();
    await spectator.visit(home);
    await spectator.status("live");
    const line = page.locator("[data-embargoes] li");
    assert.equal(await line.count(), 0, "nothing is delayed");

    const arbiter = await Arbiter.sit(browser, system.address());
    const desk = arbiter.page;
    await desk.evaluate(() => localStorage.setItem("damcast.person", "Anna"));
    await arbiter.visit(`${system.address()}/desk/main/${TOURNAMENT}/round`);
    await arbiter.stage(1, "open");
    assert.equal(await desk.locator('[data-action="embargo-release"]').count(), 0);
    await arbiter.press("embargo");
    await arbiter.choose("#field-part", "0-0");
    await arbiter.choose("#field-until", "delay");
    await arbiter.fill("#field-minutes", "15");
    await arbiter.confirm();
    await desk.locator('[data-embargoes="1"]').waitFor();
    await arbiter.settled();
    const holdsAt = Date.now() + HOLDS_AFTER_MS;
    await until("the page to say so", async () => {
      assert.deepEqual(await line.allInnerTexts(), ["Delayed by 15 minutes"]);
      return true;
    });
    await until("the delay to hold", () => Date.now() >= holdsAt);
    const before = await spectator.agreesWith(ask);
    for (const address of [
      `/embed/main/${TOURNAMENT}`,
      `/embed/main/${TOURNAMENT}/r1-t1`,
      `/overlay/main/${TOURNAMENT}/r1-t1`,
      `/wall/main/${TOURNAMENT}`,
    ]) {
      await page.goto(`${system.address()}${address}`);
      const told = page.locator("[data-embargoes] li").filter({ visible: true });
      await told.waitFor();
      assert.deepEqual(await told.allInnerTexts(), ["Delayed by 15 minutes"], address);
    }
    await page.goto(home);
    await spectator.status("live");
    const plies = ({ games }) => games.map(({ id, moves }) => [id, moves.length]);

    // The hall plays on, and the desk follows it.
    system.thaw();
    await until("results at the desk", async () => {
      return (await arbiter.results()).some((result) => /[0-9½]/.test(result));
    });
    system.freeze();
    assert.deepEqual(plies(await ask()), plies(before), "the server tells no move more");
    await spectator.agreesWith(async () => before);
    await page.goto(home);
    await spectator.status("live");
    await spectator.agreesWith(async () => before);

    // Whoever may see what is withheld has a page of it, which says so.
    await page.goto(`${home}?undelayed`);
    await page.locator(".undelayed").waitFor();
    await spectator.status("live");
    const results = page.locator("[data-game] .card-result");
    await until("a result that the public does not see", async () => (await results.count()) > 0);
    await page.goto(home);
    await spectator.status("live");
    await spectator.agreesWith(async () => before);

    // Without a reason it is not sent.
    await arbiter.press("embargo-release");
    await arbiter.confirm();
    await desk.locator("#field-reason:invalid").waitFor();
    await desk.locator("#field-reason").fill("the press is here");
    await arbiter.confirm();
    await desk.locator("dialog[open]").waitFor({ state: "detached" });
    await arbiter.settled();
    const played = (one) => one.games.reduce((sum, game) => sum + game.moves.length, 0);
    // Results also come from the tournament, which may be a moment ahead of the games.
    await until("what was withheld", async () => {
      const now = await ask();
      return now.games.some((game) => game.result !== null) && played(now) > played(before);
    });
    await spectator.agreesWith(ask);
    // The next moves wait again, and so the pages go on saying so.
    assert.deepEqual(await line.allInnerTexts(), ["Delayed by 15 minutes"]);

    // It is lifted for what is still to come.
    await arbiter.press("embargo");
    await arbiter.choose("#field-until", "none");
    await desk.locator("#field-reason").fill("the prizes are given");
    await arbiter.confirm();
    await desk.locator("[data-embargoes]").waitFor({ state: "detached" });
    await line.waitFor({ state: "detached" });
    system.thaw();
    await system.done("replay");
    const whole = await until("every result", async () => {
      const now = await ask();
      return now.games.every((game) => game.result !== null) && now;
    });
    await spectator.agreesWith(async () => whole);
    await spectator.assertNeverWrong(ask);

    spectator.assertContent();
    arbiter.assertContent();
    await arbiter.leave();
    await spectator.leave();
  });
});
