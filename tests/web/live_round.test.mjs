// Follows a round of real games as a spectator, from before its beginning to its end.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { clockSeconds, pdnMoves, positions, squares } from "./position.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";

/** Seven games of 81 to 156 plies, played by people. */
const FILE = "international/rk_ronde_12.pdn";
const TOURNAMENT = "stupino";
/** The moves of one game come 0.1 to 0.5 s apart. */
const SPEED = 30;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a page follows a round of real games to its end", async (story) => {
  await System.tell(story, async (system, step) => {
    await system.up("--no-demo");
    const spectator = await Spectator.enter(browser, { acceptDownloads: true });
    const { page } = spectator;
    const ask = () => system.snapshot(TOURNAMENT);
    await step("on a page opened early the boards appear by themselves", async () => {
      await spectator.visit(system.address());
      await page.getByText("No tournament is being broadcast").waitFor();
      system.replay(record(FILE), TOURNAMENT, SPEED);
      await page.waitForURL(`**/t/main/${TOURNAMENT}`);
      await spectator.status("live");
      await page.locator("[data-game]").nth(6).waitFor();
    });

    await step("every board shows the moves that were played", async () => {
      await until("ten plies at every board", async () =>
        (await spectator.boards()).every((board) => board.ply >= 10),
      );
      system.freeze();
      await spectator.agreesWith(ask);
      assert.equal((await spectator.boards()).length, 7);
      // A move that was under way may come still.
      await until("each card to show the last move", async () => {
        const shown = (await ask()).games.map(async (game) => {
          const card = page.locator(`[data-game="${game.id}"]`);
          return (await card.innerText()).includes(game.moves.at(-1).text);
        });
        return (await Promise.all(shown)).every(Boolean);
      });
    });

    await step("a clock runs between two moves without a message from the server", async () => {
      // The clock follows a move a moment after the board does.
      const game = await until("the clock to have followed the moves", async () => {
        const running = (await ask()).games.find((one) => one.result === null);
        return (
          running.clock?.running === (running.fen.startsWith("W") ? "white" : "black") && running
        );
      });
      const running = game.clock.running;
      const waiting = running === "white" ? "black" : "white";
      const side = (one) => page.locator(`[data-game="${game.id}"] [data-clock="${one}"]`);
      await until("the clock of who is to move to run", async () => {
        return (await side(running).getAttribute("data-running")) === "true";
      });
      assert.equal(await side(waiting).getAttribute("data-running"), "false");
      const rest = await spectator.clock(waiting, game.id);
      const frames = spectator.frames;
      let shown = await readClock(spectator, running, game);
      for (let change = 0; change < 2; change += 1) {
        const before = shown;
        shown = await until("the text of the clock to change", async () => {
          const now = await readClock(spectator, running, game);
          return now < before && now;
        });
      }
      assert.equal(await spectator.clock(waiting, game.id), rest, "the other clock stands still");
      assert.equal(spectator.frames, frames, "nothing was sent meanwhile");
    });

    await step("the round's PDN holds its games", async () => {
      const snapshot = await spectator.agreesWith(ask);
      const text = await download(page);
      for (const game of snapshot.games) {
        const players = new Map(snapshot.players.map((player) => [player.id, player.name]));
        assert.ok(text.includes(`[White "${players.get(game.white)}"]`));
        assert.ok(text.includes(`[Black "${players.get(game.black)}"]`));
      }
      const played = snapshot.games.flatMap((game) => game.moves.map((move) => move.text));
      assert.deepEqual(pdnMoves(text), played);
    });

    await step("a card opens its board without loading the page anew", async () => {
      await page.evaluate(() => {
        window.damcastLoaded = true;
      });
      await page.locator('[data-game="r1-t3"] a').first().click();
      await page.waitForURL(`**/t/main/${TOURNAMENT}/r1-t3`);
      assert.equal(await page.evaluate(() => window.damcastLoaded), true);
      const snapshot = await spectator.agreesWith(ask);
      const [board] = await spectator.boards();
      assert.equal(board.game, "r1-t3");
      const game = snapshot.games.find((one) => one.id === "r1-t3");
      const list = await page.locator("[data-move]").allInnerTexts();
      assert.deepEqual(
        list,
        game.moves.map((move) => move.text),
      );
      assert.deepEqual(pdnMoves(await download(page)), list, "the PDN of the game");
    });

    await step("a page that stepped back stays there while the game goes on", async () => {
      const game = (await ask()).games.find((one) => one.id === "r1-t3");
      const length = game.moves.length;
      for (let back = 0; back < 3; back += 1) await page.keyboard.press("ArrowLeft");
      const shown = { game: "r1-t3", ply: length - 3, result: "" };
      const expected = { ...shown, squares: positions(game)[length - 3] };
      await until("the position three plies ago", async () => {
        assert.deepEqual(await spectator.boards(), [expected]);
        return true;
      });
      const news = page.locator("[data-news]");
      const before = await news.innerText();
      system.thaw();
      await until("four moves that come meanwhile", async () => {
        const live = await page.locator("article").getAttribute("data-live-ply");
        return Number(live) >= length + 4;
      });
      assert.deepEqual(await spectator.boards(), [expected], "the view has not jumped");
      assert.notEqual(await news.innerText(), before, "the live region tells the last move");
      system.freeze();
      const now = (await spectator.live(ask, "r1-t3")).moves.length;
      assert.ok((await page.locator("[data-to-live]").innerText()).includes(`${now - length} new`));
    });

    await step("keys, buttons and the list lead through the game", async () => {
      const game = await spectator.live(ask, "r1-t3");
      const length = game.moves.length;
      const at = (ply) =>
        until(`ply ${ply} on the board`, async () => {
          const [board] = await spectator.boards();
          assert.equal(board.ply, ply);
          assert.equal(board.squares, positions(game)[ply]);
          return true;
        });
      // The link to the PDN still has the focus; a click on the board takes it away.
      await page.locator(".game .board").click();
      await page.keyboard.press("Home");
      await at(0);
      await page.keyboard.press("ArrowRight");
      await at(1);
      await page.keyboard.press("End");
      await at(length);
      assert.equal(await page.locator("[data-to-live]").count(), 0, "live again");
      await page.getByRole("button", { name: "Previous move" }).click();
      await at(length - 1);
      await page.locator('[data-move="5"]').click();
      await at(5);
      await page.getByRole("button", { name: "Start position" }).click();
      await at(0);
      await page.getByRole("button", { name: "Next move" }).click();
      await at(1);
      await page.locator("[data-to-live]").click();
      await at(length);
    });

    await step("everything can be reached by keyboard alone", async () => {
      await page.reload();
      await spectator.agreesWith(ask);
      await page.keyboard.press("Tab");
      assert.equal(await focused(page), "Skip to the content");
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => document.activeElement.id), "main");
      const corner = () => page.locator(".game .board text").first().boundingBox();
      const before = await corner();
      await until("the focus on the button that turns the board", async () => {
        await page.keyboard.press("Tab");
        return (await focused(page)) === "Turn the board";
      });
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement).outlineStyle,
      );
      assert.notEqual(outline, "none", "one sees where the focus is");
      await page.keyboard.press("Enter");
      await until("the board to be turned", async () => (await corner()).y > before.y + 100);
      const game = (await spectator.agreesWith(ask)).games.find((one) => one.id === "r1-t3");
      const tab = (what) =>
        until(`the focus on ${what}`, async () => {
          await page.keyboard.press("Tab");
          return (await focused(page)).startsWith(what);
        });
      const at = (ply) =>
        until(`ply ${ply} on the board`, async () => (await spectator.boards())[0].ply === ply);

      await tab("PDN of this game");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.keyboard.press("Enter"),
      ]);
      const played = game.moves.map((move) => move.text);
      assert.deepEqual(pdnMoves(await readFile(await file.path(), "utf8")), played);
      const scrolled = () => page.evaluate(() => scrollY);
      await page.setViewportSize({ width: 1280, height: 400 });
      await page.keyboard.press("End");
      await until("End on a link to scroll the page", async () => (await scrolled()) > 0);
      await page.keyboard.press("Home");
      await until("Home on a link to scroll back", async () => (await scrolled()) === 0);
      await page.setViewportSize({ width: 1280, height: 800 });
      await at(game.moves.length);

      await tab(game.moves[0].text);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await at(2);
      await page.keyboard.press("ArrowRight");
      await at(3);
      await page.keyboard.press("Home");
      await at(0);
      await page.keyboard.press("End");
      await at(game.moves.length);

      await page.locator("h1").focus();
      for (const [key, name, board] of [
        ["Shift+Tab", "Next board, Board 4", "r1-t4"],
        ["Shift+Tab", "Previous board, Board 3", "r1-t3"],
      ]) {
        await until(`the focus on ${name}`, async () => {
          await page.keyboard.press(key);
          return (await focused(page)) === name;
        });
        await page.keyboard.press("Enter");
        await page.waitForURL(`**/${board}`);
        await until("the focus on the title of the board", () =>
          page.evaluate(() => document.activeElement.tagName === "H1"),
        );
      }
      await spectator.agreesWith(ask);
    });

    await step("the pages speak three languages and remember the choice", async () => {
      for (const [language, moves] of [
        ["nl", "Zetten"],
        ["fy", "Setten"],
        ["en", "Moves"],
      ]) {
        await page.locator(`[data-language="${language}"]`).click();
        await page.getByRole("heading", { name: moves, exact: true }).waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.lang), language);
        await page.reload();
        await page.getByRole("heading", { name: moves, exact: true }).waitFor();
      }
      const dutch = await Spectator.enter(browser, { locale: "nl-NL" });
      await dutch.visit(page.url());
      await dutch.page.getByRole("heading", { name: "Zetten", exact: true }).waitFor();
      dutch.assertContent();
      await dutch.leave();
    });

    await step("a screen reader is told the position", async () => {
      const game = await spectator.live(ask, "r1-t3");
      const board = page.getByRole("img", { name: /^Board\. White: \d+ m[ae]n/ });
      const count = squares(game.fen).match(/w/g).length;
      assert.ok((await board.getAttribute("aria-label")).includes(`White: ${count} m`));
      const words = await page.getByRole("region", { name: "Position in words" }).innerText();
      const men = [...squares(game.fen)].flatMap((piece, index) =>
        piece === "b" ? [index + 1] : [],
      );
      assert.ok(words.includes(`Black men: ${men.join(", ")}`), words);
    });

    await step("a result changes the standings on an open page", async () => {
      await page.locator("[data-back]").click();
      await page.locator("[data-standings]").waitFor();
      await spectator.agreesWith(ask);
      const before = await spectator.standings();
      assert.equal(before.length, 14);
      assert.ok(
        before.every((row) => row.points === 0),
        "nobody has a point yet",
      );
      system.thaw();
      const decided = await until("a game to be won", async () => {
        const games = (await ask()).games;
        return games.find(
          (game) => game.result?.score === "white" || game.result?.score === "black",
        );
      });
      const winner = decided[decided.result.score];
      const card = page.locator(`[data-game="${decided.id}"]`);
      await until("the result on its board", async () => {
        return (await card.getAttribute("data-result")) === decided.result.text;
      });
      await until("the result to be announced", async () => {
        const spoken = await spectator.spoken();
        const words = `Board ${decided.table}, `;
        return spoken.some((one) => one.includes(words) && one.includes(" wins"));
      });
      await until("the winner's two points", async () =>
        (await spectator.standings()).some((row) => row.player === winner && row.points === 2),
      );
    });

    await step("at the end every page agrees with the games that were played", async () => {
      await system.done("replay");
      await spectator.agreesWith(ask);
      await until("the last result in the standings", async () => {
        const told = (await ask()).standings;
        const points = told.reduce((sum, row) => sum + row.points, 0);
        assert.equal(points, 14, "two points of each game");
        const expected = told.map(({ player, points }) => ({ player, points }));
        assert.deepEqual(await spectator.standings(), expected);
        return true;
      });
      await until(
        "the round to be over",
        async () => (await page.locator(".round-state").innerText()) === "finished",
      );
      const standings = await spectator.standings();
      const sorted = standings.toSorted((a, b) => b.points - a.points);
      assert.deepEqual(standings, sorted, "in the order of points");
      assert.equal(await page.locator('[data-running="true"]').count(), 0, "no clock runs");
      const finals = (await oracle()).map((entry) => [entry.plies, entry.final]);
      const shown = (await spectator.boards()).map((board) => [board.ply, board.squares]);
      assert.deepEqual(shown, finals, "the positions that three move generators agree on");
      const painted = await spectator.assertNeverWrong(ask);
      assert.ok(painted > 100, `many positions were painted: ${painted}`);
    });

    await step("the browser's back and forward buttons show the pages visited", async () => {
      await page.goBack();
      await page.locator("article").waitFor();
      await page.goForward();
      await page.locator("[data-standings]").waitFor();
    });

    spectator.assertContent();
    await spectator.leave();
  });
});

/**
 * Returns the seconds of a clock, and checks that they agree with the server's state at this
 * moment.
 */
async function readClock(spectator, side, game) {
  const left = () => (game.clock[side] - (Date.now() - game.clock.asOf)) / 1000;
  const most = left();
  const seconds = clockSeconds(await spectator.clock(side, game.id));
  const least = left();
  assert.ok(seconds <= most + 1 && seconds >= least - 2, `${seconds} s, not ${least} to ${most}`);
  return seconds;
}

async function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element.getAttribute("aria-label") ?? element.textContent;
  });
}

async function download(page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("a.pdn").first().click(),
  ]);
  return readFile(await file.path(), "utf8");
}

/** Returns the facts about the file's games that other programs computed. */
async function oracle() {
  const lines = (await readFile(record("index.jsonl"), "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.file === FILE);
}
