// Moves of both tablets at one table: each may enter every move, and one is often overtaken by the other.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./spectator.mjs";
import { gameOf, inHall, KK, playOn, recorded, seated } from "./tablet.mjs";
import { until } from "./until.mjs";

const GAME = gameOf("international/090417ronde12.pdn", 0);
const PIECES = 40;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a move that the other tablet tells first leaves every piece on the board", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    for (const tablet of [white, black]) await tablet.notesBoth();
    // Each move is tapped on both tablets, and the tablet of its player is the quicker one.
    const moves = GAME.slice(0, 6);
    for (const [index, text] of moves.entries()) {
      const ply = index + 1;
      const [quick, slow] = ply % 2 === 1 ? [white, black] : [black, white];
      const [from, to] = text.split(/[-x]/).map(Number);
      await slow.ply(ply);
      await slow.tap(from);
      await slow.tap(to);
      assert.equal(await slow.entered(), `${from} ${to}`);
      await quick.play(ply, text);
      await slow.ply(ply + 1);
      assert.equal(await slow.entered(), "");
      const taken = moves.slice(0, ply).filter((move) => move.includes("x")).length;
      assert.equal(await slow.pieces(), PIECES - taken, `after ${text}`);
    }
    assert.deepEqual(await recorded(system, KK, "r1-t1", moves.length), moves);
    for (const tablet of [white, black]) tablet.assertContent();
  });
});

test("both tablets enter every move, and the game has each once", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall, (tablet) => tablet.wireTo(system));
    for (const tablet of [white, black]) await tablet.notesBoth();
    const moves = GAME.slice(0, 8);
    // Each is alone for a while, and does not know what the other one has told.
    for (const [first, [alone, other]] of [
      [1, [black, white]],
      [5, [white, black]],
    ]) {
      const part = moves.slice(first - 1, first + 3);
      alone.network(false);
      await playOn(alone, alone, first, part);
      await playOn(other, other, first, part);
      await other.sent();
      alone.network(true);
      await alone.sent();
    }
    assert.deepEqual(await recorded(system, KK, "r1-t1", moves.length), moves);
    for (const tablet of [white, black]) {
      await tablet.ply(moves.length + 1);
      await until("every move to be accepted", async () => {
        const inputs = await tablet.stored();
        assert.equal(inputs.length, moves.length);
        return inputs.every(({ state }) => state === "accepted");
      });
      assert.equal(await tablet.page.locator(".tablet-told", { hasText: "arbiter" }).count(), 0);
    }
  });
});

test("a move that is entered once more gives way to the answer of the opponent", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    await white.play(1, "32-28");
    await white.sent();
    await white.act("again");
    await white.page.locator(".tablet-told", { hasText: "You enter move 1. again" }).waitFor();
    await white.tap(33);
    await black.play(2, "19-23");
    await white.ply(3);
    assert.equal(await white.entered(), "");
    await white.page
      .locator(".tablet-told", { hasText: "You enter move" })
      .waitFor({ state: "detached" });
    await white.play(3, "28x19");
    assert.deepEqual(await recorded(system, KK, "r1-t1", 3), ["32-28", "19-23", "28x19"]);
    const plies = (await white.touches()).map(({ ply }) => ply);
    assert.deepEqual(plies, [1, 3]);
    // Without an answer the move is entered once more, under its own number.
    await black.ply(4);
    await white.act("again");
    // A reload leaves it half entered, as it was.
    await white.tap(28);
    await white.page.reload();
    await white.page.locator('.touch-board[data-entry="28"]').waitFor();
    await white.page.locator(".tablet-told", { hasText: "You enter move 2. again" }).waitFor();
    await white.tap(19);
    await white.touch("ready");
    await until("the move to be entered once more", async () => {
      assert.deepEqual(
        (await white.touches()).map(({ ply }) => ply),
        [1, 3, 3],
      );
      return true;
    });
    await white.sent();
    for (const tablet of [white, black]) tablet.assertContent();
  });
});
