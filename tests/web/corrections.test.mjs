// Checks that spectators see the arbiter's decisions: irregular moves, corrections, paper, results.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { BY_ARBITER, Hall, SCORES } from "./hall.mjs";
import { pdnMoves, positions } from "./position.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const TOURNAMENT = "club";
const GAME = "r1-t1";
const SCREENS = [
  { name: "wide", settings: { locale: "nl-NL" } },
  {
    name: "phone",
    settings: {
      locale: "fy-NL",
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    },
  },
];
const ARTICLE = "Irregular move that stands, art. 27c: a capture was missed or made wrongly";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("an open page follows irregular moves and corrections by the arbiter", async (story) => {
  await System.tell(story, async (system, step) => {
    await system.up("--no-demo");
    const hall = new Hall(system, TOURNAMENT);
    await hall.open({
      name: "Club evening",
      rules: "international-2006",
      players: ["Anna", "Bauke", "Cor", "Durk"],
    });
    const ask = () => system.snapshot(TOURNAMENT);
    const overview = await Spectator.enter(browser);
    await overview.visit(`${system.address()}/t/main/${TOURNAMENT}`);
    const spectator = await Spectator.enter(browser, { acceptDownloads: true });
    await spectator.visit(`${system.address()}/t/main/${TOURNAMENT}/${GAME}`);
    const { page } = spectator;
    /** Every position that a page may have painted, in any line of the game. */
    const told = new Set();
    const both = async () => {
      await overview.agreesWith(ask);
      const snapshot = await spectator.agreesWith(ask);
      for (const game of snapshot.games) {
        for (const [ply, shown] of positions(game).entries()) {
          told.add(`${game.id} ${ply} ${shown}`);
        }
      }
      return snapshot.games.find((game) => game.id === GAME);
    };
    const list = () =>
      page
        .locator("[data-move]")
        .evaluateAll((moves) => moves.map((move) => move.firstChild.textContent));
    const says = (what, isSaid = true) =>
      until(`the news to say ${what}: ${isSaid}`, async () => what.test(await news()) === isSaid);
    const news = () => page.locator("[data-news]").innerText();
    const card = overview.page.locator(`[data-game="${GAME}"]`);
    /** Takes pictures of both pages, on a wide screen and on a phone. */
    const pictures = async (what) => {
      for (const screen of SCREENS) {
        const other = await Spectator.enter(browser, screen.settings);
        for (const [name, path] of [
          ["round", ""],
          ["game", `/${GAME}`],
        ]) {
          await other.visit(`${system.address()}/t/main/${TOURNAMENT}${path}`);
          await other.agreesWith(ask);
          await other.assertNothingScrollsSideways();
          const file = `${OUT}${what}-${name}-${screen.name}.png`;
          await other.page.screenshot({ path: file, fullPage: true });
        }
        other.assertContent();
        await other.leave();
      }
    };
    await step("the rules of the event stand under its name", async () => {
      await both();
      const rules = await overview.page.locator(".title .subtitle").innerText();
      assert.ok(rules.startsWith("International draughts, regulation of 2006 · "), rules);
    });

    await step("an irregular move is shown once it stands, and not before", async () => {
      await hall.moves(1, 1, ["32-28", "19-23"]);
      await both();
      const before = await ask();
      assert.equal(await hall.move(1, "white", 3, "37-32"), "accepted");
      const { cursor: _, now: __, ...public_ } = await ask();
      const { cursor: ___, now: ____, ...known } = before;
      assert.deepEqual(public_, known, "nothing of it is public");
      await hall.moves(1, 4, ["20-25"]);
      const game = await both();
      assert.deepEqual(
        game.moves.map((move) => move.irregular ?? null),
        [null, null, "27c", null],
      );
      assert.deepEqual(await list(), ["32-28", "19-23", "37-32", "20-25"]);
      const marked = page.locator("[data-irregular]");
      await marked.click();
      assert.equal(await page.locator("[data-move-remark]").innerText(), `§ ${ARTICLE}`);
      await page.locator('[data-move="4"]').click();
      assert.ok((await marked.innerText()).startsWith("37-32§"));
      const text = await download(page);
      assert.ok(text.includes("{irregular 27c 37-32 capture-obligatory}"), text);
      await pictures("irregular");
    });

    await step("moves that are taken back leave board, list and PDN at once", async () => {
      await hall.moves(1, 5, ["28x19", "14x23"]);
      await both();
      // Black had answered the irregular move of ply 3, so it stood (rules art. 27).
      await hall.retract(1, 3, "accepted: answered-irregularity");
      const game = await both();
      assert.equal(game.moves.length, 2);
      assert.deepEqual(await list(), ["32-28", "19-23"]);
      await says(/^Corrected from move 2\n/);
      assert.equal(
        await page.locator("[data-news][aria-live=polite] [data-correction]").count(),
        1,
      );
      assert.deepEqual(pdnMoves(await download(page)), ["32-28", "19-23"]);
      await hall.moves(1, 3, ["28x19", "14x23", "37-32", "10-14"]);
      await both();
      await says(/Corrected/, false);
    });

    await step("a page that shows an earlier move stays there through a correction", async () => {
      await page.locator('[data-move="2"]').click();
      await until("ply 2 on the board", async () => (await spectator.boards())[0].ply === 2);
      await hall.correct(1, 4, "13x24");
      await says(/Corrected from move 2/);
      assert.equal((await spectator.boards())[0].ply, 2);
      const game = await spectator.live(ask, GAME);
      assert.deepEqual(
        await list(),
        game.moves.map((move) => move.text),
      );
      await page.locator("[data-to-live]").click();
      await both();
    });

    await step("a position that the arbiter set is on the board", async () => {
      const length = (await ask()).games.find((one) => one.id === GAME).moves.length;
      await hall.setPosition(1, "W:W31,32,36,37,41,42,46,47:B5,10,14,15,20");
      const game = await until("the position to be shown", async () => {
        const shown = await both();
        assert.match(shown.fen, /^W:W31,32,36,37,41,42,46,47:B5,10,14,15,20/);
        return shown;
      });
      assert.equal(game.moves.length, length);
    });

    await step("a game on paper says so, and is live again once it is completed", async () => {
      const game = await both();
      const next = game.moves.length + 1;
      await hall.goOnPaper(1);
      await card.locator("[data-on-paper]").waitFor();
      assert.equal(await card.getAttribute("data-state"), "paper");
      await says(/On paper from move \d+/);
      assert.equal(await page.locator('[data-to-move="true"]').count(), 0);
      await until(
        "the clocks to stand",
        async () => (await page.locator('[data-running="true"]').count()) === 0,
      );
      await pictures("paper");
      await hall.complete(1, next, ["31-27", "20-24"]);
      const completed = await both();
      assert.deepEqual(
        completed.moves.slice(-2).map((move) => move.text),
        ["31-27", "20-24"],
      );
      await says(/paper|Corrected/, false);
      assert.equal(await card.getAttribute("data-state"), "running");
    });

    await step("a result that is taken back leaves the board and the standings", async () => {
      const points = async () => (await overview.standings()).map((row) => row.points);
      await hall.resign(1, "black");
      await until("two points", async () => Math.max(...(await points())) === 2);
      await both();
      await hall.resume(1);
      await until("nobody to have a point", async () => Math.max(...(await points())) === 0);
      const game = await both();
      assert.equal(game.result, null);
      await says(/^Result taken back, the game goes on\n/);
      await until("the same to be announced", async () =>
        (await overview.spoken()).some((one) =>
          one.endsWith(": Result taken back, the game goes on"),
        ),
      );
    });

    await step("a result by hand says who gave it and why, until it is taken back", async () => {
      await hall.recordResult(1, SCORES.draw, BY_ARBITER, "the tablet was off");
      await says(/\nGiven by hand by .+: the tablet was off\n/);
      await both();
      const api = `${system.address()}/api/v1/tournaments/main/${TOURNAMENT}`;
      const pdn = await (await fetch(`${api}/games/${GAME}.pdn`)).text();
      assert.match(pdn, /\{corrected by .+: result 1-1, the tablet was off\}/);
      assert.match(pdn, /\[%clk \d:\d\d:\d\d\] \[%emt \d:\d\d:\d\d\]/);
      await hall.withdrawResult(1);
      await says(/Given by hand/, false);
      const game = await both();
      assert.equal(game.result, null);
      assert.ok(game.clock.running, "time runs again");
    });

    await step(
      "a draw has the points that the table counts, and its bonus in the PDN",
      async () => {
        await hall.giveResult(1, SCORES.draw, BY_ARBITER);
        await both();
        const words = "Draw, decided by the arbiter";
        await until("the draw on its card", async () => (await card.innerText()).includes(words));
        await says(/1-1 · Draw, decided by the arbiter$/m);
        assert.ok((await download(page)).includes('[DrawBonus "1.03-0.97"]'));
        await until("a point each", async () => {
          const points = (await overview.standings()).map((row) => row.points);
          assert.deepEqual(points, [1, 1, 0, 0]);
          return true;
        });
      },
    );

    await step("a withdrawn player is marked in the table, with an explanation", async () => {
      const row = overview.page.locator('[data-standings] [data-player="4"]');
      await hall.withdraw(4);
      await row.getByText("withdrawn").waitFor();
      await until("it to be announced", async () =>
        (await overview.spoken()).includes("Durk has withdrawn"),
      );
      await hall.withdraw(4, true);
      await until("the other to be announced", async () =>
        (await overview.spoken()).includes("Durk takes part again"),
      );
      assert.equal(await row.getByText("withdrawn").count(), 0);
    });

    await step("the explanation of the signs opens by keyboard and by touch", async () => {
      const summary = overview.page.locator(".explanation summary");
      const meaning = overview.page.getByText("Mutual result", { exact: true }).last();
      assert.equal(await meaning.isVisible(), false);
      await summary.focus();
      await overview.page.keyboard.press("Enter");
      await meaning.waitFor();
      const phone = await Spectator.enter(browser, SCREENS[1].settings);
      await phone.visit(`${system.address()}/t/main/${TOURNAMENT}`);
      await phone.page.locator(".explanation summary").tap();
      await phone.page.getByText("Ûnderling resultaat", { exact: true }).last().waitFor();
      await phone.assertNothingScrollsSideways();
      phone.assertContent();
      await phone.leave();
    });

    for (const one of [spectator, overview]) {
      const seen = await one.page.evaluate(() => [...window.damcastSeen]);
      assert.deepEqual(
        seen.filter((line) => !told.has(line)),
        [],
        "no wrong position was painted",
      );
      one.assertContent();
      await one.leave();
    }
  });
});

async function download(page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("a.pdn").first().click(),
  ]);
  return readFile(await file.path(), "utf8");
}
