// A spectator who wants no results told sees none on any page, and steps through the games.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { positions } from "./position.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";

/** Seven games that were played to their ends. */
const FILE = "international/rk_ronde_12.pdn";
const TOURNAMENT = "stupino";
const SWITCH = { en: "No spoilers", nl: "Zonder uitslagen", fy: "Sûnder útslaggen" };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("without spoilers no page tells a result, in any language", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const snapshot = await system.replayed(record(FILE), TOURNAMENT, 7);
    const home = `${system.address()}/t/main/${TOURNAMENT}`;
    const [game] = snapshot.games;
    const last = game.moves.at(-1).text;
    const spectator = await Spectator.enter(browser);
    const { page } = spectator;

    await spectator.visit(home);
    await page.locator("[data-standings]").waitFor();
    await page.locator("[data-spoilers]").click();
    await page.locator('[data-spoilers][aria-pressed="true"]').waitFor();

    /** Checks everything that can be seen, heard or hovered over. */
    const tellsNothing = async (what, games = snapshot.games) => {
      const found = await page.evaluate(() => {
        const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
          [...element.attributes].map((one) => `${one.name}=${one.value}`),
        );
        const results = [...document.querySelectorAll("[data-result], [data-standings]")].length;
        const won = document.querySelectorAll('[data-won="true"]').length;
        const clocks = [...document.querySelectorAll(".clock-time")].map((one) => one.textContent);
        const text = `${document.title}\n${document.body.textContent}\n${attributes.join("\n")}`;
        return { text, results, won, clocks };
      });
      assert.equal(found.results, 0, `${what}: no result and no table is marked`);
      assert.equal(found.won, 0, `${what}: nobody has won`);
      assert.ok(
        found.clocks.every((clock) => clock === "–"),
        `${what}: no clock`,
      );
      const words = ["2-0", "0-2", "1-1", "½-½", "wins", "wint", "Draw", "Remise", ".pdn"];
      for (const word of words) assert.ok(!found.text.includes(word), `${what}: ${word}`);
      for (const { id, moves } of games) {
        assert.ok(!found.text.includes(moves.at(-1).text), `${what}: the last move of ${id}`);
      }
      const boards = await spectator.boards();
      for (const board of boards) assert.equal(board.ply, 0, `${what}: ${board.game} at its start`);
    };

    for (const [language, name] of Object.entries(SWITCH)) {
      await page.locator(`[data-language="${language}"]`).click();
      await page.getByRole("button", { name }).waitFor();
      // Another visit remembers it.
      await page.goto(home);
      await page.locator(".card").nth(6).waitFor();
      await tellsNothing(`boards, ${language}`);
      for (const part of ["players", "crosstable", "schedule"]) {
        await page.locator(`[data-tab="${part}"]`).click();
        await page.locator("[data-player-link], .cross-table, [data-schedule]").first().waitFor();
        await tellsNothing(`${part}, ${language}`);
      }
      await page.goto(`${home}?player=${game.white}`);
      await page.locator("[data-meeting]").waitFor();
      await tellsNothing(`a player, ${language}`);
      await page.goto(`${home}/${game.id}?ply=50`);
      await page.locator("article .board").waitFor();
      await tellsNothing(`a board, ${language}`);
    }

    await page.locator('[data-language="en"]').click();
    const shown = (ply) =>
      until(`ply ${ply}`, async () => {
        const [board] = await spectator.boards();
        return board.ply === ply && board.squares === positions(game)[ply] && board.result === "";
      });
    for (const ply of [1, 2, 3]) {
      await page.keyboard.press("ArrowRight");
      await shown(ply);
    }
    await page.keyboard.press("End");
    await shown(3);
    // The overview and a page that is loaded again show the board where it was left.
    await page.locator("[data-back]").click();
    const card = page.locator(`[data-game="${game.id}"]`);
    await until("the card at ply 3", async () => (await card.getAttribute("data-ply")) === "3");
    await page.goto(`${home}/${game.id}`);
    await shown(3);
    const next = page.getByRole("button", { name: "Next move" });
    for (let ply = 4; ply <= game.moves.length; ply += 1) await next.click();
    await shown(game.moves.length);
    assert.equal(await page.locator("[data-result-text]").count(), 0, "the end is a step further");
    await next.click();
    await page.locator("[data-result-text]").waitFor();
    assert.equal(await page.locator("article").getAttribute("data-result"), game.result.text);
    assert.ok((await page.locator(".moves").innerText()).includes(last));

    // The other boards go on keeping quiet, until the switch is turned.
    const other = snapshot.games[1];
    await page.goto(`${home}/${other.id}`);
    await page.locator("article .board").waitFor();
    await tellsNothing("another board", [other]);
    await page.locator("[data-unveil]").click();
    await page.locator("[data-result-text]").waitFor();
    await page.keyboard.press("s");
    await page.locator('[data-spoilers][aria-pressed="false"]').waitFor();
    await page.locator("[data-back]").click();
    await page.locator("[data-standings]").waitFor();
    assert.equal(await page.locator("[data-result]").count(), 7);
    assert.deepEqual(await spectator.spoken(), [], "a reader of the screen is told no news");

    spectator.assertContent();
    await spectator.leave();
  });
});
