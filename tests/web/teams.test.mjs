// Checks what a spectator sees of a match of two teams in which a player is missing.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch, OUT, Spectator } from "./spectator.mjs";
import { System } from "./system.mjs";

const SCREENS = [
  ["nl", "Bord 8 van de wedstrijd", "Leeg bord: er ontbreekt een speler", 1280, "light"],
  ["fy", "Boerd 8 fan de wedstriid", "Leech boerd: der mist in spiler", 360, "dark"],
  ["en", "Board 8 of the match", "Empty board: a player is missing", 320, "light"],
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("an empty board of a match is shown, in every language and on every screen", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const hall = new Hall(system, "clubs");
    const players = (letter, count) =>
      Array.from({ length: 8 }, (_, at) => (at < count ? `${letter} ${at + 1}` : ""));
    await hall.publishTeams({
      name: "A match of clubs",
      preset: "frisian-club-teams",
      teams: [
        { name: "Damclub Hallum", players: players("Hallum", 8) },
        { name: "Damclub Huizum", players: players("Huizum", 7) },
        { name: "Damclub Balk", players: players("Balk", 8) },
        { name: "Damclub Snits", players: players("Snits", 8) },
      ],
    });
    for (const [locale, title, words, width, colorScheme] of SCREENS) {
      const settings = { locale, colorScheme, viewport: { width, height: 740 } };
      const spectator = await Spectator.enter(browser, settings);
      const { page } = spectator;
      await spectator.visit(`${system.address()}/t/main/clubs`);
      await spectator.status("live");
      const match = page.locator(".match", { hasText: "Damclub Huizum" });
      await match.locator("li").nth(7).waitFor();
      assert.equal(await match.locator("li").count(), 8);
      assert.equal(await page.locator("[data-empty-board]").count(), 1);
      const empty = page.locator('[data-empty-board="8"]');
      assert.equal(await empty.getByRole("heading").innerText(), title);
      assert.ok((await empty.innerText()).includes(words));
      const score = await match.locator(".match-score").innerText();
      assert.equal(score, "0 – 1", "the board is lost for who is missing (B art. 6)");
      await spectator.assertNothingScrollsSideways();
      await page.screenshot({ path: `${OUT}teams-${width}.png`, fullPage: true });
      spectator.assertContent();
      await spectator.leave();
    }
  });
});
