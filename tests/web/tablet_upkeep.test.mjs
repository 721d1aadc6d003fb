// The acts of a tablet beside the game: it stays awake, takes a newer page between games, goes on after its session has
// ended, and hands in by a code the inputs that it cannot send.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withClaims } from "./authority.mjs";
import { Hall } from "./hall.mjs";
import { NEWER, NewerPage } from "./newer_page.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, seated, shared, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

const GAME = gameOf("international/090417ronde12.pdn", 0);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("the screen stays on, and again after the tablet was out of sight", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall, {
      prepare: ({ page }) => page.addInitScript(noteLocks),
    });
    const locks = () => tablet.page.evaluate(() => window.damcastLocks.map((one) => one.released));
    await until("a lock", async () => (await locks()).join() === "false");
    // The system lets the lock go when the page is out of sight.
    await tablet.page.evaluate(() => window.damcastLocks[0].release());
    assert.deepEqual(await locks(), [true]);
    await tablet.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await until("another lock", async () => (await locks()).join() === "true,false");
    // A touch asks where a browser wants one, and for no second lock.
    await tablet.tap(32);
    assert.deepEqual(await locks(), [true, false]);
    await tablet.page.evaluate(() => window.damcastLocks[1].release());
    await tablet.tap(28);
    await until("a lock after a touch", async () => (await locks()).join() === "true,true,false");
  });
});

/** Runs in the page: notes each lock that keeps the screen on. */
function noteLocks() {
  window.damcastLocks = [];
  const real = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    const lock = await real(kind);
    window.damcastLocks.push(lock);
    return lock;
  };
}

test("a newer version of the page waits for the end of the game", async () => {
  await inHall("international", async ({ system, hall }) => {
    const proxy = await NewerPage.before(system.ports.broadcast);
    const tablet = await shared(browser, system, hall, {
      prepare: (one) => {
        one.address = proxy.address;
      },
    });
    const { page } = tablet;
    const kept = () =>
      page.evaluate(async () => {
        const cache = await caches.open("damcast-tablet");
        return (await cache.keys()).map(({ url }) => new URL(url).pathname);
      });
    const isNewer = async () => (await kept()).some((path) => path.startsWith(NEWER));
    const script = () => page.locator("script[type=module]").getAttribute("src");
    await until("the page to be kept", async () => (await kept()).includes("/tablet"));
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    proxy.isNewer = true;
    await page.reload();
    await playOn(tablet, tablet, 3, GAME.slice(2, 4));
    await tablet.sent();
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state));
    assert.equal(await isNewer(), false);
    assert.ok((await script()).startsWith("/assets/tablet"));
    await tablet.act("resign-white");
    await tablet.touch("resign");
    await tablet.screen("end");
    await until("the newer page to be kept", () =>
      page.evaluate(async (newer) => {
        const cache = await caches.open("damcast-tablet");
        return (await (await cache.match("/tablet")).text()).includes(newer);
      }, NEWER),
    );
    assert.ok((await script()).startsWith("/assets/tablet"));
    const version = () => page.locator("[data-version]").getAttribute("data-version");
    const before = await version();
    assert.match(before, /^[\w-]{8}$/);
    // What the older page loads later is there still.
    const codes = (await kept()).find((path) => path.startsWith("/assets/signing"));
    assert.equal(await page.evaluate(async (path) => (await fetch(path)).status, codes), 200);
    // Between the games it is loaded by itself.
    await hall.recordResult(2, 1, 3, "told at the desk");
    for (const side of ["white", "black"]) await tablet.touch(`confirm-${side}`);
    await hall.publish(2);
    await until("the newer page to run", async () => (await script()).startsWith(NEWER));
    await tablet.screen("ready");
    assert.equal(await version(), before);
    // Once: the players may sit down.
    await tablet.sitDown();
    await hall.openRound(2, true);
    await tablet.play(1, "32-28");
    assert.ok((await script()).startsWith(NEWER));
    tablet.assertContent();
  });
});

test("a page that is loaded anew is connecting, and not cut off", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall, {
      prepare: async (one) => {
        await one.page.addInitScript(noteLinks);
        await one.wireTo(system);
      },
    });
    const { page } = tablet;
    const links = () => page.evaluate(() => window.damcastLinks);
    await page.reload();
    await page.locator('[data-link="live"]').waitFor();
    assert.deepEqual([...new Set(await links())], ["connecting", "live"]);
    tablet.network(false);
    await tablet.cutOff();
    const since = await page.locator('[data-link="cut"] .status').innerText();
    // The page is loaded without a network then, and knows since when there is none.
    await page.reload();
    await tablet.cutOff();
    assert.deepEqual([...new Set(await links())], ["connecting", "cut"]);
    assert.equal(await page.locator('[data-link="cut"] .status').innerText(), since);
  });
});

/** Runs in the page: notes every state of the connection that it shows. */
function noteLinks() {
  window.damcastLinks = [];
  const look = () => {
    const link = document.querySelector("[data-link]")?.dataset.link;
    if (link !== undefined) window.damcastLinks.push(link);
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-link"],
  });
}

test("a session that ends while the game is in play ends nothing, and every move is there once", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall, {
      prepare: (one) => one.wireTo(system),
    });
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    tablet.network(false);
    await playOn(tablet, tablet, 3, GAME.slice(2, 5));
    const before = await tablet.page.evaluate(heldToken);
    const ended = withClaims(before, system.authorityKey(), { exp_ms: Date.now() });
    await tablet.page.evaluate(holdToken, ended);
    tablet.network(true);
    await tablet.page.reload();
    await tablet.sent();
    await playOn(tablet, tablet, 6, GAME.slice(5, 8));
    await tablet.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 8), GAME.slice(0, 8));
    assert.equal(await tablet.page.locator(".tablet-trouble").count(), 0);
  });
});

/** Runs in the page: returns the token of the tablet. */
async function heldToken() {
  const open = indexedDB.open("damcast-device");
  await new Promise((resolve) => {
    open.onsuccess = resolve;
  });
  const get = open.result.transaction("devices").objectStore("devices").get("own");
  await new Promise((resolve) => {
    get.onsuccess = resolve;
  });
  open.result.close();
  return get.result.enrolled.token;
}

/** Runs in the page: gives the tablet another token. */
async function holdToken(token) {
  const open = indexedDB.open("damcast-device");
  await new Promise((resolve) => {
    open.onsuccess = resolve;
  });
  const change = open.result.transaction("devices", "readwrite");
  const store = change.objectStore("devices");
  const get = store.get("own");
  get.onsuccess = () => {
    const device = get.result;
    store.put({ ...device, enrolled: { ...device.enrolled, token } }, "own");
  };
  await new Promise((resolve) => {
    change.oncomplete = resolve;
  });
  open.result.close();
}

test("two tablets that tell different moves say that the arbiter is asked, and neither what the other told", async () => {
  await inHall("international", async ({ system, hall }) => {
    const wired = (tablet) => tablet.wireTo(system);
    const [white, black] = await seated(browser, system, hall, wired);
    await black.notesBoth();
    black.network(false);
    // Black's tablet notes another move than White's, and cannot know.
    await black.play(1, "33-28");
    await white.play(1, "32-28");
    await white.state("accepted");
    black.network(true);
    await black.sent();
    for (const [tablet, others] of [
      [white, "33"],
      [black, "32"],
    ]) {
      const told = tablet.page.locator(".tablet-told");
      await told.filter({ hasText: "The arbiter is asked" }).waitFor();
      const text = await told.innerText();
      assert.ok(!text.includes(others), text);
      assert.doesNotMatch(text, /conflict|different|wrong/i);
      tablet.assertContent();
    }
    await hall.correct(1, 1, "32-28");
    for (const tablet of [white, black]) {
      await tablet.page.locator(".tablet-told", { hasText: "The arbiter is asked" }).waitFor({
        state: "detached",
      });
    }
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), ["32-28"]);
  });
});

test("what cannot be sent is handed in by codes, counts once, and again by the tablet changes nothing", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall, {
      prepare: (one) => one.wireTo(system),
    });
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    tablet.network(false);
    await playOn(tablet, tablet, 3, GAME.slice(2, 10));
    await tablet.cutOff();
    await tablet.touch("acts");
    await tablet.touch("by-code");
    const links = [];
    const code = tablet.page.locator("[data-code]");
    const [, count] = /of (\d+)/.exec(await code.locator("figcaption").innerText());
    for (let number = 1; number <= Number(count); number += 1) {
      await code.filter({ hasText: `Code ${number} of` }).waitFor();
      const link = await code.getAttribute("data-code");
      links.push(link);
      // A camera reads a link of at most this size.
      assert.ok(link.length < 1_400, `${link.length} characters`);
      assert.ok((await code.locator("svg path").getAttribute("d")).length > 1_000);
      if (number < Number(count)) await tablet.touch("next-code");
    }
    assert.equal(new Set(links).size, links.length);
    assert.ok(links.length > 1 && links.length < 5, `${links.length} codes`);
    // A phone with a network, which is nobody here. The tablet cannot be reached under its own address.
    const phone = await Spectator.enter(browser, { viewport: { width: 360, height: 740 } });
    const rows = phone.page.locator("[data-handed-in] li");
    const handIn = async (link, index) => {
      const path = link.slice(link.indexOf("/desk/"));
      if (index === 0) await phone.visit(`${system.address()}${path}`);
      else {
        await phone.page.locator("#hand-in-text").fill(link);
        await phone.page.locator("#hand-in-text").press("Enter");
      }
      await until("an answer to every input", async () => {
        const states = await rows.evaluateAll((all) => all.map(({ dataset }) => dataset.state));
        assert.ok(states.length > 0);
        return states.every((state) => state === "accepted");
      });
    };
    for (const [index, link] of links.entries()) {
      await handIn(link, index);
      assert.equal(new URL(phone.page.url()).hash, "");
    }
    assert.deepEqual(await recorded(system, KK, "r1-t1", 10), GAME.slice(0, 10));
    await phone.assertNothingScrollsSideways();
    // The same code once more.
    await handIn(links[0], 0);
    await phone.page.locator("#hand-in-text").fill("something else");
    await phone.page.locator("#hand-in-text").press("Enter");
    await phone.page.locator('[role="alert"]', { hasText: "nothing of a tablet" }).waitFor();
    phone.assertContent();
    tablet.network(true);
    await tablet.page.reload();
    await tablet.sent();
    await playOn(tablet, tablet, 11, GAME.slice(10, 11));
    await tablet.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 11), GAME.slice(0, 11));
    const states = (await tablet.stored()).map(({ state }) => state);
    assert.deepEqual(new Set(states), new Set(["accepted"]));
  });
});

test("the score sheet is signed on the glass where the event wants it, and anew after a change", async () => {
  await inHall("international", async ({ system, token }) => {
    const cup = new Hall(system, "cup", token);
    const players = ["Ids", "Jel"];
    await cup.prepare({ name: "Cup", rules: "international", players, signsSheet: true });
    await cup.seatDesk();
    const tablet = await Tablet.take(browser);
    const { page } = tablet;
    await tablet.enrol(system, { tournament: "cup", table: 1, seat: "table" });
    await cup.openRound(1);
    await tablet.sitDown();
    await playOn(tablet, tablet, 1, ["32-28", "19-23"]);
    assert.equal(await page.locator("[data-pad]").count(), 0);
    await tablet.act("resign-black");
    await tablet.touch("resign");
    await tablet.screen("end");
    const pad = page.locator('[data-pad="white"] .signature-pad');
    const scribble = async (points) => {
      await pad.scrollIntoViewIfNeeded();
      const box = await pad.boundingBox();
      await tablet.drawOn(points.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height]));
    };
    await scribble([[0.2, 0.5]]);
    await tablet.touch("sign-white");
    await page.locator('[data-pad="white"] [role="status"]', { hasText: "too short" }).waitFor();
    await scribble([
      [0.1, 0.8],
      [0.3, 0.1],
      [0.5, 0.9],
      [0.8, 0.2],
    ]);
    await tablet.touch("sign-white");
    await page.locator('[data-signed="white"]').waitFor();
    await page.locator('[data-pad="black"]').waitFor();
    const path = await page.locator('[data-signed="white"] path').getAttribute("d");
    assert.match(path, /^M200 200h1M100 320L300 40L500 360L800 80$/);
    const mark = () => page.locator(".tablet-signing .hint").last().innerText();
    const before = await mark();
    assert.match(before, /[0-9a-f]{16}/);
    for (const [size, viewport] of Object.entries({
      tablet: { width: 600, height: 1024 },
      phone: { width: 360, height: 740 },
    })) {
      await page.setViewportSize(viewport);
      await tablet.assertNothingScrollsSideways();
      await page.screenshot({ path: `${OUT}tablet-signing-${size}.png`, fullPage: true });
    }
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("button:visible").count(), 0);
    await page.screenshot({ path: `${OUT}tablet-signing-print.png`, fullPage: true });
    await page.emulateMedia({ media: "screen" });
    // It is there after a reload, and counts for this sheet alone.
    await page.reload();
    await page.locator('[data-signed="white"]').waitFor();
    await cup.giveResult(1, 2, 6);
    await page.locator('[data-pad="white"]').waitFor();
    await page.locator(".tablet-signing", { hasText: "changed after it was signed" }).waitFor();
    assert.notEqual(await mark(), before);
    tablet.assertContent();
  });
});
