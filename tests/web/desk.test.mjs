// Plays whole events at the arbiter's desk, in a real browser with real services.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

/** The largest number of keys, clicks and texts from an empty desk to the printed table. */
const ACTS_MAX = 87;
/** The largest number of keys for the results of the eight tables of a round. */
const ACTS_OF_RESULTS_MAX = 9;
const PLAYERS = Array.from(
  { length: 16 },
  (_, at) => `Player ${at + 1}\tClub ${at % 4}\t${1500 - at}`,
);
/** The keys of the eight tables of a round. */
const KEYS = ["2", "1", "0", "2", "1", "1", "0", "2"];
/** The same as the KNDB writes them. */
const TEXTS = { 2: "1-0", 1: "½-½", 0: "0-1" };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Runs a test on a system of its own. */
async function onSystem(work) {
  await System.use(async (system) => {
    await system.up("--no-demo");
    await work(system);
  });
}

/** Makes a Swiss tournament of seven rounds and enters sixteen players, with keys alone. */
async function enterSixteen(arbiter) {
  const { page } = arbiter;
  await arbiter.key("n");
  await page.locator("#field-name:focus").waitFor();
  await arbiter.write("Open Swiss");
  await arbiter.key("Tab");
  await arbiter.write("Anna");
  await arbiter.key("Tab");
  await page.locator('option[value="kndb-swiss"]').waitFor({ state: "attached" });
  const name = await page.locator('option[value="kndb-swiss"]').innerText();
  // A list of choices goes to the one that begins with the letters that are typed.
  for (const letter of name.slice(0, 2)) await arbiter.key(letter);
  await page.locator("#field-rounds").waitFor();
  await arbiter.key("Enter");
  await page.locator("#import-text:focus").waitFor();
  await arbiter.paste(PLAYERS.join("\n"));
  await page.locator(".preview tbody tr").nth(15).waitFor();
}

test("a Swiss of sixteen players is run from nothing to its printed table by keys", async (t) => {
  await onSystem(async (system) => {
    const arbiter = await Arbiter.sit(browser, system.address());
    const other = await Arbiter.sit(browser, system.address(), {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
      locale: "nl",
    });
    const { page } = arbiter;
    await enterSixteen(arbiter);
    await page.screenshot({ path: `${OUT}desk-entries.png` });
    await page.locator(".panel .button-next:focus").waitFor();
    await arbiter.key("Enter");
    await page.locator(".players tbody tr").nth(15).waitFor();
    await page.locator("#import-text").waitFor({ state: "detached" });
    await arbiter.settled();
    await other.visit(`${system.address()}/desk/main/open-swiss`);

    for (let round = 1; round <= 7; round += 1) {
      await arbiter.key("p");
      await arbiter.stage(round, "draft");
      await other.stage(round, "draft");
      await arbiter.key("Shift+Enter");
      await arbiter.stage(round, "open");
      const before = await arbiter.acts();
      for (const key of KEYS) await arbiter.key(key);
      await arbiter.stage(round, "closed");
      const ofResults = (await arbiter.acts()) - before;
      assert.ok(ofResults <= ACTS_OF_RESULTS_MAX, `${ofResults} keys for eight results`);
      assert.deepEqual(
        await arbiter.results(),
        KEYS.map((key) => TEXTS[key]),
      );
      // The other desk sees it as well.
      await other.stage(round, "closed");
      assert.deepEqual(await other.results(), await arbiter.results());
      await other.assertNothingScrollsSideways();
      await arbiter.settled();
      if (round === 1) {
        await page.screenshot({ path: `${OUT}desk-round.png` });
        await other.page.screenshot({ path: `${OUT}desk-round-phone.png` });
      }
    }
    await arbiter.key("s");
    await page.locator("[data-standings] tbody tr").nth(15).waitFor();
    await arbiter.key("x");
    await page.locator('[data-sheet="standings"] tbody tr').nth(15).waitFor();
    await arbiter.key("Enter");
    const acts = await arbiter.acts();
    t.diagnostic(`${acts} keys, clicks and texts`);
    assert.ok(acts <= ACTS_MAX, `${acts} keys, clicks and texts`);

    const shown = await page.$$eval('[data-sheet="standings"] tbody tr', (rows) =>
      rows.map((row) => [
        row.querySelector("th").textContent,
        Number(row.children[6].textContent.replace("½", ".5")),
      ]),
    );
    const snapshot = await until("the tournament to be over for spectators", async () => {
      const told = await system.snapshot("open-swiss");
      return told.rounds.length === 7 && told.rounds.every((one) => one.state === "closed") && told;
    });
    const names = new Map(snapshot.players.map((player) => [player.id, player.name]));
    // Half points.
    const told = snapshot.tables[0].rows.map((row) => [
      names.get(row.participant),
      row.values[0] / 2,
    ]);
    assert.deepEqual(shown, told);
    assert.equal(
      shown.reduce((sum, [, value]) => sum + value, 0),
      7 * 8,
    );
    await page.screenshot({ path: `${OUT}desk-print.png`, fullPage: true });
    arbiter.assertContent();
    other.assertContent();
    await arbiter.leave();
    await other.leave();
  });
});

test("what needs the arbiter waits at every desk, also after a reload, until it is decided", async () => {
  await onSystem(async (system) => {
    const hall = await Hall.atClub(system);
    const desks = [];
    for (const options of [{}, { viewport: { width: 360, height: 740 }, locale: "fy-NL" }]) {
      const arbiter = await Arbiter.sit(browser, system.address(), options);
      await arbiter.visit(`${system.address()}/desk/main/club/tables`);
      await arbiter.page.locator('.inbox[data-alarms="0"]').waitFor();
      await arbiter.page.locator(".table-card").nth(1).waitFor();
      desks.push(arbiter);
    }
    const [arbiter, other] = desks;
    const { page } = arbiter;
    await hall.moves(1, 1, ["32-28", "19-23"]);
    assert.equal(await hall.move(1, "white", 3, "37-32"), "accepted");
    const irregular = '.inbox [data-alarm="irregular"]';
    for (const { page: shown } of desks) await shown.locator(irregular).waitFor();
    const text = await page.locator(`${irregular} .alarm-text`).innerText();
    // Both values: what the move takes, and what had to be taken.
    assert.match(text, /28x19/);
    await page.reload();
    await page.locator(irregular).waitFor();
    await other.assertNothingScrollsSideways();
    await page.screenshot({ path: `${OUT}desk-tables.png` });

    const rule = async (name, answers = {}) => {
      await page.locator(`[data-action="ruling-${name}"]`).click();
      const all = { reason: "seen at the board", ...answers };
      for (const [field, value] of Object.entries(all)) {
        await page.locator(`dialog #field-${field}`).fill(value);
      }
      await page.locator('dialog button[type="submit"]').click();
    };
    await page.locator(`${irregular} a`).click();
    await page.locator('[data-game-open="r1-t1"] .table-board .board').waitFor();
    // Nobody has said yet who rules.
    await rule("let-stand");
    await page.locator("dialog #field-person").fill("Anna");
    await page.locator('dialog button[type="submit"]').click();
    await other.page.locator('.inbox[data-alarms="0"]').waitFor();
    await page.locator('.line:has-text("2. 37-32")').waitFor();
    await page.screenshot({ path: `${OUT}desk-table.png` });

    await rule("retract", { ply: "3" });
    await page.locator('.line:text-is("1. 32-28 19-23")').waitFor();
    await rule("correct", { ply: "2", move: "19-24" });
    await page.locator('.line:text-is("1. 32-28 19-24")').waitFor();
    await rule("paper");
    await other.page.locator('[data-table="1"] a', { hasText: "op papier" }).waitFor();
    await rule("complete", { moves: "2. 31-26 14-19" });
    await until("spectators to see the moves from paper", async () => {
      const told = await system.snapshot("club");
      return told.games.find((game) => game.id === "r1-t1").moves.length === 4;
    });
    await rule("pause", { reason: "a fire alarm" });
    await until("the clock to stand", async () => {
      const told = await system.snapshot("club");
      return told.games.find((game) => game.id === "r1-t1").clock.paused;
    });
    await rule("go");
    await arbiter.settled();
    arbiter.assertContent();
    await arbiter.leave();
    await other.leave();
  });
});

test("an act is stored once although the server is killed in the middle, and shown until then", async () => {
  await onSystem(async (system) => {
    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    await enterSixteen(arbiter);
    await page.locator(".panel .button-next:focus").waitFor();
    await arbiter.key("Enter");
    await page.locator("#import-text").waitFor({ state: "detached" });
    await arbiter.key("p");
    await arbiter.stage(1, "draft");
    await arbiter.key("Shift+Enter");
    await arbiter.stage(1, "open");
    await arbiter.key("2");
    await arbiter.settled();
    arbiter.serverGoesAway();
    await system.kill("up");
    await arbiter.status("offline");
    await arbiter.key("1");
    await page.locator('[data-table="2"] [data-result="sent"]').waitFor();
    // A second key for the same table waits for the first one's answer.
    await arbiter.key("ArrowUp");
    await arbiter.key("0");
    await system.up("--no-demo");
    await arbiter.status("live");
    await until("the result to be stored", async () => (await arbiter.results())[1] === "½-½");
    await arbiter.settled();
    for (const key of KEYS.slice(2)) await arbiter.key(key);
    await arbiter.stage(1, "closed");
    await arbiter.key("d");
    await page.locator(".decisions li").nth(0).waitFor();
    const decisions = await page.locator(".decisions li").allInnerTexts();
    const ofTable = decisions.filter((text) => text.includes("round 1, table 2:"));
    assert.equal(ofTable.length, 1, ofTable.join("\n"));
    arbiter.assertContent();
    await arbiter.leave();
  });
});

test("a notice of the desk is on the wall screen, with the pairings and the standings in turn", async () => {
  await onSystem(async (system) => {
    await Hall.atClub(system);
    const wall = await Spectator.enter(browser, { viewport: { width: 1920, height: 1080 } });
    await wall.visit(`${system.address()}/wall/main/club?show=boards,pairings&seconds=3`);
    await wall.page.locator(".card").nth(1).waitFor();
    await wall.page.locator(".wall-table tr").nth(1).waitFor();
    await wall.page.locator(".card").nth(1).waitFor();

    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    await arbiter.visit(`${system.address()}/desk/main/club/settings`);
    await page.locator('[data-action="amend"]').click();
    await page.locator("dialog #field-notice").fill("Lunch at one o'clock");
    await page.locator('dialog button[type="submit"]').click();
    await page.locator("dialog #field-person").fill("Anna");
    await page.locator('dialog button[type="submit"]').click();
    await wall.page.locator('.wall-notice:text-is("Lunch at one o\'clock")').waitFor();
    await wall.assertNothingScrollsSideways();
    await wall.page.screenshot({ path: `${OUT}wall.png` });
    wall.assertContent();
    arbiter.assertContent();
    await wall.leave();
    await arbiter.leave();
  });
});

test("behind locked doors the desk is for who has signed in, until they sign out", async () => {
  await onSystem(async (system) => {
    const link = system.firstLink();
    const arbiter = await Arbiter.sit(browser, system.address());
    const { page } = arbiter;
    await arbiter.key("n");
    await page.locator("form [role=alert]", { hasText: "sign in first" }).waitFor();

    await arbiter.signIn(link);
    assert.equal(new URL(page.url()).hash, "");
    await arbiter.create("Open Swiss");
    assert.equal(await page.locator(".open-desk").count(), 0);
    await arbiter.enterAll(PLAYERS);
    await arbiter.key("r");
    await arbiter.key("p");
    await arbiter.stage(1, "draft");
    await arbiter.key("Shift+Enter");
    await arbiter.stage(1, "open");

    // A desk that may not judge games asks for none and for no seat, on any page, and enters results none the less.
    system.access("add", "anna", "--name", "Anna");
    system.access("grant", "anna", "pairing-officer");
    const anna = await Arbiter.enter(browser);
    const asked = [];
    anna.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const token = system.access("token", "anna", "--quiet").trim();
    await anna.visit(`${system.address()}/desk/main/open-swiss/round#token=${token}`);
    await anna.stage(1, "open");
    await anna.key("2");
    await until("her result", async () => (await anna.results())[0] === "1-0");
    await anna.settled();
    assert.deepEqual(
      asked.filter((path) => /AssignTable|GetGame|WatchVerdicts/.test(path)),
      [],
    );
    await anna.leave();
    await arbiter.visit(`${system.address()}/desk/main/open-swiss/record`);
    // The author is who the token names, not who the page says.
    await page.locator(".decisions li", { hasText: "Ids de Vries" }).first().waitFor();

    await page.locator(".desk-foot .button").click();
    await arbiter.visit(`${system.address()}/desk`);
    await arbiter.key("n");
    await page.locator("form [role=alert]", { hasText: "sign in first" }).waitFor();
    await arbiter.leave();
  });
});
