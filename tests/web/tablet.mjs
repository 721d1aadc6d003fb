// A player's tablet: a page in Chromium with a touch screen, which is tapped as players do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Hall } from "./hall.mjs";
import { pdnMoves } from "./position.mjs";
import { Spectator } from "./spectator.mjs";
import { record, System } from "./system.mjs";
import { until } from "./until.mjs";
import { Wire } from "./wire.mjs";

/** The tournament that is played. */
export const KK = "kk";
const SEVEN_INCHES = { viewport: { width: 600, height: 960 }, hasTouch: true, isMobile: true };
/** Time in seconds from one place to the next of a finger that moves, and that for which it rests at the end. */
const STROKE_S = 0.03;
const REST_S = 0.3;

/** Returns the moves of a stored game. */
export function gameOf(file, index) {
  const games = readFileSync(record(file), "utf8").split(/\n\s*\n(?=\[Event )/);
  return pdnMoves(games[index]);
}

export class Tablet extends Spectator {
  /** Opens a tablet; it has its own storage, as a device has. */
  static async take(browser, options = {}) {
    const page = await Spectator.enter(browser, { ...SEVEN_INCHES, ...options });
    return Object.setPrototypeOf(page, Tablet.prototype);
  }

  /** Connects the tablet to the services by a wire of its own, which can be cut. */
  async wireTo(system) {
    this.wire ??= await Wire.to(system.ports.broadcast);
    this.address = this.wire.address;
  }

  /** Loads the page of the tablet. */
  async open(system) {
    await this.visit(`${this.address ?? system.address()}/tablet`);
  }

  /** Puts the tablet at its table by the link of an invitation, as if it had been scanned. */
  async enrol(system, { tournament, table, seat }) {
    const limits = ["--tournament", tournament, "--tables", String(table)];
    const told = system.access("enrol", "player-device", "--seat", seat, ...limits);
    const [, secret] = /http\S+\/tablet(#\S+)/.exec(told);
    await this.visit(`${this.address ?? system.address()}/tablet${secret}`);
    await this.screen("waiting", "ready", "play");
  }

  /** Waits until one of these screens is shown. */
  async screen(...names) {
    await this.page.locator(names.map((name) => `[data-screen="${name}"]`).join(", ")).waitFor();
  }

  /** Confirms that the right players sit there, and waits for the board. */
  async sitDown() {
    await this.touch("seated");
    await this.screen("play", "ready");
  }

  /** Taps the button of an act. */
  async touch(act) {
    await this.page.locator(`[data-act="${act}"]:not(:disabled)`).first().tap();
  }

  /** Confirms that the changes of the arbiter were seen, and waits until the board has moved up in their place. */
  async seen() {
    await this.touch("seen");
    await this.page.locator(".tablet-changed").waitFor({ state: "detached" });
  }

  /** Opens the acts beside the board and taps one. */
  async act(name) {
    await this.touch("acts");
    await this.touch(name);
  }

  /** Taps a square. */
  async tap(square) {
    const { x, y } = await this.middle(square);
    await this.page.touchscreen.tap(x, y);
  }

  /** Waits until the tablet shows the board before a ply. */
  async ply(number) {
    await this.page.locator(`[data-ply="${number}"]`).waitFor();
  }

  /** Drags a piece from a square to another, over the squares in between. */
  async drag(...squares) {
    const points = await Promise.all(squares.map((square) => this.middle(square)));
    await this.drawOn(points.map(({ x, y }) => [x, y]));
  }

  /** Moves a finger over places of the screen, without lifting it; it rests on the last one, so that it flings nothing. */
  async drawOn(places) {
    const session = await this.context.newCDPSession(this.page);
    const began = Date.now() / 1_000 - places.length * STROKE_S - REST_S;
    const touch = (type, touchPoints, timestamp) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });
    for (const [index, [x, y]] of places.entries()) {
      const type = index === 0 ? "touchStart" : "touchMove";
      await touch(type, [{ x, y }], began + index * STROKE_S);
    }
    await touch("touchEnd", [], began + places.length * STROKE_S + REST_S);
    await session.detach();
  }

  /** Returns the middle of a square on the screen. */
  async middle(square) {
    const board = this.page.locator(".touch-board");
    const box = await board.boundingBox();
    const isTurned = (await board.getAttribute("data-bottom")) === "black";
    const row = Math.floor((square - 1) / 5);
    const column = 2 * ((square - 1) % 5) + (row % 2 === 0 ? 1 : 0);
    const [x, y] = isTurned ? [9 - column, 9 - row] : [column, row];
    const unit = box.width / 10;
    return { x: box.x + (x + 0.5) * unit, y: box.y + (y + 0.5) * unit };
  }

  /** Enters a move such as "32-28" and confirms it; does not wait for the service. */
  async enter(text) {
    const [from, ...way] = text.split(/[-x]/).map(Number);
    await this.tap(from);
    await this.tap(way.at(-1));
    // Squares in between are tapped where the move is written with them.
    for (const square of way.slice(0, -1)) await this.tap(square);
    await this.touch("ready");
  }

  /** Enters a move, and waits until the tablet keeps it or more. */
  async play(ply, text) {
    await this.ply(ply);
    await this.enter(text);
    await this.ply(ply + 1);
  }

  /** Waits until the last input has come to one of these states. */
  async state(...names) {
    const selector = names.map((name) => `[data-state="${name}"]`).join(", ");
    await this.page.locator(selector).waitFor();
  }

  /** Returns the number of inputs that the tablet keeps and has not sent. */
  async kept() {
    return Number(await this.page.locator("[data-kept]").getAttribute("data-kept"));
  }

  /** Waits until nothing is left to send. */
  async sent() {
    await until("the tablet to send what it kept", async () => (await this.kept()) === 0);
  }

  /** Returns the squares that are entered, the piece first. */
  async entered() {
    return (await this.page.locator(".touch-board").getAttribute("data-entry")) ?? "";
  }

  /** Returns every input in the storage of the tablet. */
  async stored() {
    const inputs = await inputsOf(this.page);
    return inputs.map(({ device, sequence, state }) => ({ device, sequence, state }));
  }

  /** Returns the ply of every move in the storage of the tablet, and the moment at which it was touched. */
  async touches() {
    const inputs = await inputsOf(this.page);
    return inputs.map(({ act, seenAt }) => ({ kind: act.kind, ply: act.ply, seenAt }));
  }

  /** Lets the tablet of one player take the moves of both. */
  async notesBoth() {
    await this.touch("settings");
    await this.page.locator(".tablet-check input").first().tap();
    await this.touch("close");
  }

  /** Returns the number of pieces on the board as it is shown. */
  pieces() {
    return this.page.locator(".touch-board [data-square]").count();
  }

  /** Cuts the wire of the tablet, or mends it. */
  network(isThere) {
    if (isThere) return this.wire.mend();
    this.serverGoesAway();
    this.wire.cut();
  }

  /** Waits until the tablet says that it is cut off. */
  async cutOff() {
    await this.page.locator('[data-link="cut"]').waitFor();
  }
}

/** Returns every input in the storage of the tablet that shows a page. */
function inputsOf(page) {
  return page.evaluate(async () => {
    const open = indexedDB.open("damcast-tablet");
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const get = open.result.transaction("inputs").objectStore("inputs").getAll();
    await new Promise((resolve) => {
      get.onsuccess = resolve;
    });
    open.result.close();
    return get.result.map(({ device, sequence, state, act, seenAt }) => {
      return { device, sequence, state, act: { kind: act.kind, ply: act.ply }, seenAt };
    });
  });
}

/** Plays moves from a ply on through the tablets of both sides. */
export async function playOn(white, black, firstPly, moves) {
  for (const [index, text] of moves.entries()) {
    const ply = firstPly + index;
    await (ply % 2 === 1 ? white : black).play(ply, text);
  }
}

/** Returns the moves that a game has for spectators, once there are so many. */
export function recorded(system, tournament, game, plies) {
  const path = `/api/v1/tournaments/main/${tournament}/games/${game}.pdn`;
  return until(`${plies} moves in ${game}`, async () => {
    const answer = await fetch(system.address() + path);
    const moves = pdnMoves(await answer.text());
    assert.equal(moves.length, plies);
    return moves;
  });
}

/** Runs a test in a hall whose doors are locked, with a tournament of four players. */
export async function inHall(rules, work) {
  await System.use(async (system) => {
    await system.lockedUp("--no-demo");
    const token = /v4\.public\.[\w.-]+/.exec(system.access("token", "chief"))[0];
    const hall = new Hall(system, KK, token);
    const players = ["Jan de Vries", "Sjoerd Bakker", "Anna Bos", "Durk Hoekstra"];
    await hall.prepare({ name: "KK", rules, players });
    await hall.seatDesk();
    await work({ system, hall, token });
  });
}

/**
 * Takes two tablets to a table, whose players sit down there, and opens the first round; `prepare` is called with each
 * before it is put there.
 */
export async function seated(browser, system, hall, prepare = () => {}) {
  const tablets = await twoTablets(browser, system, prepare);
  await hall.publish(1);
  for (const tablet of tablets) await tablet.sitDown();
  await hall.openRound(1, true);
  return tablets;
}

/**
 * Takes one tablet for both players to the first table, whose round is open then; `prepare` is called before it is put
 * there.
 */
export async function shared(browser, system, hall, { tournament = KK, prepare, options } = {}) {
  const tablet = await Tablet.take(browser, options);
  await prepare?.(tablet);
  await tablet.enrol(system, { tournament, table: 1, seat: "table" });
  await hall.openRound(1);
  await tablet.sitDown();
  await tablet.ply(1);
  return tablet;
}

/** Takes two tablets to the first table. */
export async function twoTablets(browser, system, prepare = () => {}) {
  const tablets = [];
  for (const seat of ["white", "black"]) {
    const tablet = await Tablet.take(browser);
    await prepare(tablet);
    await tablet.enrol(system, { tournament: KK, table: 1, seat });
    tablets.push(tablet);
  }
  return tablets;
}
