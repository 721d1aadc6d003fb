// Opens the desk and a tablet at the port of the hall, in a real browser, while spectators have taken every place of
// theirs.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { equip } from "./authenticator.mjs";
import { Arbiter } from "./desk.mjs";
import { launch } from "./spectator.mjs";
import { System } from "./system.mjs";

/** Number of connections of the process; a quarter is for the hall. */
const ALL = 120;
const PUBLIC = 90;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Takes a place at a port by a request that is answered, and keeps it; returns the status of the answer. */
async function take(port, sockets) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const answer = once(socket, "data");
  socket.write("GET /api/v1/tournaments HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [bytes] = await answer;
  return bytes.toString().slice(9, 12);
}

/** Takes every place at a port: until it answers that there is none. */
async function fill(port, sockets) {
  let status = "200";
  while (status === "200") status = await take(port, sockets);
  assert.equal(status, "503");
}

test("desk, tablet and passkey work at the port of the hall while spectators find no place", async () => {
  const sockets = [];
  await System.use(async (system) => {
    const hall = system.address("hall").replace("127.0.0.1", "localhost");
    const port = `127.0.0.1:${system.ports.hall}`;
    await system.up("--no-demo", "--hall", port, "--max-connections", String(ALL));
    const link = system.access("init", "--name", "Ids de Vries", "--id", "ids").trim();
    const [, token] = /#token=(\S+)$/.exec(link);
    await fill(system.ports.broadcast, sockets);
    assert.ok(sockets.length <= PUBLIC + 1, `${sockets.length} connections`);

    // The chief arbiter signs in with the link, and then with a passkey.
    const chief = await Arbiter.enter(browser);
    const { page } = chief;
    await equip(chief);
    await chief.visit(`${hall}/desk/sign-in#token=${token}`);
    await page.locator("#passkey-name").fill("Laptop");
    await page.locator('[data-passkey="add"] .button').click();
    await page.locator('[data-passkey="Laptop"]').waitFor();
    await page.locator(".desk-foot .button").click();
    await page.locator('[data-passkey="sign-in"]').click();
    await page.locator('[data-passkeys="1"]').waitFor();

    // The desk makes a tournament, and enrols a tablet by the digits.
    await chief.visit(`${hall}/desk`);
    await page.locator(".desk-foot .button").waitFor();
    await chief.create("Open Swiss");
    await chief.visit(`${hall}/desk/people`);
    const code = await chief.offerCode("open-swiss", 7);
    const { tablet } = await Arbiter.enrolled(browser, hall, code, chief);
    assert.equal(await tablet.page.locator("[data-table]").getAttribute("data-table"), "7");

    // Who watches there sees the tournament, too.
    const watcher = await Arbiter.enter(browser);
    await watcher.visit(`${hall}/t/main/open-swiss`);
    await watcher.page.locator("h1", { hasText: "Open Swiss" }).waitFor();
    for (const one of [chief, tablet, watcher]) await one.leave();
  }).finally(() => {
    for (const socket of sockets) socket.destroy();
  });
});
