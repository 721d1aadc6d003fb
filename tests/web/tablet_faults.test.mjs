// Everything that may happen to a tablet during a game: nothing is lost, and nothing counts twice.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch, storedIn } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

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
    // Half a move is gone after the reload, and the board is right.
    await tablet.tap(Number(GAME[11].split(/[-x]/)[0]));
    await tablet.page.reload();
    await tablet.ply(12);
    assert.equal(await tablet.page.locator(".touch-board").getAttribute("data-entry"), "");
    await playOn(tablet, tablet, 12, GAME.slice(11, 16));
    assert.equal(await tablet.kept(), 10);
    tablet.network(true);
    await assertWhole(system, tablet, GAME.slice(0, 16));
    await playOn(tablet, tablet, 17, GAME.slice(16, 18));
    await assertWhole(system, tablet, GAME.slice(0, 18));
  });
});

test("a browser that was killed goes on where it was", async () => {
  const folder = await mkdtemp(join(tmpdir(), "damcast-tablet-"));
  try {
    await inHall("international", async ({ system, hall }) => {
      const before = await sharedTablet(system, hall, {}, storedIn(folder));
      await playOn(before, before, 1, GAME.slice(0, 3));
      await before.sent();
      before.network(false);
      await playOn(before, before, 4, GAME.slice(3, 6));
      assert.equal(await before.kept(), 3);
      await before.leave();
      const tablet = await Tablet.take(storedIn(folder));
      // The page is known by its address, and its storage with it.
      before.network(true);
      tablet.address = before.address;
      await tablet.open(system);
      await playOn(tablet, tablet, 7, GAME.slice(6, 8));
      await assertWhole(system, tablet, GAME.slice(0, 8));
      tablet.assertContent();
      await tablet.leave();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

test("a tablet that cannot save takes no move, and says so", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await sharedTablet(system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 1));
    await tablet.page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await tablet.enter(GAME[1]);
    await tablet.page.locator('.tablet-told [role="alert"]', { hasText: "cannot save" }).waitFor();
    await tablet.ply(2);
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), GAME.slice(0, 1));
    // The disk has room again: the move is still entered.
    await tablet.page.reload();
    await playOn(tablet, tablet, 2, GAME.slice(1, 3));
    await assertWhole(system, tablet, GAME.slice(0, 3));
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
    const tablet = await Tablet.take(browser);
    await tablet.page.addInitScript(setClock);
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

// The class of the cross where a piece was taken off is no hint.
const HINTS =
  /oblig|verplicht|capture(?!d)|irregular|illegal|breach|onregelmatig|unregelmjittich|must|moet slaan|art\. ?1[012]|art\. ?27/i;

test("neither the page nor any message to it holds a hint, or anything of another table", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablets = [];
    for (const seat of ["white", "black"]) {
      const tablet = await Tablet.take(browser);
      await tablet.page.addInitScript(overhear);
      await tablet.enrol(system, { tournament: KK, table: 1, seat });
      tablets.push(tablet);
    }
    const [white, black] = tablets;
    await hall.seat(2, 2);
    await hall.openRound(1);
    for (const tablet of tablets) {
      await tablet.screen("ready");
      await tablet.sitDown();
    }
    // 28x19 is obligatory: White plays 37-32 instead, Black answers, and the move stands.
    await playOn(white, black, 1, ["32-28", "19-23"]);
    await white.ply(3);
    await white.tap(37);
    assert.equal(await marks(white), 2);
    await white.tap(32);
    assert.equal(await marks(white), 2);
    await white.touch("ready");
    await white.state("accepted");
    await black.ply(4);
    await hall.moves(2, 1, ["34-29", "20-25"]);
    await playOn(white, black, 4, ["20-25", "28x19"]);
    await until("the irregular move to stand", async () => {
      const { games } = await system.snapshot(KK);
      const { moves } = games.find((game) => game.id === "r1-t1");
      const told = moves.map((move) => `${move.text}${move.irregular ? " irregular" : ""}`);
      assert.deepEqual(told, ["32-28", "19-23", "37-32 irregular", "20-25", "28x19"]);
      return true;
    });
    for (const tablet of tablets) {
      await tablet.sent();
      const heard = await tablet.page.evaluate(() => window.damcastHeard);
      const shown = await tablet.page.evaluate(() => window.damcastShown.join("\n"));
      assert.ok(heard.length > 500 && heard.includes("Jan de Vries"), "messages were overheard");
      assert.ok(shown.includes("32-28"), "the document was overheard");
      for (const [what, text] of [
        ["a message", heard],
        ["the document", shown],
      ]) {
        assert.doesNotMatch(text, HINTS, what);
        for (const other of ["r1-t2", "Sjoerd Bakker", "Anna Bos"]) {
          assert.ok(!text.includes(other), `${what} holds ${other}`);
        }
      }
      tablet.assertContent();
    }
  });
});

/** Returns the number of squares that are marked on the board. */
function marks(tablet) {
  return tablet.page.locator(".mark-from, .mark-to, .mark-captured").count();
}

/** Runs in the page: collects every message of the service, and every text and attribute of the document. */
function overhear() {
  window.damcastHeard = "";
  window.damcastShown = [];
  const real = window.fetch.bind(window);
  const read = new TextDecoder("latin1");
  window.fetch = async (...args) => {
    const answer = await real(...args);
    if (!answer.url.includes("/damcast.v1.") || answer.body === null) return answer;
    const [mine, theirs] = answer.body.tee();
    void (async () => {
      for await (const bytes of mine) window.damcastHeard += read.decode(bytes);
    })().catch(() => {});
    return new Response(theirs, answer);
  };
  const note = (node) => {
    if (node.nodeType === Node.TEXT_NODE) window.damcastShown.push(node.data);
    if (!(node instanceof Element)) return;
    for (const { name, value } of node.attributes) window.damcastShown.push(`${name}=${value}`);
    node.childNodes.forEach(note);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, attributeName } of changes) {
      if (type === "attributes") window.damcastShown.push(target.getAttribute(attributeName) ?? "");
      else if (type === "characterData") window.damcastShown.push(target.data);
      else addedNodes.forEach(note);
    }
  });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, all);
}
