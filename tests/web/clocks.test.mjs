// Checks the clocks that a spectator sees: a paused hall, absent players, stages, set times, flags,
// and a game that goes on after a flag.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall, ORDERS, stages } from "./hall.mjs";
import { clockSeconds } from "./position.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const HOUR = 3_600_000;
/** Long enough that no flag falls. */
const LONG = [[1, HOUR]];
/** Two moves in ten minutes, then five minutes and five seconds a move. */
const STAGED = stages({ moves: 2, timeMs: 600_000 }, { timeMs: 300_000, incrementMs: 5_000 });
const GAME = "r1-t1";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("spectators see pauses, absences, stages and flags of clocks", async (story) => {
  await System.tell(story, async (system, step) => {
    await system.up("--no-demo");
    /** Opens a round of four players in a tournament of its own, and a page that shows it. */
    const enter = async (id, { control = LONG, path = `/${GAME}`, ...options } = {}) => {
      const hall = new Hall(system, id);
      const players = ["Anna", "Bauke", "Cor", "Durk"];
      await hall.open({ name: `Clocks ${id}`, rules: "international-2006", players, control });
      const spectator = await Spectator.enter(browser, options);
      await spectator.visit(`${system.address()}/t/main/${id}${path}`);
      await spectator.status("live");
      return new Watch(system, id, hall, spectator);
    };

    await step("a paused hall stops all clocks and goes on with the remaining times", async () => {
      const watch = await enter("hall", { path: "" });
      const { hall, page, spectator } = watch;
      await hall.moves(1, 1, ["32-28"]);
      await watch.runs("black");
      await hall.orderRound(ORDERS.pause);
      await until("both boards to be paused", async () => (await watch.count("paused")) === 4);
      assert.equal(await page.locator('[data-running="true"]').count(), 0);
      assert.equal(await page.getByText("paused").count(), 4, "each clock says so in words");
      const shown = () => page.locator(".clock-time").allInnerTexts();
      const before = await shown();
      const since = Date.now();
      await until("two seconds to pass", () => Date.now() > since + 2_000);
      assert.deepEqual(await shown(), before, "the clocks stand");
      await page.screenshot({ path: `${OUT}clocks-paused.png` });

      await hall.orderRound(ORDERS.resume);
      await until("the clocks to run", async () => (await watch.count("paused")) === 0);
      await watch.runs("black");
      const left = (await watch.clock()).black;
      assert.ok(HOUR - left < HOUR / 60, `${left} ms are left`);
      await watch.countsDown("black");
      await spectator.assertNothingScrollsSideways();
      await watch.end();
    });

    await step("a viewer whose own clock is wrong sees the right time", async () => {
      for (const [id, offsetMs] of [
        ["fast", 5 * HOUR],
        ["slow", -5 * HOUR],
      ]) {
        const watch = await enter(id);
        await watch.page.addInitScript(shiftClock, offsetMs);
        await watch.page.reload();
        await watch.spectator.status("live");
        await watch.hall.moves(1, 1, ["32-28", "19-23"]);
        await watch.runs("white");
        const off = (await watch.page.evaluate(() => Date.now())) - Date.now();
        assert.ok(Math.abs(off - offsetMs) < 60_000, `the viewer's clock is ${off} ms off`);
        await watch.countsDown("white");
        await watch.end();
      }
    });

    await step("an absent player is waited for, and comes or loses", async () => {
      const watch = await enter("absent");
      const { hall } = watch;
      const { black } = await watch.names();
      await hall.order(1, ORDERS.absent("black", HOUR));
      await watch.stage("black", "not here yet");
      await watch.news(`${black}: not here yet`, true);
      await hall.order(1, ORDERS.present("black"));
      await watch.stage("black", null);
      await watch.news(`${black}: not here yet`, false);
      await hall.order(1, ORDERS.absent("black", 700));
      await hall.moves(1, 1, ["32-28"]);
      await watch.stage("black", "did not come");
      await watch.news("White wins, no-show", true);
      await watch.face("black", (clock) => clock.dataset.flag === "true");
      await watch.end();
    });

    await step("a stage shows its moves to go and its increment, and adds its time", async () => {
      const watch = await enter("stages", { control: STAGED });
      const { hall, page, spectator } = watch;
      const subtitle = await page.locator(".game-head .subtitle").innerText();
      assert.ok(subtitle.endsWith(" · 2/10m + 5m + 5s"), subtitle);
      await watch.stage("white", "Stage 1 · 2 moves to go");
      await watch.stage("black", "Stage 1 · 2 moves to go");
      await hall.moves(1, 1, ["32-28"]);
      await watch.stage("white", "Stage 1 · 1 move to go");
      await hall.moves(1, 2, ["19-23", "28x19"]);
      await watch.stage("white", "Stage 2 · +5 s per move");
      await watch.stage("black", "Stage 1 · 1 move to go");
      await watch.runs("black");
      const { white } = await watch.clock();
      assert.ok(white > 840_000 && white <= 900_000, `${white} ms: the second stage is added`);
      assert.equal(await spectator.clock("white"), text(white));
      await hall.moves(1, 4, ["14x23"]);
      await watch.stage("black", "Stage 2 · +5 s per move");
      for (const viewport of [
        { width: 360, height: 740 },
        { width: 320, height: 568 },
      ]) {
        await page.setViewportSize(viewport);
        await spectator.assertNothingScrollsSideways();
        await page.screenshot({ path: `${OUT}clocks-stage-${viewport.width}.png`, fullPage: true });
      }
      await watch.end();
    });

    await step("a time that the arbiter sets is shown at once", async () => {
      const watch = await enter("adjusted");
      await watch.hall.moves(1, 1, ["32-28"]);
      await watch.runs("black");
      await watch.hall.order(1, ORDERS.adjust("white", 299_000));
      await until("the set time", async () => (await watch.spectator.clock("white")) === "4:59");
      await watch.countsDown("black");
      await watch.end();
    });

    await step("a flag falls on the page, and play goes on when the arbiter rules so", async () => {
      const watch = await enter("flag", { control: STAGED });
      const { hall, page } = watch;
      await hall.moves(1, 1, ["32-28", "19-23"]);
      await watch.runs("white");
      await hall.order(1, ORDERS.adjust("white", 400));
      await watch.face("white", (clock) => clock.dataset.flag === "true");
      const face = page.locator('[data-clock="white"]');
      assert.equal(await watch.spectator.clock("white"), "0:00.0");
      assert.ok(await face.locator(".clock-flag svg").isVisible(), "the flag is drawn");
      assert.ok((await face.textContent()).includes("flag fell"), "in words too");
      assert.equal(await face.getAttribute("data-running"), "false");
      await watch.news("Black wins, on time", true);
      await page.screenshot({ path: `${OUT}clocks-flag.png` });

      // Without the result the flag is still down; then the record shows that the moves of the
      // stage were made.
      await hall.resume(1);
      const { white } = await watch.names();
      await watch.news(`${white}: flag fell`, true);
      await hall.goOnPaper(1);
      await hall.complete(1, 3, ["28x19", "14x23"]);
      await hall.order(1, ORDERS.playOn);
      await watch.face("white", (clock) => clock.dataset.flag === undefined);
      await watch.news(`${white}: flag fell`, false);
      await watch.stage("white", "Stage 2 · +5 s per move");
      assert.equal(await page.locator("[data-result-text]").count(), 0, "the game goes on");
      await watch.end();
    });
  });
});

/** A page with clocks, to be compared with the clocks that the server reports. */
class Watch {
  constructor(system, id, hall, spectator) {
    Object.assign(this, { hall, spectator, page: spectator.page });
    this.ask = () => system.snapshot(id);
  }

  async game() {
    return (await this.ask()).games.find((one) => one.id === GAME);
  }

  async clock() {
    return (await this.game()).clock;
  }

  async names() {
    const { players, games } = await this.ask();
    const game = games.find((one) => one.id === GAME);
    const name = (id) => players.find((player) => player.id === id).name;
    return { white: name(game.white), black: name(game.black) };
  }

  count(what) {
    return this.page.locator(`[data-${what}]`).count();
  }

  #face(side) {
    return this.page.locator(`[data-game="${GAME}"] [data-clock="${side}"]`);
  }

  /** Waits until a clock on the page has this text. */
  face(side, is) {
    return until(`the clock of ${side} to be ${is}`, async () =>
      is(await this.#face(side).evaluate((clock) => ({ dataset: { ...clock.dataset } }))),
    );
  }

  /** Waits until the time of a side runs, on the page and at the server. */
  async runs(side) {
    await until(`the time of ${side} to run`, async () => (await this.clock()).running === side);
    await this.face(side, (clock) => clock.dataset.running === "true");
  }

  /** Waits until this text stands beside the time of a side. */
  async stage(side, expected) {
    await until(`${expected} beside the time of ${side}`, async () => {
      const shown = await this.#face(side).locator(".clock-stage").allInnerTexts();
      assert.deepEqual(shown, expected === null ? [] : [expected]);
      return true;
    });
  }

  async news(text, isSaid) {
    await until(`the news to say ${text}: ${isSaid}`, async () => {
      const news = await this.page.locator("[data-news][aria-live=polite]").innerText();
      return news.includes(text) === isSaid;
    });
  }

  /**
   * Checks that the time of a side runs down without a message from the server, and agrees with the
   * server.
   */
  async countsDown(side) {
    const { frames } = this.spectator;
    const clock = await this.clock();
    const left = () => (clock[side] - (Date.now() - clock.asOf)) / 1000;
    let shown = Number.POSITIVE_INFINITY;
    for (let change = 0; change < 3; change += 1) {
      const last = shown;
      shown = await until("the text of the clock to change", async () => {
        const most = left();
        const seconds = clockSeconds(await this.spectator.clock(side, GAME));
        const least = left();
        assert.ok(seconds <= most + 1 && seconds >= least - 2, `${seconds} s, not ${least}`);
        return seconds < last && seconds;
      });
    }
    assert.equal(this.spectator.frames, frames, "nothing was sent meanwhile");
  }

  async end() {
    this.spectator.assertContent();
    await this.spectator.leave();
  }
}

/** Runs in the page: simulates a device whose clock is wrong. */
function shiftClock(offsetMs) {
  const origin = performance.timeOrigin + offsetMs;
  Object.defineProperty(performance, "timeOrigin", { get: () => origin });
  const { now } = Date;
  Date.now = () => now() + offsetMs;
}

/** Formats a time as a clock shows it, from ten seconds to an hour. */
function text(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
