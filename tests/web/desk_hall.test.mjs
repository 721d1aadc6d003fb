// Runs an event at another venue than `main`: days, lists with numbers and report files with a preview, the
// check-in, explained standings and the wall chart, the record as a file and on the command line. What one desk
// does takes the focus of no other.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";
import { until } from "./until.mjs";

const LIST = [
  "Nr\tNaam\tVereniging\tRating\tKNDB-nr\tTelefoon",
  "1\tAnna\tHijken\t1400\t10001\t06-1",
  "2\tBauke\tAssen\t1300\t10002\t06-2",
  "3\tCor\tHijken\t1200\t10003\t06-3",
  "4\tDurk\tAssen\t1100\t10004\t06-4",
].join("\n");
/** A report file of three players, the third of whom meets nobody that is there. */
const REPORT = [
  "012 Open",
  "001    1      Eelkema, Eelke                    1000                             2.0    1     2 w 1",
  "001    2      Feenstra, Fedde                    900                             0.0    2     1 b 0",
  "001    3      Gerritsma, Gea                     800                             1.0    3    77 w 1",
].join("\n");

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("an event of a venue is checked in, explained, charted, and its record saved", async (t) => {
  await System.use(async (system) => {
    await system.lockedUp("--no-demo", "--venue", "drachten");
    const path = `${system.address()}/desk/drachten/open-drachten`;
    const link = system.access("invite", "chief", "--venue", "drachten").trim().split("\n").at(-1);
    const arbiter = await Arbiter.by(link, browser, system.address());
    const { page } = arbiter;
    await arbiter.visit(`${system.address()}/desk`);
    await page.locator('[data-action="new-tournament"]').waitFor();
    await arbiter.key("n");
    await page.locator("#field-name:focus").waitFor();
    await arbiter.write("Open Drachten");
    await page.locator('option[value="kndb-swiss"]').waitFor({ state: "attached" });
    await page.locator("#field-preset").selectOption("kndb-swiss");
    await page.locator("#field-rounds").fill("3");
    await page.locator("#field-first-day").fill("2026-11-27");
    await page.locator("#field-last-day").fill("2026-11-29");
    // The session says which venue it is.
    assert.equal(await page.locator("#field-venue").count(), 0);
    await page.locator("#field-name").press("Enter");
    await page.waitForURL(`${path}/players`);

    // A report file is looked at, and nothing of it is entered.
    await page.locator("#import-text:focus").waitFor();
    await arbiter.paste(REPORT);
    await page.locator('[data-report="3"] tbody tr').nth(2).waitFor();
    await page.locator(".report-problems li").first().waitFor();
    await page.screenshot({ path: `${OUT}desk-report-preview.png`, fullPage: true });
    assert.equal(await page.locator(".players tbody tr").count(), 0);
    // A list, of which a column is not used.
    await page.locator("#import-text").fill("");
    await page.locator("#import-text").focus();
    await arbiter.paste(LIST);
    await page.getByText("Columns that are not used: Nr, Telefoon").waitFor();
    await page.locator(".panel .button-next:focus").waitFor();
    await page.screenshot({ path: `${OUT}desk-list-preview.png`, fullPage: true });
    await arbiter.key("Enter");
    await page.locator(".players tbody tr").nth(3).waitFor();
    await page.locator("#import-text").waitFor({ state: "detached" });
    await arbiter.settled();

    // Another desk of the same person, on a phone.
    const token = await page.evaluate(() => localStorage.getItem("damcast.token"));
    const other = await Arbiter.sit(browser, system.address(), {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      colorScheme: "dark",
      locale: "nl",
    });
    await other.page.evaluate((mine) => localStorage.setItem("damcast.token", mine), token);
    await other.visit(`${path}/players`);
    await other.press("check-in");
    await other.page.locator('[data-missing="4"]').first().waitFor();

    // Check-in: one tap each, undone by another; a desk that is told of it keeps its focus.
    await arbiter.key("c");
    const row = (id) => `[data-check-in="${id}"]`;
    const isIn = (desk, id, state) =>
      desk.page.locator(`${row(id)}[data-state="${state}"]`).waitFor();
    await page.locator(`${row(4)} .check-in-row`).focus();
    const tapped = performance.now();
    await other.touch(`${row(2)} .check-in-row`);
    await isIn(arbiter, 2, "here");
    const took = Math.round(performance.now() - tapped);
    t.diagnostic(`an act is seen at the other desk after ${took} ms, the tap included`);
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest("li")?.dataset.checkIn),
      "4",
    );
    await arbiter.key("/");
    await page.locator("#check-in-letters:focus").waitFor();
    await arbiter.write("ann");
    await other.touch(`${row(3)} .presence`);
    await isIn(other, 3, "absent");
    await until("the search to stay as it is", async () => {
      return (await page.locator(".check-in-counts").innerText()).startsWith("1 here, 1 absent");
    });
    assert.deepEqual(
      await page.evaluate(() => [document.activeElement?.id, document.activeElement?.value]),
      ["check-in-letters", "ann"],
    );
    await arbiter.key("Enter");
    await isIn(other, 1, "here");
    // A player who was absent comes, and is here; then, after all, not.
    await other.touch(`${row(3)} .check-in-row`);
    await isIn(other, 3, "here");
    await other.touch(`${row(3)} .check-in-row`);
    await isIn(other, 3, "missing");
    await other.assertNothingScrollsSideways();
    await other.page.screenshot({ path: `${OUT}desk-check-in-phone.png`, fullPage: true });
    await page.screenshot({ path: `${OUT}desk-check-in.png`, fullPage: true });
    await other.touch(`${row(3)} .check-in-row`);
    await isIn(other, 3, "here");

    // One is missing when the round is paired: it is asked.
    await arbiter.visit(`${path}/round`);
    await page.locator('[data-missing="1"]').waitFor();
    await arbiter.key("p");
    await page.locator("dialog[open] .ask-text", { hasText: "Durk" }).waitFor();
    await arbiter.key("Escape");
    await arbiter.visit(`${path}/players`);
    await arbiter.press("check-in");
    await arbiter.press("missing-absent");
    await arbiter.confirm();
    await isIn(other, 4, "absent");
    await arbiter.settled();
    await other.touch(`${row(4)} .check-in-row`);
    await isIn(arbiter, 4, "here");
    await arbiter.visit(`${path}/round`);
    await arbiter.press("pair");
    await arbiter.stage(1, "draft");
    await arbiter.key("Shift+Enter");
    await arbiter.stage(1, "open");
    for (const key of ["2", "2"]) await arbiter.key(key);
    await arbiter.stage(1, "closed");
    await arbiter.settled();
    await arbiter.press("control-sums");
    await page.locator("dialog[open] .ask-text").waitFor();
    assert.match(await page.locator("dialog[open] .ask-text").innerText(), /^The sums are right\./);
    await arbiter.key("Escape");

    // The reasons of places, by keyboard, and on paper; the wall chart has all rounds.
    await arbiter.key("s");
    await page.locator("[data-standings] tbody tr").nth(3).waitFor();
    await page.locator("summary", { hasText: "Why these places" }).focus();
    await arbiter.key("Enter");
    await page.locator(".explanations dt").first().waitFor({ state: "visible" });
    await page.screenshot({ path: `${OUT}desk-explained.png`, fullPage: true });
    await arbiter.visit(`${path}/print/explained`);
    await page.locator('[data-sheet="explained"] .explanations dt').first().waitFor();
    await arbiter.visit(`${path}/print/wall-chart`);
    const chart = page.locator("[data-chart]");
    await chart.nth(3).waitFor();
    const cells = (at) => chart.nth(at).locator("td, th").allInnerTexts();
    const [number, name, first, second, third] = await cells(0);
    assert.deepEqual([number, name, second, third], ["1", "Anna", "", ""]);
    assert.match(first, /^[2-4][wb] [01]$/);
    await page.screenshot({ path: `${OUT}desk-wall-chart.png`, fullPage: true });
    await other.visit(`${path}/print/wall-chart`);
    await other.page.screenshot({ path: `${OUT}desk-wall-chart-phone.png`, fullPage: true });

    // The record: by kind, as a file, and on the command line.
    await arbiter.visit(`${path}/record`);
    await page.locator("#record-kind").selectOption("presence");
    await page.locator(".decisions li", { hasText: "Durk is here for round 1" }).waitFor();
    assert.equal(await page.locator(".decisions li", { hasText: "is entered" }).count(), 0);
    const saved = page.waitForEvent("download");
    await arbiter.press("record-json");
    const told = JSON.parse(await readFile(await (await saved).path(), "utf8"));
    const by = new Set(told.map((one) => `${one.kind} of ${one.by}, ${one.role}`));
    assert.deepEqual([...by], ["presence of Chief arbiter, chief arbiter"]);
    for (const { device } of told) assert.match(device, /^desk-[0-9a-f]{8}$/);
    await page.screenshot({ path: `${OUT}desk-record.png`, fullPage: true });
    const lines = system
      .tool("decisions", "drachten.open-drachten", "--kind", "presence", "--format", "json")
      .trim()
      .split("\n");
    const origin = ({ what, by, role, device }) => ({ what, by, role, device });
    assert.deepEqual(
      lines.map((line) => origin(JSON.parse(line))),
      told.map(origin),
    );
    const dutch = system.tool("decisions", "drachten.open-drachten", "--language", "nl");
    const entered =
      /Chief arbiter \(hoofdarbiter, desk-[0-9a-f]{8}\): .*Durk is aanwezig voor ronde 1/;
    assert.match(dutch, entered);

    // The days, and the event in the list.
    await arbiter.visit(`${path}/settings`);
    await page.locator(".facts", { hasText: "Nov 27" }).waitFor();
    await arbiter.visit(`${system.address()}/desk`);
    await page.locator(".tournaments li", { hasText: "Nov 27" }).waitFor();
    await arbiter.visit(`${path}/tables/devices`);
    await page.locator("#devices-title").waitFor();

    // Five minutes after a round began everybody who has not checked in is an alarm, until they have.
    await arbiter.visit(`${path}/players`);
    await arbiter.press("check-in");
    await arbiter.touch(`${row(1)} .check-in-row`);
    await isIn(arbiter, 1, "here");
    await arbiter.visit(`${path}/round`);
    await arbiter.press("pair");
    await arbiter.confirm();
    await arbiter.stage(2, "draft");
    await arbiter.key("Shift+Enter");
    await arbiter.stage(2, "open");
    await arbiter.visit(`${path}/tables`);
    await page.locator('.inbox[data-alarms="0"]').waitFor();
    const later = Date.now() + 301_000;
    await page.clock.setFixedTime(later);
    const missing = page.locator('[data-alarm="not-seen"]');
    await missing.nth(2).waitFor();
    await missing.filter({ hasText: /Bauke.* has given no sign since the round began/ }).waitFor();
    await page.screenshot({ path: `${OUT}desk-not-seen.png`, fullPage: true });
    await other.visit(`${path}/tables`);
    await other.page.clock.setFixedTime(later);
    const there = other.page.locator('[data-alarm="not-seen"]');
    await there.nth(2).waitFor();
    await other.assertNothingScrollsSideways();
    await other.page.screenshot({ path: `${OUT}desk-not-seen-phone.png`, fullPage: true });
    // Who has come after all is checked in with one tap.
    await there.filter({ hasText: "Bauke" }).locator('[data-tap="here"]').tap();
    await missing.filter({ hasText: "Bauke" }).waitFor({ state: "detached" });
    assert.equal(await missing.count(), 2);
    for (const desk of [arbiter, other]) {
      desk.assertContent();
      await desk.leave();
    }
  });
});
