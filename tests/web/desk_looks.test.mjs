// Looks at every page of the desk on five screens, in light and dark: nothing is wider than the screen, and
// axe finds no fault. Pictures are left in `out/`.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { faults } from "./axe.mjs";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { System } from "./system.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { source: AXE } = require("axe-core");
const LANGUAGES = ["en", "fy", "nl"];
const SCREENS = [
  { width: 360, height: 740, isMobile: true, hasTouch: true },
  { width: 390, height: 844, isMobile: true, hasTouch: true },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const SHEETS = [
  "pairings",
  "by-name",
  "slips",
  "table-cards",
  "standings",
  "explained",
  "presence",
];
const LONG_SHEETS = [
  "wall-chart",
  "crosstable",
  "score-sheets",
  "line-ups",
  "schedule",
  "prizes",
  "certificates",
];
/** Each page of the desk, with what is there once it is shown. */
const PAGES = [
  ["home", "/desk", ".tournaments li"],
  ["register", "/desk/register", ".register li"],
  ["seasons", "/desk/seasons", '[data-action="rank-points"]'],
  ["hand-in", "/desk/hand-in", "#hand-in-text"],
  ["own", "/desk/own", "#own-title"],
  ["people", "/desk/people", '[data-page="people"] h1'],
  ["sign-in", "/desk/sign-in", '[data-page="sign-in"] h1'],
  ["round", "/desk/main/club/round", ".results tbody tr"],
  ["tables", "/desk/main/club/tables", ".table-card"],
  ["devices", "/desk/main/club/tables/devices", "[data-device]"],
  ["table", "/desk/main/club/tables/r1-t1", '[data-action="ruling-retract"]'],
  ["boards", "/desk/main/club/boards", "#boards-title"],
  ["players", "/desk/main/club/players", ".players tbody tr"],
  ["standings", "/desk/main/club/standings", "[data-standings] tbody tr"],
  ["record", "/desk/main/club/record", ".decisions li"],
  ["settings", "/desk/main/club/settings", ".facts"],
  ...[...SHEETS, ...LONG_SHEETS].map((sheet) => {
    return [`print-${sheet}`, `/desk/main/club/print/${sheet}`, `[data-sheet="${sheet}"]`];
  }),
];
const PUBLIC_PAGES = [
  ["public-list", "/", ".tournaments li"],
  ["public-overview", "/t/main/club", ".card"],
  ["public-board", "/t/main/club/r1-t1", "article .board"],
  ["public-wall", "/wall/main/club", ".card"],
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("every page of the desk fits five screens in light and dark, and axe finds no fault", async (t) => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const hall = new Hall(system, "club");
    await hall.open({
      name: "Kampioenschap van Friesland 2026",
      rules: "international-2006",
      players: ["Wiebe van der Wijngaard-Kloosterman", "Bauke Bies", "Cor", "Durk de Jong"],
      place: "Ljouwert",
    });
    // The only tournament would be shown in place of the list.
    const other = new Hall(system, "other");
    await other.prepare({ name: "Clubavond", rules: "international", players: ["Jan", "Piet"] });
    await hall.moves(1, 1, ["32-28", "19-23"]);
    await hall.move(1, "white", 3, "37-32");
    await hall.recordResult(2, 1, 6, "");
    const found = [];
    let looked = 0;
    for (const colorScheme of ["light", "dark"]) {
      for (const [at, { width, height, ...screen }] of SCREENS.entries()) {
        const locale = LANGUAGES[(at + (colorScheme === "dark" ? 1 : 0)) % LANGUAGES.length];
        // Faults do not depend on the width, apart from what a phone hides, nor on both at once.
        const isChecked = width === (colorScheme === "light" ? 1280 : 360);
        const options = { viewport: { width, height }, colorScheme, locale, ...screen };
        const look = async (visitor, [name, path, sign]) => {
          const { page } = visitor;
          await visitor.visit(`${system.address()}${path}`);
          await page.locator(sign).first().waitFor();
          await visitor.assertNothingScrollsSideways();
          const file = `${OUT}look-${name}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: file, fullPage: name !== "public-wall" });
          looked += 1;
          if (!isChecked) return;
          const where = `${name} ${width} ${colorScheme}`;
          found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
        };
        const arbiter = await Arbiter.sit(browser, system.address(), options);
        await arbiter.page.addInitScript({ content: AXE });
        for (const one of PAGES) await look(arbiter, one);
        // The questions that the desk asks.
        await arbiter.visit(`${system.address()}/desk/main/club/tables/r1-t1`);
        await arbiter.press("ruling-position");
        await arbiter.page.locator("dialog[open] .drawn-board").waitFor();
        await arbiter.page.screenshot({ path: `${OUT}look-ask-${width}-${colorScheme}.png` });
        if (isChecked) {
          found.push(...(await faults(arbiter.page)).map((fault) => `ask ${width}: ${fault}`));
        }
        arbiter.assertContent();
        await arbiter.leave();
        const spectator = await Spectator.enter(browser, options);
        await spectator.page.addInitScript({ content: AXE });
        for (const one of PUBLIC_PAGES) await look(spectator, one);
        await spectator.leave();
      }
    }
    t.diagnostic(`${looked} pages`);
    assert.deepEqual([...new Set(found)], []);
  });
});

test("the pages about people fit five screens in light and dark for whoever has signed in", async () => {
  await System.use(async (system) => {
    await system.lockedUp("--no-demo");
    const found = [];
    for (const colorScheme of ["light", "dark"]) {
      for (const [at, { width, height, ...screen }] of SCREENS.entries()) {
        const locale = LANGUAGES[at % LANGUAGES.length];
        const options = { viewport: { width, height }, colorScheme, locale, ...screen };
        const arbiter = await Arbiter.sit(browser, system.address(), options);
        const { page } = arbiter;
        await page.addInitScript({ content: AXE });
        const look = async (name, path, sign) => {
          await arbiter.visit(path);
          await page.locator(sign).first().waitFor();
          await arbiter.assertNothingScrollsSideways();
          const file = `${OUT}look-${name}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: file, fullPage: true });
          const where = `${name} ${width} ${colorScheme}`;
          found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
        };
        const link = system.access("invite", "chief").trim().split("\n").at(-1);
        await look("signing-in", `${system.address()}/desk/sign-in`, "#sign-in-title");
        await arbiter.visit(link);
        await page.locator(".desk-foot .button").waitFor();
        await look("people-known", `${system.address()}/desk/people`, "#changes-kind");
        // A code for a tablet.
        await page.locator("#devices-title ~ .buttons .button-next").click();
        await page.locator("#enrol-table").waitFor();
        await arbiter.assertNothingScrollsSideways();
        await page.screenshot({ path: `${OUT}look-enrol-${width}-${colorScheme}.png` });
        await arbiter.leave();
      }
    }
    assert.deepEqual([...new Set(found)], []);
  });
});
