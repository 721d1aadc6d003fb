// Plays a round of eight games, four International and four Frisian, through sixteen tablets, while the services are
// killed and come back. Plays so many plies of each; `DAMCAST_PLIES=1000` plays the games to their ends.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { stamp, stampsOf, summary } from "./stamps.mjs";
import { gameOf, inHall, KK, playOn, recorded, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

const PLIES = Number(process.env.DAMCAST_PLIES ?? 12);
const PLAYERS = ["Anna", "Bauke", "Cor", "Durk", "Eabele", "Foekje", "Gerlof", "Hylke"];
const TABLES = [1, 2, 3, 4];
/** Longest time for a round on a busy machine, in milliseconds. */
const ROUND_MS = 3_600_000;
/** The Frisian tournament beside the International one. */
const FRISIAN = "fk";
const FILES = {
  [KK]: "international/Montpellier_Open_Serie_A.pdn",
  [FRISIAN]: "frisian/lidraughts_frisian_human.pdn",
};

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("sixteen tablets play eight games while the services are killed, and every move is there once", async (t) => {
  await inHall("international", async ({ system, hall, token }) => {
    const frisian = new Hall(system, FRISIAN, token);
    await frisian.prepare({ name: "FK", rules: "frisian", players: PLAYERS });
    for (const player of PLAYERS.slice(4)) await hall.enter(player);
    const tables = [];
    for (const [tournament, of] of Object.entries({ [KK]: hall, [FRISIAN]: frisian })) {
      await of.publish(1);
      for (const table of TABLES) {
        const moves = gameOf(FILES[tournament], table - 1).slice(0, PLIES);
        const tablets = [];
        for (const seat of ["white", "black"]) {
          const tablet = await Tablet.take(browser);
          await tablet.page.addInitScript(stamp);
          await tablet.enrol(system, { tournament, table, seat });
          await tablet.sitDown();
          tablets.push(tablet);
        }
        tables.push({ tournament, game: `r1-t${table}`, moves, tablets });
      }
      await of.openRound(1, true);
    }
    const all = tables.flatMap(({ tablets }) => tablets);
    const spectators = {};
    for (const tournament of [KK, FRISIAN]) {
      const spectator = await Spectator.enter(browser);
      await spectator.page.addInitScript(stamp);
      await spectator.visit(`${system.address()}/t/main/${tournament}`);
      await spectator.status("live");
      spectators[tournament] = spectator;
    }
    const plies = async () => {
      const told = await Promise.all([KK, FRISIAN].map((one) => system.snapshot(one)));
      const games = told.flatMap(({ games }) => games);
      return games.reduce((sum, { moves }) => sum + moves.length, 0);
    };
    const half = tables.reduce((sum, { moves }) => sum + moves.length, 0) / 2;
    const interrupt = async () => {
      await until("half of the moves", async () => (await plies()) >= half, ROUND_MS);
      for (const page of [...all, ...Object.values(spectators)]) page.serverGoesAway();
      await system.kill("up");
      await system.lockedUp("--no-demo");
    };
    const play = ({ tablets: [white, black], moves }) => playOn(white, black, 1, moves);
    await Promise.all([...tables.map(play), interrupt()]);
    for (const tablet of all) await tablet.sent();
    for (const { tournament, game, moves, tablets } of tables) {
      assert.deepEqual(await recorded(system, tournament, game, moves.length), moves);
      // Each tablet told the moves of its side, each once.
      const told = await Promise.all(tablets.map((tablet) => tablet.stored()));
      const counts = told.map((inputs) => inputs.length);
      assert.deepEqual(counts, [Math.ceil(moves.length / 2), Math.floor(moves.length / 2)]);
    }
    const times = { stored: [], spectator: [] };
    for (const { tournament, game, moves, tablets } of tables) {
      const told = await Promise.all(tablets.map(stampsOf));
      const spectator = spectators[tournament];
      await spectator.page
        .locator(`[data-game="${game}"][data-ply="${moves.length}"]`)
        .first()
        .waitFor();
      const { live } = await stampsOf(spectator);
      for (const index of moves.keys()) {
        const ply = index + 1;
        const { touch, stored } = told[index % 2];
        times.stored.push(stored[ply] - touch[ply]);
        // While the services are gone a spectator's page may miss one of two moves that come together.
        const seen = live[`${game} ${ply}`] ?? live[`${game} ${ply + 1}`];
        if (seen !== undefined) times.spectator.push(seen - touch[ply]);
      }
    }
    t.diagnostic(summary("from the touch to stored, as the tablet shows", times.stored));
    t.diagnostic(summary("from the touch to a spectator's board", times.spectator));
    for (const page of [...all, ...Object.values(spectators)]) {
      page.assertContent();
      await page.leave();
    }
  });
});
