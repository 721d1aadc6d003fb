// Plays whole events at the arbiter's desk through the page alone, each by another hand: an eight with a
// finger on a phone, a championship by keys, a match of clubs with a mouse. Each tells how many taps it
// took, and how long.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Plays an event at one desk, and checks how many taps it took. */
async function play(t, { acts, ...options }, work) {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const arbiter = await Arbiter.sit(browser, system.address(), options);
    const began = performance.now();
    await work(arbiter, system);
    await arbiter.settled();
    const seconds = Math.round((performance.now() - began) / 1000);
    t.diagnostic(`${await arbiter.acts()} keys, taps and texts in ${seconds} s`);
    arbiter.assertContent();
    assert.equal(await arbiter.acts(), acts);
    await arbiter.leave();
  });
}

/** Returns the key of a result in which the stronger side wins; those first in the list are stronger. */
function keyOf(strength, [white, black]) {
  const [one, other] = [strength(white), strength(black)];
  if (one === other) return "1";
  return one < other ? "2" : "0";
}

/** Makes an event of a preset and enters the players of a list: by touch where there is one, else by keys. */
async function begin(arbiter, name, preset, players) {
  const { page } = arbiter;
  const confirm = (button) => (arbiter.hasTouch ? arbiter.touch(button) : arbiter.key("Enter"));
  await arbiter.press("new-tournament");
  await page.locator("#field-name:focus").waitFor();
  await arbiter.write(name);
  await arbiter.fill("#field-person", "Anna");
  await arbiter.choose("#field-preset", preset);
  await confirm('form button[type="submit"]');
  await page.locator("#import-text:focus").waitFor();
  await arbiter.paste(players.join("\n"));
  await page.locator(".panel .button-next:focus").waitFor();
  await confirm(".panel .button-next");
  await page.locator("#import-text").waitFor({ state: "detached" });
}

test("an eight is played with a finger on a phone, up to the play-off for its first place", async (t) => {
  const phone = {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: "fy-NL",
    acts: 65,
  };
  // The first two draw against each other, and win all other games.
  const names = ["Auke", "Bauke", "Cor", "Durk", "Eelke", "Foppe", "Gerrit", "Hinke"];
  const strength = (name) => Math.max(names.indexOf(name), 1);
  await play(t, phone, async (arbiter) => {
    const { page } = arbiter;
    await begin(arbiter, "Haadklasse 2026", "frisian-kk", names);
    await arbiter.assertNothingScrollsSideways();

    const round = async (number) => {
      await arbiter.stage(number, "draft");
      await arbiter.press("open");
      await arbiter.stage(number, "open");
      for (const pair of await arbiter.pairings()) {
        const isDecider = number > 7;
        const key = isDecider ? (pair[0] === "Auke" ? "2" : "0") : keyOf(strength, pair);
        await arbiter.touch(`.result-pad [data-key="${key}"]`);
      }
      await arbiter.stage(number, "closed");
      await arbiter.assertNothingScrollsSideways();
      await arbiter.settled();
    };
    for (let number = 1; number <= 7; number += 1) {
      await arbiter.press("pair");
      await round(number);
    }
    await page.screenshot({ path: `${OUT}desk-eight-phone.png` });
    await arbiter.touch('[data-section="standings"]');
    await page.locator("[data-standings] tbody tr").nth(7).waitFor();
    assert.deepEqual((await arbiter.places()).slice(0, 3), ["1= Auke", "1= Bauke", "3 Cor"]);
    await page.screenshot({ path: `${OUT}desk-tie-phone.png`, fullPage: true });
    for (const number of [8, 9]) {
      await arbiter.touch(".tie .button");
      await arbiter.confirm();
      await arbiter.settled();
      await arbiter.touch('[data-section="round"]');
      await round(number);
      await arbiter.touch('[data-section="standings"]');
      await page.locator("[data-standings] tbody tr").nth(7).waitFor();
    }
    await until("the play-off to decide", async () => (await arbiter.places())[0] === "1 Auke");
    assert.deepEqual((await arbiter.places()).slice(0, 3), ["1 Auke", "2 Bauke", "3 Cor"]);
    await page.screenshot({ path: `${OUT}desk-eight-table-phone.png`, fullPage: true });
  });
});

test("a Swiss of sixteen players with tablets at its tables needs 25 keys, of 31 at most", async (t) => {
  const names = Array.from({ length: 16 }, (_, at) => `Player ${at + 1}`);
  await play(t, { acts: 25 }, async (arbiter, system) => {
    const { page } = arbiter;
    await arbiter.key("n");
    await page.locator("#field-name:focus").waitFor();
    await arbiter.write("Open");
    await arbiter.key("Tab");
    await arbiter.write("Anna");
    await arbiter.choose("#field-preset", "kndb-swiss");
    await arbiter.key("Enter");
    await page.locator("#import-text:focus").waitFor();
    await arbiter.enterAll(names);
    const hall = new Hall(system, "open");
    await hall.seat(8);
    for (let round = 1; round <= 7; round += 1) {
      await arbiter.key("p");
      await arbiter.stage(round, "draft");
      await arbiter.key("Shift+Enter");
      await arbiter.stage(round, "open");
      hall.round = round;
      for (let table = 1; table <= 8; table += 1) {
        // A game that has just been opened is begun a moment later.
        await until("the game to have begun", async () => {
          const { games } = await system.snapshot("open");
          return games.find(({ id }) => id === `r${round}-t${table}`)?.started;
        });
        await hall.resign(table, table % 3 === 0 ? "white" : "black");
      }
      await arbiter.stage(round, "closed");
      assert.deepEqual(
        await arbiter.results(),
        Array.from({ length: 8 }, (_, at) => ((at + 1) % 3 === 0 ? "0-1" : "1-0")),
      );
    }
    await arbiter.key("s");
    await page.locator("[data-standings] tbody tr").nth(15).waitFor();
    await arbiter.key("x");
    await page.locator('[data-sheet="standings"] tbody tr').nth(15).waitFor();
  });
});

test("a championship of 2006 is run by keys alone, from its pools to the finals for each place", async (t) => {
  const names = Array.from({ length: 16 }, (_, at) => `Speler ${String(at + 1).padStart(2, "0")}`);
  const strength = (name) => names.indexOf(name);
  await play(t, { locale: "nl", acts: 144 }, async (arbiter) => {
    const { page } = arbiter;
    await arbiter.key("n");
    await page.locator("#field-name:focus").waitFor();
    await arbiter.write("Kampioenschap");
    await arbiter.key("Tab");
    await arbiter.write("Anna");
    await arbiter.key("Tab");
    const option = page.locator('option[value="tournament-2006"]');
    await option.waitFor({ state: "attached" });
    // A list of choices goes to the one that begins with the letters that are typed.
    const [first] = await option.innerText();
    const list = page.locator("#field-preset");
    while ((await list.inputValue()) !== "tournament-2006") await arbiter.key(first);
    await arbiter.key("Enter");
    await page.locator("#import-text:focus").waitFor();
    await arbiter.enterAll(names);

    await arbiter.command("groepen");
    await page.locator("dialog #field-groups:focus").waitFor();
    const pool = (first) => Array.from({ length: 8 }, (_, at) => first + 2 * at).join(" ");
    await arbiter.write(`${pool(1)}\n${pool(2)}`);
    await arbiter.key("Control+Enter");
    await page.locator(".groups li").nth(1).waitFor();

    for (let number = 1; number <= 8; number += 1) {
      if (number === 8) {
        await page.locator('[data-action="colors"]').waitFor();
        await arbiter.command("kleuren");
        await page.locator("dialog[open] form").waitFor();
        await arbiter.key("Enter");
        await page.locator('[data-action="pair"]').waitFor();
      }
      await arbiter.key("p");
      await arbiter.stage(number, "draft");
      await arbiter.key("Shift+Enter");
      if (number > 1) {
        // Players have a right to rest after the round before.
        await page.locator("dialog #field-reason:focus").waitFor();
        await arbiter.write("agreed by all players");
        await arbiter.key("Enter");
      }
      await arbiter.stage(number, "open");
      for (const pair of await arbiter.pairings()) {
        const isDraw = number < 8 && Math.abs(strength(pair[0]) - strength(pair[1])) === 2;
        // A draw is told with the men that White is ahead by.
        const keys = isDraw ? ["1", "2", "Enter"] : [keyOf(strength, pair)];
        for (const key of keys) await arbiter.key(key);
      }
      await arbiter.stage(number, "closed");
      await arbiter.settled();
      if (number === 7) await page.screenshot({ path: `${OUT}desk-pools.png`, fullPage: true });
    }
    await arbiter.key("s");
    await page.locator("[data-standings] tbody tr").nth(15).waitFor();
    await page.screenshot({ path: `${OUT}desk-finals.png`, fullPage: true });
    const places = await page.$$eval("[data-standings='0'] tbody tr", (rows) =>
      rows.map((row) => `${row.children[0].textContent} ${row.querySelector("th").textContent}`),
    );
    assert.deepEqual(
      places,
      names.map((name, at) => `${at + 1} ${name}`),
    );
  });
});

test("clubs play with a reserve and an empty board, by mouse and keys", async (t) => {
  const clubs = { Hallum: 8, Huizum: 7, Balk: 9, Snits: 8 };
  const order = Object.keys(clubs);
  const lines = order.flatMap((club) =>
    Array.from({ length: clubs[club] }, (_, at) => `${club} ${at + 1}\t${club}`),
  );
  const strength = (name) => order.indexOf(name.split(" ")[0]);
  await play(t, { acts: 81 }, async (arbiter, system) => {
    const { page } = arbiter;
    await begin(arbiter, "Clubs", "frisian-club-teams", lines);
    await arbiter.key("m");
    await page.locator("dialog #field-names:focus").waitFor();
    await arbiter.key("Control+Enter");
    await page.locator(".teams .panel").nth(3).waitFor();
    await arbiter.settled();
    for (const club of order) {
      const panel = `.teams .panel:has(h3:text("${club}"))`;
      await arbiter.touch(`${panel} .button`);
      await page.locator("dialog #field-board-0").waitFor();
      await arbiter.confirm();
      await page.locator(`${panel} ol li`).nth(7).waitFor();
    }
    const huizum = page.locator('.teams .panel:has(h3:text("Huizum")) ol li');
    assert.equal(await huizum.nth(7).innerText(), "–");

    for (let number = 1; number <= 3; number += 1) {
      if (number === 2) {
        // The reserve of Balk plays instead of its first.
        await arbiter.key("e");
        const panel = '.teams .panel:has(h3:text("Balk"))';
        await arbiter.touch(`${panel} .button`);
        const reserve = page.locator("dialog #field-board-0 option", { hasText: "Balk 9" });
        await arbiter.choose("dialog #field-board-0", await reserve.getAttribute("value"));
        await arbiter.fill("dialog #field-reason", "Balk 1 is ill");
        await arbiter.confirm();
        await page.locator(`${panel} ol li`, { hasText: "Balk 9" }).waitFor();
        await arbiter.key("r");
      }
      await arbiter.key("p");
      await arbiter.stage(number, "draft");
      const pairs = await arbiter.pairings();
      // Nobody sits at the empty board.
      assert.equal(pairs.length, 15);
      assert.equal(pairs.flat().includes("Balk 9"), number > 1);
      assert.equal(pairs.flat().includes("Balk 1"), number === 1);
      await arbiter.key("Shift+Enter");
      await arbiter.stage(number, "open");
      for (const pair of pairs) await arbiter.key(keyOf(strength, pair));
      await arbiter.stage(number, "closed");
      await arbiter.settled();
      if (number === 1) await page.screenshot({ path: `${OUT}desk-clubs.png`, fullPage: true });
    }
    await arbiter.key("s");
    await page.locator("[data-standings] tbody tr").nth(3).waitFor();
    assert.deepEqual(await arbiter.places(), ["1 Hallum", "2 Huizum", "3 Balk", "4 Snits"]);
    const told = await until("spectators to see the end", async () => {
      const { rounds } = await system.snapshot("clubs");
      return rounds.length === 3 && rounds.every(({ state }) => state === "closed") && rounds;
    });
    assert.equal(told.length, 3);
  });
});
