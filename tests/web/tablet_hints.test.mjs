// A tablet gives no hint (rules art. 24): neither its document nor any message to it, in whole games.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

/** The tablets of a table by the seats that they are given. */
const SEATS = { both: ["white", "black"], shared: ["table"] };
/** Each with captures of several pieces. */
const GAMES = {
  international: gameOf("international/090417ronde12.pdn", 2),
  frisian: gameOf("frisian/lidraughts_frisian_human.pdn", 4),
};

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

// The class of the cross where a piece was taken off is no hint.
const HINTS =
  /oblig|verplicht|capture(?!d)|irregular|illegal|breach|onregelmatig|unregelmjittich|must|moet slaan|art\. ?1[012]|art\. ?27/i;

/** Takes tablets to the first table which note everything that is told to them and that they show. */
async function listening(system, seats) {
  const tablets = [];
  for (const seat of SEATS[seats]) {
    const tablet = await Tablet.take(browser);
    await tablet.page.addInitScript(overhear);
    await tablet.enrol(system, { tournament: KK, table: 1, seat });
    tablets.push(tablet);
  }
  return tablets;
}

/** Checks that a tablet was told, and has shown, no hint and nothing of another table. */
async function assertNoHint(tablet) {
  await tablet.sent();
  const heard = await tablet.page.evaluate(() => window.damcastHeard);
  const shown = await tablet.page.evaluate(() => window.damcastShown.join("\n"));
  assert.ok(heard.length > 500 && heard.includes("Jan de Vries"), "messages were overheard");
  assert.ok(/\d+-\d+/.test(shown), "the document was overheard");
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

for (const rules of ["international", "frisian"]) {
  for (const seats of ["both", "shared"]) {
    test(`through a whole ${rules} game no hint comes to ${seats} tablets`, async (t) => {
      await inHall(rules, async ({ system, hall }) => {
        const tablets = await listening(system, seats);
        await hall.publish(1);
        for (const tablet of tablets) await tablet.sitDown();
        await hall.openRound(1, true);
        const moves = GAMES[rules];
        let several = 0;
        for (const [index, text] of moves.entries()) {
          const ply = index + 1;
          const tablet = tablets[index % tablets.length];
          await tablet.ply(ply);
          const before = await tablet.pieces();
          const [from] = text.split(/[-x]/).map(Number);
          // Of all pieces that may capture, and all squares where this one may land, nothing is marked.
          await tablet.tap(from);
          assert.equal(await tablet.entered(), String(from));
          await until(`two marks at ${text}`, async () => (await marks(tablet)) === 2);
          assert.equal(await tablet.page.locator(".touch-board [data-hint]").count(), 0);
          await tablet.tap(from);
          await tablet.play(ply, text);
          if (before - (await tablet.pieces()) > 1) several += 1;
        }
        t.diagnostic(`${moves.length} plies, ${several} captures of several pieces`);
        assert.ok(several > 0);
        assert.deepEqual(await recorded(system, KK, "r1-t1", moves.length), moves);
        for (const tablet of tablets) await assertNoHint(tablet);
      });
    });
  }
}

test("neither the page nor any message to it holds a hint, or anything of another table", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablets = await listening(system, "both");
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
    for (const tablet of tablets) await assertNoHint(tablet);
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
