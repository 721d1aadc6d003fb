// Plays real games through two tablets, in a real browser with real services.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Hall } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";
import { gameOf, playOn, recorded, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

const OUT = fileURLToPath(new URL("out/", import.meta.url));
const KK = "kk";
const GAMES = {
  international: gameOf("international/090417ronde12.pdn", 0),
  frisian: gameOf("frisian/lidraughts_frisian_human.pdn", 0),
};

let browser;
before(async () => {
  browser = await launch();
  await mkdir(OUT, { recursive: true });
});
after(() => browser.close());

/** Runs a test in a hall whose doors are locked, with a tournament of four players. */
async function inHall(rules, work) {
  const system = await System.prepare();
  let hasFailed = true;
  try {
    await system.lockedUp("--no-demo");
    const token = /v4\.public\.[\w.-]+/.exec(system.access("token", "chief"))[0];
    const hall = new Hall(system, KK, token);
    const players = ["Jan de Vries", "Sjoerd Bakker", "Anna Bos", "Durk Hoekstra"];
    await hall.prepare({ name: "KK", rules, players });
    await hall.seatDesk();
    await work({ system, hall });
    await system.finish();
    hasFailed = false;
  } finally {
    system.destroy(hasFailed);
  }
}

/** Takes two tablets to a table. */
async function twoTablets(system, table = 1) {
  const tablets = [];
  for (const seat of ["white", "black"]) {
    const tablet = await Tablet.take(browser);
    await tablet.enrol(system, { tournament: KK, table, seat });
    tablets.push(tablet);
  }
  return tablets;
}

for (const rules of ["international", "frisian"]) {
  test(`a ${rules} game through two tablets is the game that was played`, async () => {
    await inHall(rules, async ({ system, hall }) => {
      const [white, black] = await twoTablets(system);
      await hall.publish(1);
      for (const tablet of [white, black]) {
        await tablet.screen("ready");
        await tablet.sitDown();
      }
      await hall.openRound(1, true);
      await playOn(white, black, 1, GAMES[rules]);
      const moves = await recorded(system, KK, "r1-t1", GAMES[rules].length);
      assert.deepEqual(moves, GAMES[rules]);
      for (const tablet of [white, black]) {
        await tablet.sent();
        tablet.assertContent();
      }
    });
  });
}
