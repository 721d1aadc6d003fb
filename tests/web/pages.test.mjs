// The pages of a tournament beside its boards, and what is passed on from them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { pdnMoves, positions } from "./position.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";

const FILE = "international/rk_ronde_12.pdn";
const TOURNAMENT = "stupino";
const SCREENS = [
  { width: 1280, locale: "en", colorScheme: "light" },
  { width: 820, locale: "nl", colorScheme: "dark" },
  { width: 360, locale: "fy", colorScheme: "light" },
  { width: 360, locale: "fy", colorScheme: "dark" },
  { width: 320, locale: "nl", colorScheme: "light" },
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("players, cross table, schedule, shared addresses and paper", async (story) => {
  await System.tell(story, async (system, step) => {
    await system.up("--no-demo");
    const snapshot = await system.replayed(record(FILE), TOURNAMENT, 7);
    const home = `${system.address()}/t/main/${TOURNAMENT}`;
    const game = snapshot.games.find((one) => one.result.score !== "draw");
    const winner = game[game.result.score];
    const nameOf = (id) => snapshot.players.find((one) => one.id === id).name;
    const spectator = await Spectator.enter(browser, {
      acceptDownloads: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { page } = spectator;
    await spectator.visit(home);
    await step("a player's page has their points, their games, and these as PDN", async () => {
      await page.locator('[data-tab="players"]').click();
      await page.locator("[data-player-link]").nth(13).waitFor();
      await page.locator(`[data-player-link="${winner}"]`).click();
      await page.waitForURL(`**?player=${winner}`);
      await page.getByRole("heading", { name: nameOf(winner) }).waitFor();
      const row = page.locator(`[data-meeting="${game.id}"]`);
      assert.equal(await row.getAttribute("data-points"), "2");
      const told = snapshot.standings.find((one) => one.player === winner);
      const places = page.locator("[data-place]");
      assert.equal(await places.getAttribute("data-points"), String(told.points));
      assert.ok((await page.title()).startsWith(nameOf(winner)));
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.locator("a.pdn").click(),
      ]);
      const text = await readFile(await file.path(), "utf8");
      assert.deepEqual(
        pdnMoves(text),
        game.moves.map((move) => move.text),
      );
    });

    await step("the cross table leads to the game that two players had", async () => {
      await page.locator('[data-tab="crosstable"]').click();
      const loser = game.white === winner ? game.black : game.white;
      const cell = page.locator(
        `[data-participant="${winner}"] [data-opponent="${loser}"] .cross-cell`,
      );
      await cell.waitFor();
      assert.equal(await cell.innerText(), "2");
      await cell.click();
      await page.waitForURL(`**/${game.id}`);
    });

    await step("the schedule tells when the round began", async () => {
      await page.goto(`${home}?view=schedule`);
      const row = page.locator('[data-schedule] [data-round="1"]');
      await row.waitFor();
      const first = Math.min(...snapshot.games.flatMap((one) => one.moves[0]?.at ?? []));
      assert.equal(await row.getAttribute("data-at"), String(first));
      assert.ok((await row.innerText()).includes("finished"));
    });

    await step("an address has the move and the language, and leads back to it", async () => {
      await page.goto(`${home}/${game.id}?lang=fy`);
      await page.locator("article .board").waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), "fy");
      await page.keyboard.press("Home");
      for (let ply = 0; ply < 12; ply += 1) await page.keyboard.press("ArrowRight");
      await page.waitForURL(`**/${game.id}?lang=fy&ply=12`);
      await page.locator("[data-share]").click();
      await page.getByText("Adres kopiearre").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, `${home}/${game.id}?ply=12&lang=fy`);
      const other = await Spectator.enter(browser, { locale: "nl" });
      await other.visit(copied);
      await until("the position of the address", async () => {
        const [board] = await other.boards();
        return board?.ply === 12 && board.squares === positions(game)[12];
      });
      assert.equal(await other.page.evaluate(() => document.documentElement.lang), "fy");
      await other.page.keyboard.press("l");
      await other.page.waitForURL(`${home}/${game.id}?lang=fy`);
      other.assertContent();
      await other.leave();
    });

    await step("a finger steps through the moves, and a capture shows its way", async () => {
      const touch = await Spectator.enter(browser, {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
      });
      const turn = game.moves.findIndex((move) => move.captured.length > 1);
      assert.ok(turn > 0, "a capture of several pieces");
      await touch.visit(`${home}/${game.id}?ply=${turn}&lang=en`);
      await touch.page.locator("article .board").waitFor();
      const wipe = async (by) => {
        const box = await touch.page.locator(".game-board .board").boundingBox();
        const session = await touch.context.newCDPSession(touch.page);
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const send = (type, at) =>
          session.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: at === null ? [] : [{ x: at, y }],
          });
        await send("touchStart", x);
        for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", x + by * part);
        await send("touchEnd", null);
      };
      const at = (ply) => until(`ply ${ply}`, async () => (await touch.boards())[0]?.ply === ply);
      await at(turn);
      await wipe(-120);
      await at(turn + 1);
      const way = touch.page.locator(".capture-way");
      const move = game.moves[turn];
      const corners = (await way.count()) > 0 ? await way.getAttribute("points") : "";
      if (move.captured.length > 1) assert.ok(corners.split(" ").length >= 3, corners);
      await wipe(120);
      await at(turn);
      assert.equal(await way.count(), 0);
      touch.assertContent();
      await touch.leave();
    });

    await step("a game and a table on paper are without what is pressed", async () => {
      for (const [path, what] of [
        [`/${game.id}`, "game"],
        ["?view=crosstable", "crosstable"],
      ]) {
        await page.goto(home + path);
        await page.locator("article .board, .cross-table").first().waitFor();
        await page.emulateMedia({ media: "print" });
        for (const pressed of [".header", ".tabs", ".controls", ".share", "[data-back]"]) {
          const seen = page.locator(pressed).first();
          if ((await seen.count()) > 0) assert.equal(await seen.isVisible(), false, pressed);
        }
        await page.screenshot({ path: `${OUT}paper-${what}.png`, fullPage: true });
        await page.emulateMedia({ media: "screen" });
      }
    });

    spectator.assertContent();
    await spectator.leave();

    await step("the pages fit every screen, in light and dark, in every language", async () => {
      for (const { width, locale, colorScheme } of SCREENS) {
        const viewport = { width, height: 800 };
        const reader = await Spectator.enter(browser, { viewport, locale, colorScheme });
        for (const [what, path] of [
          ["overview", ""],
          ["players", "?view=players"],
          ["crosstable", "?view=crosstable"],
          ["schedule", "?view=schedule"],
          ["player", `?player=${winner}`],
          ["game", `/${game.id}?ply=20`],
        ]) {
          await reader.visit(home + path);
          await reader.status("ended");
          await reader.page
            .locator(".cards, .players, .cross-table, [data-schedule], [data-meeting], article")
            .first()
            .waitFor();
          await reader.assertNothingScrollsSideways();
          const name = `page-${what}-${width}-${colorScheme}`;
          await reader.page.screenshot({ path: `${OUT}${name}.png` });
        }
        reader.assertContent();
        await reader.leave();
      }
    });
  });
});
