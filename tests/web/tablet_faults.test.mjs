// Everything that may happen to a tablet during a game: nothing is lost, and nothing counts twice.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch, storedIn } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, Tablet } from "./tablet.mjs";

const GAME = gameOf("international/090417ronde12.pdn", 0);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Takes one tablet for both players to a table whose round is open. */
async function sharedTablet(system, hall, options = {}, of = browser) {
  const tablet = await Tablet.take(of, options);
  await tablet.wireTo(system);
  await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
  await hall.openRound(1);
  await tablet.screen("ready");
  await tablet.sitDown();
  await tablet.screen("play");
  return tablet;
}

/** Checks that the service has exactly these moves, and that the tablet has told each once. */
async function assertWhole(system, tablet, moves) {
  await tablet.sent();
  assert.deepEqual(await recorded(system, KK, "r1-t1", moves.length), moves);
  const stored = await tablet.stored();
  assert.deepEqual(
    stored.map(({ sequence }) => sequence),
    moves.map((_, index) => index + 1),
  );
}

test("ten moves without a network, a reload among them, come when it is back", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 6));
    await tablet.sent();
    // The page without the server is kept by then.
    await tablet.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    tablet.network(false);
    await playOn(tablet, tablet, 7, GAME.slice(6, 11));
    await tablet.page.locator('[data-link="cut"]').waitFor();
    await tablet.state("kept");
    // Half a move is there after the reload, and the board is right.
    const [from] = GAME[11].split(/[-x]/);
    await tablet.tap(Number(from));
    await tablet.page.reload();
    await tablet.ply(12);
    await tablet.page.locator(`.touch-board[data-entry="${from}"]`).waitFor();
    await tablet.touch("undo");
    await playOn(tablet, tablet, 12, GAME.slice(11, 16));
    assert.equal(await tablet.kept(), 10);
    tablet.network(true);
    await assertWhole(system, tablet, GAME.slice(0, 16));
    await playOn(tablet, tablet, 17, GAME.slice(16, 18));
    await assertWhole(system, tablet, GAME.slice(0, 18));
  });
});

test("moves that come when the game is over are shown, and played with one tap once it goes on", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    tablet.network(false);
    await playOn(tablet, tablet, 3, GAME.slice(2, 5));
    await hall.giveResult(1, 1, 6);
    tablet.network(true);
    await tablet.screen("end");
    const late = tablet.page.locator('[data-late="3"]');
    await late.locator("p", { hasText: `2. ${GAME[2]}, 2… ${GAME[3]}, 3. ${GAME[4]}` }).waitFor();
    assert.equal(await tablet.page.locator('[data-act="late-yes"]').count(), 0);
    await hall.resume(1);
    await tablet.ply(3);
    await tablet.page.reload();
    await tablet.touch("late-yes");
    await tablet.ply(6);
    await tablet.sent();
    await tablet.page.locator("[data-late]").waitFor({ state: "detached" });
    assert.deepEqual(await recorded(system, KK, "r1-t1", 5), GAME.slice(0, 5));
    await tablet.seen();
    await playOn(tablet, tablet, 6, GAME.slice(5, 7));
    assert.deepEqual(await recorded(system, KK, "r1-t1", 7), GAME.slice(0, 7));
    tablet.assertContent();
  });
});

test("a browser that is killed right after a move looks kept has that move, and goes on with it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "damcast-tablet-"));
  try {
    await inHall("international", async ({ system, hall }) => {
      const before = await sharedTablet(system, hall, {}, storedIn(folder));
      await playOn(before, before, 1, GAME.slice(0, 3));
      await before.sent();
      before.network(false);
      await playOn(before, before, 4, GAME.slice(3, 6));
      // The board shows the move: whatever happens now, it is on the disk.
      killBrowser(folder);
      const tablet = await Tablet.take(storedIn(folder));
      // The page is known by its address, and its storage with it. The network is gone still.
      tablet.address = before.address;
      tablet.wire = before.wire;
      tablet.serverGoesAway();
      await tablet.open(system);
      await tablet.ply(7);
      const kept = (await tablet.touches()).map(({ ply }) => ply);
      assert.deepEqual(kept, [1, 2, 3, 4, 5, 6]);
      const states = (await tablet.stored()).map(({ state }) => state);
      assert.deepEqual(states.slice(3), ["kept", "kept", "kept"]);
      assert.equal((await recorded(system, KK, "r1-t1", 3)).length, 3);
      tablet.network(true);
      await playOn(tablet, tablet, 7, GAME.slice(6, 8));
      await assertWhole(system, tablet, GAME.slice(0, 8));
      await tablet.leave();
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** Kills the browser whose storage is in a folder, with all its processes: nothing is written any more. */
function killBrowser(folder) {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, "utf8");
      if (line.includes(`--user-data-dir=${folder}\0`)) process.kill(Number(id), "SIGKILL");
    } catch {
      // The process has ended meanwhile.
    }
  }
}

test("a move whose answer is lost on its way is in the game once", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    tablet.serverGoesAway();
    tablet.wire.cutAnswers();
    await playOn(tablet, tablet, 3, GAME.slice(2, 3));
    // The service has it, and the tablet does not know.
    assert.deepEqual(await recorded(system, KK, "r1-t1", 3), GAME.slice(0, 3));
    assert.equal(await tablet.kept(), 1);
    await playOn(tablet, tablet, 4, GAME.slice(3, 5));
    await tablet.cutOff();
    assert.equal(await tablet.kept(), 3);
    tablet.wire.mend();
    await assertWhole(system, tablet, GAME.slice(0, 5));
    const states = (await tablet.stored()).map(({ state }) => state);
    assert.deepEqual(new Set(states), new Set(["accepted"]));
    await playOn(tablet, tablet, 6, GAME.slice(5, 7));
    await assertWhole(system, tablet, GAME.slice(0, 7));
  });
});

test("of two tabs one is the tablet, and the other takes over when it is asked", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    const first = tablet.page;
    tablet.page = await tablet.context.newPage();
    await tablet.open(system);
    await tablet.screen("other-tab");
    await tablet.page.locator(".big-next").tap();
    await tablet.screen("play");
    await first.locator('[data-screen="other-tab"]').waitFor();
    await playOn(tablet, tablet, 3, GAME.slice(2, 5));
    await assertWhole(system, tablet, GAME.slice(0, 5));
  });
});

test("services that are killed and come back have every move once", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 4));
    tablet.serverGoesAway();
    await system.kill("up");
    await playOn(tablet, tablet, 5, GAME.slice(4, 8));
    assert.ok((await tablet.kept()) >= 3);
    await system.lockedUp("--no-demo");
    await assertWhole(system, tablet, GAME.slice(0, 8));
    await playOn(tablet, tablet, 9, GAME.slice(8, 10));
    await assertWhole(system, tablet, GAME.slice(0, 10));
  });
});

test("moves that the services lost after they had answered them are handed in again", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 4));
    await tablet.sent();
    tablet.serverGoesAway();
    await system.stop();
    system.copyStore();
    await system.lockedUp("--no-demo");
    await playOn(tablet, tablet, 5, GAME.slice(4, 9));
    await assertWhole(system, tablet, GAME.slice(0, 9));
    await system.stop();
    system.setBack();
    await system.lockedUp("--no-demo");
    await assertWhole(system, tablet, GAME.slice(0, 9));
    await playOn(tablet, tablet, 10, GAME.slice(9, 11));
    await assertWhole(system, tablet, GAME.slice(0, 11));
  });
});

test("a spare tablet takes over the table of one that is put out", async () => {
  await inHall("international", async ({ system, hall }) => {
    const old = await sharedTablet(system, hall);
    await playOn(old, old, 1, GAME.slice(0, 3));
    await old.sent();
    const spare = await Tablet.take(browser);
    await spare.enrol(system, { tournament: KK, table: 1, seat: "table" });
    const [device] = [...new Set((await old.stored()).map((input) => input.device))];
    system.access("put-out", device);
    await spare.sitDown();
    await playOn(spare, spare, 4, GAME.slice(3, 6));
    await spare.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 6), GAME.slice(0, 6));
    await old.page.locator(".tablet-trouble").waitFor();
  });
});

test("a tablet goes to another table by another code, and what it could not send holds nothing up", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    tablet.network(false);
    await playOn(tablet, tablet, 3, GAME.slice(2, 3));
    await tablet.state("kept");
    tablet.network(true);
    await tablet.enrol(system, { tournament: KK, table: 2, seat: "table" });
    await tablet.page.locator('[data-table="2"]').waitFor();
    await tablet.screen("ready");
    await tablet.sitDown();
    await playOn(tablet, tablet, 1, ["34-29", "20-25"]);
    await tablet.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t2", 2), ["34-29", "20-25"]);
    assert.equal(await tablet.page.locator(".tablet-trouble").count(), 0);
  });
});

test("moves of a tablet that was put out go out under no other name, and are shown to the arbiter", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    tablet.network(false);
    await playOn(tablet, tablet, 3, GAME.slice(2, 4));
    const [{ device }] = await tablet.stored();
    system.access("put-out", device);
    tablet.network(true);
    await tablet.page.locator(".tablet-trouble").waitFor();
    await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
    await tablet.page.locator('[data-left="2"]').waitFor();
    const shown = await tablet.page.locator("[data-left] li").allInnerTexts();
    const written = ["2.", "2…"].map((number, index) => `${number} ${GAME[2 + index]}`);
    assert.deepEqual(
      shown.map((text) => /^Table 1, Round 1: (.*?) \(/.exec(text)?.[1]),
      written,
    );
    // They were not played: the players enter them again, and the arbiter knows why.
    await tablet.touch("left-seen");
    await tablet.page.locator("[data-left]").waitFor({ state: "detached" });
    await playOn(tablet, tablet, 3, GAME.slice(2, 5));
    await tablet.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 5), GAME.slice(0, 5));
    const again = (await tablet.stored()).filter((input) => input.device !== device);
    assert.deepEqual(
      again.map(({ state }) => state),
      ["accepted", "accepted", "accepted"],
    );
    tablet.assertContent();
  });
});

test("a tablet that is moved to another tournament goes there by itself", async () => {
  await inHall("international", async ({ system, hall, token }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 1));
    await tablet.sent();
    const [{ device }] = await tablet.stored();
    const cup = new Hall(system, "cup", token);
    await cup.prepare({ name: "Cup", rules: "frisian", players: ["Ids", "Jel"] });
    await cup.publish(1);
    await cup.take(device, 1, "table");
    await tablet.page.locator("h1", { hasText: "Cup" }).waitFor();
    await tablet.sitDown();
    await cup.openRound(1, true);
    await playOn(tablet, tablet, 1, ["32-28", "20-25"]);
    await tablet.sent();
    assert.deepEqual(await recorded(system, "cup", "r1-t1", 2), ["32-28", "20-25"]);
    tablet.assertContent();
  });
});

test("a tablet whose clock is wrong by hours plays like any other", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await Tablet.take(browser, { timezoneId: "UTC" });
    await tablet.page.addInitScript(setClock);
    await tablet.wireTo(system);
    await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
    await hall.openRound(1);
    await tablet.screen("ready");
    await tablet.sitDown();
    await playOn(tablet, tablet, 1, GAME.slice(0, 6));
    await assertWhole(system, tablet, GAME.slice(0, 6));
    const { games } = await system.snapshot(KK);
    const { clock } = games.find((game) => game.id === "r1-t1");
    // Eighty minutes with a minute for each move: nobody lost hours.
    for (const left of [clock.white, clock.black]) {
      assert.ok(left > 80 * 60_000 && left <= 83 * 60_000, `${left} ms are left`);
    }
    const shown = await tablet.page.locator('[data-clock="white"] .clock-time').innerText();
    assert.match(shown, /^1:2[0-3]:\d\d$/);
    // The desk hears of no fault of this clock: its touches are timed by the service's time.
    assert.equal(await hall.clockFaults(), 0);
    // Neither does it tell the players how old things are.
    const from = Date.now();
    tablet.network(false);
    await tablet.cutOff();
    const told = await tablet.page.locator('[data-link="cut"] .status').innerText();
    const minute = (at) => new Date(at).toISOString().slice(11, 16);
    const minutes = [minute(from), minute(from + 60_000), minute(Date.now())];
    assert.ok(minutes.includes(/\d\d:\d\d/.exec(told)[0]), `${told}, and not ${minutes}`);
    tablet.network(true);
  });
});

/** Runs in the page: the time of day is five hours late. */
function setClock() {
  const WRONG_MS = -5 * 3_600_000;
  const now = Date.now.bind(Date);
  Date.now = () => now() + WRONG_MS;
  const origin = performance.timeOrigin;
  Object.defineProperty(performance, "timeOrigin", { get: () => origin + WRONG_MS });
}
