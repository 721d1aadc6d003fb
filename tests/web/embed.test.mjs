// Shows live boards in frames of a page of another origin.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { squares } from "./position.mjs";
import { launch, Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";

const FILE = "international/rk_ronde_12.pdn";
const TOURNAMENT = "stupino";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Serves the page of a club, with this content, while `work` runs. */
async function onClubPage(content, work) {
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html; charset=utf-8");
    answer.end(`<!doctype html><title>Club</title>${content}`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.close();
  }
}

test("a club shows live boards in frames of its own page", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    system.replay(record(FILE), TOURNAMENT, 100);
    const [ours, path] = [system.address(), `main/${TOURNAMENT}`];
    const game = await until("ten moves of a game", async () => {
      const snapshot = await system.snapshot(TOURNAMENT).catch(() => null);
      return snapshot?.games.find((one) => one.table === 3 && one.moves.length >= 10);
    });
    const frame = (name, address) => {
      return `<iframe name="${name}" src="${ours}${address}" width="600" height="150"></iframe>`;
    };
    const content = [
      frame("round", `/embed/${path}?boards=1,3&lang=fy&theme=dark&show=boards,standings`),
      frame("game", `/embed/${path}/${game.id}?lang=nl`),
      frame("overlay", `/overlay/${path}/${game.id}`),
      frame("page", `/t/${path}`),
      `<script src="${ours}/embed.js" async></script>`,
    ];
    await onClubPage(content.join(""), async (club) => {
      const spectator = await Spectator.enter(browser, { colorScheme: "light" });
      const { page } = spectator;
      await spectator.visit(club);

      const round = page.frameLocator('iframe[name="round"]');
      await round.locator(`[data-game="${game.id}"]`).waitFor();
      assert.equal(await round.locator("[data-game]").count(), 2, "the boards that were asked for");
      assert.equal(await round.locator("html").getAttribute("lang"), "fy");
      await round.locator("[data-standings]").first().waitFor();
      const background = (one) =>
        one.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);
      assert.equal(await background(round), "rgb(24, 22, 19)", "dark, as the club asked");
      const link = round.locator(`[data-game="${game.id}"] a`);
      assert.equal(
        await link.evaluate((one) => one.target || document.querySelector("base").target),
        "_blank",
      );

      const one = page.frameLocator('iframe[name="game"]');
      await one.locator("article.game").waitFor();
      assert.equal(await one.locator("h1").isVisible(), false, "the club has a title of its own");
      await one.locator('[data-move="1"]').click();
      await until("the position after the first move", async () => {
        const shown = await one.locator("article.game").getAttribute("data-ply");
        return shown === "1";
      });

      for (const name of ["round", "game"]) {
        await until(`the frame ${name} to be as high as its content`, async () => {
          const height = (await page.locator(`iframe[name="${name}"]`).boundingBox()).height;
          const inside = page.frameLocator(`iframe[name="${name}"]`).locator("html");
          const content = await inside.evaluate((html) => html.getBoundingClientRect().height);
          return content > 300 && Math.abs(height - content) <= 6;
        });
      }

      const overlay = page.frameLocator('iframe[name="overlay"]');
      await overlay.locator(`[data-game="${game.id}"]`).waitFor();
      assert.equal(await background(overlay), "rgba(0, 0, 0, 0)", "the camera shows through");
      // A browser paints no frame that nobody sees.
      await page.locator('iframe[name="overlay"]').scrollIntoViewIfNeeded();
      system.freeze();
      await until("the overlay to show the present position", async () => {
        const known = (await system.snapshot(TOURNAMENT)).games.find((it) => it.id === game.id);
        const shown = await overlay.locator("[data-game]").evaluate((card) => {
          const squares = new Array(50).fill("e");
          for (const piece of card.querySelectorAll("[data-square]")) {
            squares[Number(piece.dataset.square) - 1] = piece.dataset.piece;
          }
          return squares.join("");
        });
        return shown === squares(known.fen);
      });
      system.thaw();

      // The page itself stays out of frames of others.
      const refused = page.frames().find((it) => it.name() === "page");
      assert.equal(await refused.locator("[data-game]").count(), 0);
      await spectator.leave();
    });
  });
});

test("what a frame loads at first is less than 60 kB", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    system.replay(record(FILE), TOURNAMENT, 100);
    await until("the round", () => system.snapshot(TOURNAMENT).catch(() => null));
    const spectator = await Spectator.enter(browser);
    const sizes = [];
    spectator.page.on("requestfinished", async (request) => {
      sizes.push((await request.sizes()).responseBodySize);
    });
    await spectator.visit(`${system.address()}/embed/main/${TOURNAMENT}/r1-t1`);
    await spectator.page.locator("article.game").waitFor();
    await spectator.page.waitForLoadState("networkidle");
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 10_000 && bytes < 60_000, `${bytes} bytes`);
    spectator.assertContent();
    await spectator.leave();
  });
});
