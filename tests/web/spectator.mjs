// A spectator: a page in a real Chromium, with every complaint it logs and every position it has
// shown.

import assert from "node:assert/strict";
import { accessSync, constants, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { positions, squares } from "./position.mjs";
import { LIMIT_MS, until } from "./until.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Chromium's messages about a server that cannot be reached, or that cannot answer yet. */
const AWAY =
  /net::ERR_(CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|INTERNET_DISCONNECTED|SOCKET)|Error during WebSocket|status of 503/;

/** The folder of pictures and of what tests save, which is there once a browser was opened. */
export const OUT = fileURLToPath(new URL("out/", import.meta.url));

/** Opens a browser, which gets `args` too. */
export async function launch(...args) {
  mkdirSync(OUT, { recursive: true });
  return chromium.launch({ executablePath: findChromium(), args: [...FLAGS, ...args] });
}

/**
 * Returns what opens pages that have their storage in a folder, as a browser that is started again has. The browser
 * gets `args` too.
 */
export function storedIn(folder, ...args) {
  const newContext = (settings) =>
    chromium.launchPersistentContext(folder, {
      executablePath: findChromium(),
      args: [...FLAGS, ...args],
      ...settings,
    });
  return { newContext };
}

export class Spectator {
  #complaints = [];
  #strangers = [];
  #isServerAway = false;

  /** Opens an empty page; `options` are those of a browser context. */
  static async enter(browser, { withoutWebSockets = false, ...options } = {}) {
    const spectator = new Spectator();
    const settings = { viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options };
    spectator.context = await browser.newContext(settings);
    spectator.context.setDefaultTimeout(LIMIT_MS);
    spectator.page = await spectator.context.newPage();
    spectator.#listen();
    await spectator.page.addInitScript(watch);
    if (withoutWebSockets) await spectator.page.addInitScript(breakWebSockets);
    return spectator;
  }

  /** Loads a page. */
  async visit(address) {
    this.origin = new URL(address).origin;
    await this.page.goto(address);
  }

  async leave() {
    await this.context.close();
  }

  /** Allows the page, from now on, to report that it cannot reach the server. */
  serverGoesAway() {
    this.#isServerAway = true;
  }

  /** Checks that the page logged no complaint and sent no request to another server. */
  assertContent() {
    assert.deepEqual(this.#complaints, [], "the console is silent, and no policy is violated");
    assert.deepEqual(this.#strangers, [], "everything comes from our own server");
  }

  /** Number of messages that came by WebSocket, without those of type `time`. */
  frames = 0;

  async status(kind) {
    await this.page.locator(`[data-status="${kind}"]`).waitFor();
  }

  /** Returns the boards on the page in order: game, ply, result, and the piece on each square. */
  boards() {
    return this.page.evaluate(() => window.damcastBoards());
  }

  /** Returns every result and withdrawal that the page announced to screen readers. */
  spoken() {
    return this.page.evaluate(() => [...window.damcastSpoken]);
  }

  /** Returns the standings from top to bottom. */
  standings() {
    return this.page.$$eval("[data-standings] [data-player]", (rows) =>
      rows.map((row) => ({
        player: Number(row.dataset.player),
        points: Number(row.dataset.points),
      })),
    );
  }

  /** Returns the text of a clock of the board page, or of a card. */
  clock(side, game) {
    const place = game === undefined ? "" : `[data-game="${game}"] `;
    return this.page.locator(`${place}[data-clock="${side}"] .clock-time`).innerText();
  }

  /** Waits until the page shows exactly the server's current state, and returns that. */
  async agreesWith(ask) {
    return until("the page to show what the server tells", async () => {
      const snapshot = await ask();
      const shown = await this.boards();
      assert.ok(shown.length > 0, "there are boards");
      const told = new Map(snapshot.games.map((game) => [game.id, game]));
      for (const board of shown) {
        const game = told.get(board.game);
        const expected = {
          game: game.id,
          ply: game.moves.length,
          result: game.result?.text ?? "",
          squares: squares(game.fen),
        };
        assert.deepEqual(board, expected);
      }
      return snapshot;
    });
  }

  /**
   * Waits until the page of a game knows all its moves, and returns the game; the page may show any
   * ply.
   */
  async live(ask, id) {
    return until("the page to know every move", async () => {
      const game = (await ask()).games.find((one) => one.id === id);
      const known = await this.page.locator("article").getAttribute("data-live-ply");
      return Number(known) === game.moves.length && game;
    });
  }

  /**
   * Checks that every position ever painted, in any frame, was that of the game at exactly that
   * ply.
   */
  async assertNeverWrong(ask) {
    const seen = await this.page.evaluate(() => [...window.damcastSeen]);
    const games = new Map((await ask()).games.map((game) => [game.id, positions(game)]));
    const wrong = seen.filter((line) => {
      const [id, ply, position] = line.split(" ");
      return games.get(id)[Number(ply)] !== position;
    });
    assert.deepEqual(wrong, [], "no wrong position was ever painted");
    return seen.length;
  }

  /** Checks that nothing is wider than the screen. */
  async assertNothingScrollsSideways() {
    const wide = await this.page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      const isInScroller = (element) => {
        for (let one = element.parentElement; one; one = one.parentElement) {
          if (getComputedStyle(one).overflowX !== "visible") return true;
        }
        return false;
      };
      const tooWide = [...document.querySelectorAll("body *")].filter(
        (element) => element.getBoundingClientRect().right > width + 0.5 && !isInScroller(element),
      );
      const page = document.scrollingElement.scrollWidth;
      return [
        ...tooWide.map((element) => `${element.tagName}.${element.getAttribute("class")}`),
        ...(page > width ? [`the page: ${page} of ${width}`] : []),
      ];
    });
    assert.deepEqual(wide, [], "nothing is wider than the screen");
  }

  #listen() {
    const complain = (text) => {
      if (!(this.#isServerAway && AWAY.test(text))) this.#complaints.push(text);
    };
    this.page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complain(message.text());
    });
    this.page.on("pageerror", (error) => complain(String(error)));
    this.page.on("request", (request) => {
      if (new URL(request.url()).origin !== this.origin) this.#strangers.push(request.url());
    });
    this.page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(this.origin).host)
        this.#strangers.push(socket.url());
      socket.on("framereceived", ({ payload }) => {
        if (JSON.parse(String(payload)).type !== "time") this.frames += 1;
      });
    });
  }
}

/** Runs in the page: records every position and announcement that is painted. */
function watch() {
  window.damcastBoards = () =>
    [...document.querySelectorAll("[data-game][data-ply]")].map((board) => {
      const squares = new Array(50).fill("e");
      for (const piece of board.querySelectorAll("[data-square]")) {
        squares[Number(piece.dataset.square) - 1] = piece.dataset.piece;
      }
      return {
        game: board.dataset.game,
        ply: Number(board.dataset.ply),
        result: board.dataset.result ?? "",
        squares: squares.join(""),
      };
    });
  window.damcastSeen = new Set();
  window.damcastSpoken = new Set();
  const look = () => {
    for (const region of document.querySelectorAll("[data-spoken]")) {
      if (region.textContent) window.damcastSpoken.add(region.textContent);
    }
    for (const { game, ply, squares } of window.damcastBoards()) {
      window.damcastSeen.add(`${game} ${ply} ${squares}`);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // The wording of Chromium's message may change; the event does not.
  document.addEventListener("securitypolicyviolation", (event) => {
    // biome-ignore lint/suspicious/noConsole: the console is where the test listens.
    console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`);
  });
}

/** Runs in the page: simulates a network that blocks WebSockets. */
function breakWebSockets() {
  window.WebSocket = class {
    constructor() {
      setTimeout(() => this.onerror?.(new Event("error")));
    }
    close() {}
  };
}

function findChromium() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, "chromium");
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here.
    }
  }
  throw new Error("chromium is not on the PATH: ./dev test installs it");
}
