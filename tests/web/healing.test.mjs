// Checks that pages recover when broadcast, or everything, is killed and started again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";

/** Two games of 128 and 124 plies, played by people. */
const FILE = "international/delfts.pdn";
const GAMES = 2;
const TOURNAMENT = "delft";
/** The moves of one game come 0.2 to 1 s apart. */
const SPEED = 15;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test with a system of its own, which ends with it. */
function story(name, tell) {
  test(name, () => System.use(tell));
}

/** Waits until both games have moves: before the round is paired there is none, and its page is not found. */
async function gamesToBegin(ask) {
  await until("the games to have begun", async () => {
    const { games } = await ask();
    return games.length === GAMES && games.every((game) => game.moves.length > 0);
  });
}

/** Opens three pages: all boards, one board, and one board through a network without WebSockets. */
async function threeSpectators(address) {
  const paths = [
    `/t/main/${TOURNAMENT}`,
    `/t/main/${TOURNAMENT}/r1-t1`,
    `/t/main/${TOURNAMENT}/r1-t2`,
  ];
  const spectators = [];
  for (const [index, path] of paths.entries()) {
    const spectator = await Spectator.enter(browser, { withoutWebSockets: index === 2 });
    await spectator.visit(address + path);
    spectators.push(spectator);
  }
  return spectators;
}

const each = (spectators, work) => Promise.all(spectators.map(work));

const plies = async (spectator) =>
  (await spectator.boards()).reduce((sum, board) => sum + board.ply, 0);

/** Waits until further moves have been painted. */
async function goesOn(spectator) {
  const before = await plies(spectator);
  await until("moves to be shown", async () => (await plies(spectator)) >= before + 3);
}

/** Checks that the page reports the lost connection and still shows the last state. */
async function saysThatItIsAway(spectator) {
  const { page } = spectator;
  await page.locator('[data-status]:not([data-status="live"])').waitFor();
  await page.getByText(/^Offline since \d\d:\d\d$/).waitFor();
  assert.equal(await page.locator('[data-stale="true"]').count(), 1);
  assert.ok((await spectator.boards()).length > 0, "the boards are still there");
}

story("a page heals after broadcast was killed and started again", async (system) => {
  await system.up("--no-demo");
  await system.broadcast();
  system.replay(record(FILE), TOURNAMENT, SPEED);
  const ask = () => system.snapshot(TOURNAMENT, "own");
  await gamesToBegin(ask);
  const spectators = await threeSpectators(system.address("own"));
  await each(spectators, (spectator) => spectator.status("live"));
  await each(spectators, goesOn);
  assert.equal(spectators[2].frames, 0, "no WebSocket");

  for (let time = 0; time < 2; time += 1) {
    for (const spectator of spectators) spectator.serverGoesAway();
    const before = await ask();
    await system.kill("broadcast");
    await each(spectators, saysThatItIsAway);
    // The game goes on while this spectator is cut off, as the other broadcast shows.
    const played = (snapshot) => snapshot.games.reduce((sum, game) => sum + game.moves.length, 0);
    await until("moves that nobody sees", async () => {
      return played(await system.snapshot(TOURNAMENT)) >= played(before) + 4;
    });
    await system.broadcast();
    await each(spectators, (spectator) => spectator.status("live"));
    system.freeze();
    await each(spectators, (spectator) => spectator.agreesWith(ask));
    system.thaw();
    await each(spectators, goesOn);
  }

  system.freeze();
  await each(spectators, (spectator) => spectator.agreesWith(ask));
  await each(spectators, (spectator) => spectator.assertNeverWrong(ask));
  for (const spectator of spectators) spectator.assertContent();
  await each(spectators, (spectator) => spectator.leave());
  await system.kill("replay");
});

story("a page heals after every process was killed and started again", async (system) => {
  const begin = () =>
    system.up("--pdn", record(FILE), "--tournament", TOURNAMENT, "--speed", String(SPEED));
  await begin();
  const ask = () => system.snapshot(TOURNAMENT);
  await gamesToBegin(ask);
  const spectators = await threeSpectators(system.address());
  await each(spectators, (spectator) => spectator.status("live"));
  await each(spectators, goesOn);

  for (const spectator of spectators) spectator.serverGoesAway();
  const before = await ask();
  await system.kill("up");
  await each(spectators, saysThatItIsAway);
  await begin();
  await each(spectators, (spectator) => spectator.status("live"));
  await each(spectators, goesOn);

  await each(spectators, (spectator) => spectator.agreesWith(ask));
  const snapshot = await ask();
  for (const game of before.games) {
    const now = snapshot.games.find((one) => one.id === game.id).moves.map((move) => move.text);
    const then = game.moves.map((move) => move.text);
    assert.deepEqual(now.slice(0, then.length), then, "what was played is kept");
  }
  await each(spectators, (spectator) => spectator.assertNeverWrong(ask));
  for (const spectator of spectators) spectator.assertContent();
  await each(spectators, (spectator) => spectator.leave());
});
