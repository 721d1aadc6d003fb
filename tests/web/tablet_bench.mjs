// Measures a move on its way from the touch, in Chromium against the real services: `./dev bench tablet [GAMES]`.

import { launch, Spectator } from "./spectator.mjs";
import { stamp, stampsOf, summary } from "./stamps.mjs";
import { gameOf, inHall, KK, Tablet } from "./tablet.mjs";

const GAME = gameOf("international/090417ronde12.pdn", 0);
const games = Number(process.argv[2] ?? 1);
const STEPS = {
  screen: "on the screen of the tablet, and on its disk",
  stored: "in the log, as the tablet shows",
  opponent: "on the opponent's tablet",
  spectator: "on the board of a spectator",
};
const times = Object.fromEntries(Object.keys(STEPS).map((name) => [name, []]));

const browser = await launch();
for (let game = 0; game < games; game += 1) await inHall("international", measure);
await browser.close();

// biome-ignore lint/suspicious/noConsole: the figures are what it is for.
console.log(`${times.screen.length} moves; milliseconds from the touch of "ready"`);
for (const [name, text] of Object.entries(STEPS)) {
  // biome-ignore lint/suspicious/noConsole: as above.
  console.log(`  ${summary(text, times[name])}`);
}

async function measure({ system, hall }) {
  const pages = [];
  for (const seat of ["white", "black"]) {
    const tablet = await Tablet.take(browser);
    await tablet.page.addInitScript(stamp);
    await tablet.enrol(system, { tournament: KK, table: 1, seat });
    pages.push(tablet);
  }
  await hall.openRound(1);
  const spectator = await Spectator.enter(browser);
  await spectator.page.addInitScript(stamp);
  await spectator.visit(`${system.address()}/t/main/${KK}/r1-t1`);
  for (const tablet of pages) {
    await tablet.screen("ready");
    await tablet.sitDown();
    await tablet.screen("play");
  }
  for (const [index, text] of GAME.entries()) {
    const ply = index + 1;
    const [mover, other] = ply % 2 === 1 ? pages : [...pages].reverse();
    await mover.play(ply, text);
    await mover.state("accepted", "stored");
    await other.ply(ply + 1);
    await spectator.page
      .locator(`article[data-ply="${ply}"], [data-live-ply="${ply}"]`)
      .first()
      .waitFor();
    const told = await stampsOf(mover);
    const touched = told.touch[ply];
    times.screen.push(told.shown[ply + 1] - touched);
    times.stored.push(told.stored[ply] - touched);
    times.opponent.push((await stampsOf(other)).shown[ply + 1] - touched);
    times.spectator.push((await stampsOf(spectator)).live[`r1-t1 ${ply}`] - touched);
  }
  for (const page of [...pages, spectator]) await page.leave();
}
