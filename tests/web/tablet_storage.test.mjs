// A tablet whose storage is full, broken, or not its own: it says so, and the arbiter hears of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, shared, Tablet } from "./tablet.mjs";

const GAME = gameOf("international/090417ronde12.pdn", 0);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs in the page: nothing is stored any more. */
function fillDisk() {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}

test("a tablet that cannot save takes no move, and says so", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 1));
    await tablet.page.evaluate(fillDisk);
    await tablet.enter(GAME[1]);
    await tablet.page
      .locator('.tablet-header [role="alert"]', { hasText: "cannot save" })
      .waitFor();
    await tablet.ply(2);
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), GAME.slice(0, 1));
    // The disk has room again, and the move is still entered.
    await tablet.page.reload();
    await tablet.touch("ready");
    await tablet.ply(3);
    await playOn(tablet, tablet, 3, GAME.slice(2, 3));
    await tablet.sent();
    assert.deepEqual(await recorded(system, KK, "r1-t1", 3), GAME.slice(0, 3));
  });
});

test("a tablet that cannot save calls the arbiter, before the game too", async () => {
  await inHall("international", async ({ system, hall, token }) => {
    const tablet = await Tablet.take(browser);
    await tablet.wireTo(system);
    await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
    await hall.publish(1);
    await tablet.screen("ready");
    const desk = await Arbiter.enter(browser);
    await desk.visit(`${system.address()}/desk/main/${KK}/tables#token=${token}`);
    await desk.page.locator('.inbox[data-alarms="0"]').waitFor({ state: "attached" });
    await tablet.page.evaluate(fillDisk);
    // Without a network the call waits, although it is not kept.
    tablet.network(false);
    await tablet.cutOff();
    await tablet.touch("arbiter");
    await tablet.touch("call-clock");
    await tablet.page
      .locator('.tablet-header [role="alert"]', { hasText: "cannot save" })
      .waitFor();
    await tablet.page.locator('[data-call="kept"]').waitFor();
    tablet.network(true);
    await tablet.page.locator('[data-call="waits"]').waitFor();
    const call = '.inbox [data-alarm="call"]';
    await desk.page.locator(call, { hasText: "Clock" }).waitFor();
    await desk.key("a");
    await tablet.page.locator('[data-call="answered"]').waitFor();
  });
});

test("a tablet whose disk does not answer any more says so, and calls the arbiter", async () => {
  await inHall("international", async ({ system, hall, token }) => {
    const tablet = await shared(browser, system, hall);
    const desk = await Arbiter.enter(browser);
    await desk.visit(`${system.address()}/desk/main/${KK}/tables#token=${token}`);
    await desk.page.locator('.inbox[data-alarms="0"]').waitFor({ state: "attached" });
    await tablet.page.evaluate(() => {
      IDBFactory.prototype.open = () => ({});
    });
    // The move is being written for ever, and holds the call up no longer than the disk is waited for.
    await tablet.enter(GAME[0]);
    await tablet.touch("arbiter");
    await tablet.touch("call-clock");
    await tablet.page
      .locator('.tablet-header [role="alert"]', { hasText: "cannot save" })
      .waitFor();
    await tablet.page.locator('[data-call="waits"]').waitFor();
    await desk.page.locator('.inbox [data-alarm="call"]', { hasText: "Clock" }).waitFor();
    await desk.key("a");
    await tablet.page.locator('[data-call="answered"]').waitFor();
    await tablet.ply(1);
  });
});

test("a tablet that cannot read its storage says so, and does not wait for ever", async () => {
  await inHall("international", async ({ system }) => {
    const tablet = await Tablet.take(browser);
    await tablet.page.addInitScript(breakStorage);
    await tablet.open(system);
    await tablet.screen("broken");
    await tablet.page.locator('[role="alert"]', { hasText: "cannot read" }).waitFor();
    tablet.assertContent();
  });
});

/** Runs in the page: no database can be opened. */
function breakStorage() {
  IDBFactory.prototype.open = () => {
    const request = { error: new DOMException("broken", "UnknownError") };
    setTimeout(() => request.onerror?.());
    return request;
  };
}

const NO_ANSWER = {
  en: ["This tablet cannot read what it has stored", "Try again"],
  nl: ["Deze tablet kan niet lezen wat hij heeft opgeslagen", "Opnieuw proberen"],
  fy: ["Dizze tablet kin net lêze wat er opslein hat", "Op ’e nij besykje"],
};

for (const [locale, [sentence, again]] of Object.entries(NO_ANSWER)) {
  test(`a first read that is never answered is told in ${locale}, and one tap tries again`, async () => {
    await inHall("international", async ({ system, hall }) => {
      const prepare = (one) => one.page.addInitScript(hangStorage);
      const tablet = await shared(browser, system, hall, { options: { locale }, prepare });
      const { page } = tablet;
      await tablet.play(1, GAME[0]);
      await tablet.sent();
      for (const database of ["damcast-device", "damcast-tablet"]) {
        await page.evaluate((name) => localStorage.setItem("hangs", name), database);
        await page.reload();
        await tablet.screen("broken");
        await page.locator('[role="alert"]', { hasText: sentence }).waitFor();
        await tablet.assertNothingScrollsSideways();
        await page.evaluate(() => localStorage.removeItem("hangs"));
        await page.locator("button", { hasText: again }).tap();
        await tablet.ply(2);
      }
      tablet.assertContent();
    });
  });
}

/** Runs in the page: the database that is named in the local storage never answers. */
function hangStorage() {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...version) {
    return localStorage.getItem("hangs") === name ? {} : open.call(this, name, ...version);
  };
}

test("a tablet that cannot read the table that it kept asks for it anew", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall);
    await playOn(tablet, tablet, 1, GAME.slice(0, 2));
    await tablet.sent();
    await tablet.page.evaluate(spoilTable);
    await tablet.page.reload();
    await playOn(tablet, tablet, 3, GAME.slice(2, 4));
    assert.deepEqual(await recorded(system, KK, "r1-t1", 4), GAME.slice(0, 4));
    tablet.assertContent();
  });
});

/** Runs in the page: what the tablet kept of its table is no message. */
async function spoilTable() {
  const open = indexedDB.open("damcast-tablet");
  await new Promise((resolve) => {
    open.onsuccess = resolve;
  });
  const change = open.result.transaction("facts", "readwrite");
  change.objectStore("facts").put(new Uint8Array([255, 255, 255, 7]), "table");
  await new Promise((resolve) => {
    change.oncomplete = resolve;
  });
  open.result.close();
}

for (const isKept of [true, false]) {
  test(`before the game the page says if its storage is ${isKept ? "" : "not "}safe`, async () => {
    await inHall("international", async ({ system, hall }) => {
      const tablet = await Tablet.take(browser);
      await tablet.page.addInitScript((answer) => {
        StorageManager.prototype.persist = async () => answer;
        StorageManager.prototype.persisted = async () => answer;
      }, isKept);
      await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
      const warning = tablet.page.locator("[data-persisted]", { hasText: "may delete" });
      for (const screen of ["waiting", "ready"]) {
        if (screen === "ready") await hall.publish(1);
        await tablet.screen(screen);
        if (isKept) assert.equal(await warning.count(), 0);
        else await warning.waitFor();
        await tablet.page.reload();
      }
      tablet.assertContent();
    });
  });
}

test("without a network the page says in its own words that no tablet is enrolled", async () => {
  await inHall("international", async ({ system }) => {
    const tablet = await Tablet.take(browser, { locale: "fy-NL" });
    await tablet.open(system);
    await tablet.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    tablet.serverGoesAway();
    await tablet.context.setOffline(true);
    await tablet.page.locator("#enrol-code").fill("123456");
    await tablet.page.locator("#enrol-code").press("Enter");
    await tablet.page.locator('[role="alert"]', { hasText: "netwurk" }).waitFor();
    tablet.assertContent();
  });
});
