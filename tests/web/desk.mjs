// Somebody at the arbiter's desk: keys, clicks and texts, each counted as one.

import assert from "node:assert/strict";
import { Spectator } from "./spectator.mjs";

export class Arbiter extends Spectator {
  /** Opens the desk. */
  static async sit(browser, address, options) {
    const arbiter = await Arbiter.enter(browser, options);
    await arbiter.page.addInitScript(count);
    await arbiter.visit(`${address}/desk`);
    return arbiter;
  }

  static async enter(browser, options) {
    return Object.setPrototypeOf(await Spectator.enter(browser, options), Arbiter.prototype);
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
  window.damcastActs = 0;
  const add = (event) => {
    const isModifier = ["Shift", "Control", "Alt", "Meta"].includes(event.key);
    if (event.isTrusted && !isModifier) window.damcastActs += 1;
  };
  addEventListener("keydown", add, true);
  addEventListener("pointerdown", add, true);
  // A text that is written at once is one act; keys were counted.
  addEventListener("input", (event) => event.inputType === "insertText" && add(event), true);
}
