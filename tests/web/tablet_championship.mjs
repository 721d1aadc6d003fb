// Plays a championship round of 40 tables in two classes, International and Frisian, each table with one tablet for both
// players, while the services are killed twice. Each tablet is a page of its own in one Chromium, with its own storage and key. Plays so many plies of each game;
// `DAMCAST_PLIES=1000` plays the games to their ends.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { stamp, stampsOf, summary } from "./stamps.mjs";
import { gameOf, inHall, KK, playOn, recorded, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

const PLIES = Number(process.env.DAMCAST_PLIES ?? 10);
const TABLES = Number(process.env.DAMCAST_TABLES ?? 40);
/** The Frisian class beside the International one. */
const FRISIAN = "fk";
const FILES = {
  [KK]: "international/Montpellier_Open_Serie_A.pdn",
  [FRISIAN]: "frisian/lidraughts_frisian_human.pdn",
};
/** Number of tablets that are put at their tables at once. */
const AT_ONCE = 4;
/** Longest time for a round on a busy machine, in milliseconds. */
const ROUND_MS = 3_600_000;
/** Number of games in each file that are played, one after another at the tables. */
const GAMES = 4;
/** The players that a hall has from the beginning. */
const THERE = 4;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test(`${TABLES} tablets play a round while the services are killed twice, and every move is there once`, async (t) => {
  await inHall("international", async ({ system, hall, token }) => {
    const frisian = new Hall(system, FRISIAN, token);
    const names = Array.from({ length: TABLES }, (_, index) => `Player ${index + 1}`);
    await frisian.prepare({ name: "FK", rules: "frisian", players: names });
    for (const name of names.slice(THERE)) await hall.enter(name);
    const tables = [];
    for (const [tournament, of] of Object.entries({ [KK]: hall, [FRISIAN]: frisian })) {
      await of.publish(1);
      const numbers = Array.from({ length: TABLES / 2 }, (_, index) => index + 1);
      for (let at = 0; at < numbers.length; at += AT_ONCE) {
        const taken = numbers.slice(at, at + AT_ONCE).map(async (table) => {
          const tablet = await Tablet.take(browser);
          await tablet.page.addInitScript(stamp);
          await tablet.enrol(system, { tournament, table, seat: "table" });
          await tablet.sitDown();
          const moves = gameOf(FILES[tournament], (table - 1) % GAMES).slice(0, PLIES);
          return { tournament, game: `r1-t${table}`, tablet, moves };
        });
        tables.push(...(await Promise.all(taken)));
      }
      await of.openRound(1, true);
    }
    const all = tables.reduce((sum, { moves }) => sum + moves.length, 0);
    const plies = async () => {
      const told = await Promise.all([KK, FRISIAN].map((one) => system.snapshot(one)));
      const games = told.flatMap((one) => one.games);
      return games.reduce((sum, { moves }) => sum + moves.length, 0);
    };
    const interrupt = async () => {
      for (const part of [1 / 3, 2 / 3]) {
        await until(`${part} of the moves`, async () => (await plies()) >= all * part, ROUND_MS);
        for (const { tablet } of tables) tablet.serverGoesAway();
        await system.kill("up");
        await system.lockedUp("--no-demo");
      }
    };
    const began = Date.now();
    const play = ({ tablet, moves }) => playOn(tablet, tablet, 1, moves);
    await Promise.all([...tables.map(play), interrupt()]);
    for (const { tablet } of tables) await tablet.sent();
    const seconds = (Date.now() - began) / 1_000;
    const times = [];
    for (const { tournament, game, tablet, moves } of tables) {
      assert.deepEqual(await recorded(system, tournament, game, moves.length), moves);
      const stored = await tablet.stored();
      assert.deepEqual(
        stored.map(({ sequence }) => sequence),
        moves.map((_, index) => index + 1),
      );
      const told = await stampsOf(tablet);
      for (const index of moves.keys()) {
        const [at, touched] = [told.stored[index + 1], told.touch[index + 1]];
        // A tablet for both shows what became of the last move alone.
        if (at !== undefined) times.push(at - touched);
      }
      tablet.assertContent();
    }
    t.diagnostic(`${all} moves in ${Math.round(seconds)} s`);
    t.diagnostic(summary("from the touch to stored, as the tablet shows", times));
    for (const { tablet } of tables) await tablet.leave();
  });
});
