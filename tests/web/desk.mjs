// Somebody at the arbiter's desk: keys, clicks and texts, each counted as one.

import assert from "node:assert/strict";
import { Spectator } from "./spectator.mjs";

export class Arbiter extends Spectator {
  /** Opens the desk. */
  static async sit(browser, address, options) {
    const arbiter = await Arbiter.enter(browser, options);
    arbiter.hasTouch = options?.hasTouch ?? false;
    await arbiter.page.addInitScript(count);
    await arbiter.visit(`${address}/desk`);
    return arbiter;
  }

  static async enter(browser, options) {
    return Object.setPrototypeOf(await Spectator.enter(browser, options), Arbiter.prototype);
  }

  /** Opens the desk at a system whose doors lock now, and signs its first person in by the link. */
  static async first(browser, system) {
    return Arbiter.by(system.firstLink(), browser, system.address());
  }

  /** Opens the desk, and signs in by a link. */
  static async by(link, browser, address) {
    const arbiter = await Arbiter.sit(browser, address);
    await arbiter.signIn(link);
    return arbiter;
  }

  /** Signs in by a link. */
  async signIn(link) {
    await this.visit(link);
    await this.page.locator(".desk-foot .button").waitFor();
  }

  /**
   * Makes a tournament by a preset, or as another event was, from the list of tournaments; waits until its players are asked
   * for. `rounds` is what the regulation leaves open.
   */
  async create(name, { preset = "kndb-swiss", rounds = null } = {}) {
    const { page } = this;
    await page.locator('[data-action="new-tournament"]').waitFor();
    await this.key("n");
    await page.locator("#field-name:focus").waitFor();
    await this.write(name);
    await page.locator(`option[value="${preset}"]`).waitFor({ state: "attached" });
    await page.locator("#field-preset").selectOption(preset);
    if (rounds !== null) await page.locator("#field-rounds").fill(String(rounds));
    await page.locator("#field-name").press("Enter");
    await page.locator("#import-text:focus").waitFor();
    await this.settled();
  }

  /** Pastes the names of players where they are asked for, and enters them. */
  async enterAll(names) {
    const { page } = this;
    await this.paste(names.join("\n"));
    await page.locator(".panel .button-next:focus").waitFor();
    await this.key("Enter");
    await page
      .locator(".players tbody tr")
      .nth(names.length - 1)
      .waitFor();
    await this.settled();
  }

  /** Asks at /desk/people for the code of a device at a table, whose seat is its first; returns the code. */
  async offerCode(tournament, table) {
    const { page } = this;
    await page.locator("#devices-title ~ .buttons .button-next").click();
    const option = page.locator(`#enrol-tournament option[value="${tournament}"]`);
    await option.waitFor({ state: "attached" });
    await page.locator("#enrol-table").fill(String(table));
    await page.locator("#enrol-seat").selectOption({ index: 1 });
    await page.locator(".form .button-next").first().click();
    const digits = page.locator(".enrol-digits");
    await digits.waitFor();
    return digits.getAttribute("data-code");
  }

  /** Opens a tablet that comes to its table by a code which `desk` shows; returns it with the words that both show. */
  static async enrolled(browser, address, code, desk) {
    const tablet = await Arbiter.enter(browser);
    const { page } = tablet;
    await tablet.visit(`${address}/tablet`);
    await page.locator("#enrol-code").fill(code);
    await page.locator(".big-next").click();
    await page.locator("[data-words]").waitFor();
    const words = await page.locator("[data-words]").getAttribute("data-words");
    await desk.page.locator("[data-came]", { hasText: words }).waitFor();
    assert.equal(await page.locator("[role=alert]").count(), 0);
    return { tablet, words };
  }

  /** Presses a key. */
  async key(name) {
    await this.page.keyboard.press(name);
  }

  /** Writes a text where the focus is. */
  async write(text) {
    await this.page.keyboard.insertText(text);
  }

  /** Pastes a text where the focus is, from the clipboard. */
  async paste(text) {
    await this.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press("Control+V");
  }

  /** Waits until the round is at a stage: none, draft, published, open or closed. */
  async stage(round, stage) {
    await this.page.locator(`[data-stage="${stage}"] h2`, { hasText: String(round) }).waitFor();
  }

  /** Waits until nothing is under way; checks that nothing failed. */
  async settled() {
    await this.page.locator('.acts[data-sent="0"]').waitFor();
    assert.equal(await this.page.locator('[data-act="failed"], [data-act="unknown"]').count(), 0);
  }

  /** Presses the button of an action: with a finger where there is one. */
  async press(action) {
    await this.touch(`[data-action="${action}"]`);
  }

  /** Touches or clicks what a selector finds. */
  async touch(selector) {
    const found = this.page.locator(selector).first();
    await found.waitFor();
    if (this.hasTouch) await found.tap();
    else await found.click();
  }

  /** Writes into a field, after touching it. */
  async fill(field, text) {
    await this.touch(field);
    await this.page.keyboard.press("Control+A");
    await this.write(text);
  }

  /** Chooses from a list: one touch opens it, one chooses. */
  async choose(field, value) {
    const list = this.page.locator(field).first();
    await list.locator(`option[value="${value}"]`).waitFor({ state: "attached" });
    await list.selectOption(String(value));
    await this.page.evaluate(() => {
      window.damcastActs += 2;
    });
  }

  /** Answers the question that is open. */
  async confirm() {
    await this.touch('dialog[open] button[type="submit"]');
  }

  /** Runs a command by the letters that name it. */
  async command(letters) {
    await this.key("Control+k");
    await this.page.locator('dialog[open] [role="combobox"]:focus').waitFor();
    await this.write(letters);
    await this.page.locator('[role="option"][aria-selected="true"]').waitFor();
    await this.key("Enter");
  }

  /** Returns the names of White and Black by table. */
  pairings() {
    return this.page.$$eval(".results [data-table]", (rows) =>
      rows.map((row) => [row.children[1].textContent, row.children[3].textContent]),
    );
  }

  /** Returns the places and names of the table on the page, and those who share one. */
  places() {
    return this.page.$$eval("[data-standings]:last-of-type tbody tr", (rows) =>
      rows.map((row) => `${row.children[0].textContent} ${row.querySelector("th").textContent}`),
    );
  }

  /** Returns the results on the page by table. */
  results() {
    return this.page.$$eval(".results [data-table]", (rows) =>
      rows.map((row) => row.querySelector("[data-result]")?.textContent ?? ""),
    );
  }

  /** Returns the number of keys, clicks and texts so far, as the browser has told them to the page. */
  acts() {
    return this.page.evaluate(() => window.damcastActs);
  }
}

/** Runs in the page: counts what a person does. */
function count() {
  // A page that is loaded anew counts on.
  const KEPT = "damcast.acts";
  Object.defineProperty(window, "damcastActs", {
    get: () => Number(sessionStorage.getItem(KEPT) ?? 0),
    set: (acts) => sessionStorage.setItem(KEPT, String(acts)),
  });
  const add = (event) => {
    const isModifier = ["Shift", "Control", "Alt", "Meta"].includes(event.key);
    // Marking the text of a field before another is written belongs to writing it.
    const isMarking = event.ctrlKey && event.key === "a";
    if (event.isTrusted && !isModifier && !isMarking) window.damcastActs += 1;
  };
  addEventListener("keydown", add, true);
  addEventListener("pointerdown", add, true);
  // A text that is written at once is one act; keys were counted.
  addEventListener("input", (event) => event.inputType === "insertText" && add(event), true);
}
