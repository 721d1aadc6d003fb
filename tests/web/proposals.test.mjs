// Lets a player propose by their own phone, and the desk accept or refuse it, in a real browser with real services.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arbiter } from "./desk.mjs";
import { Hall } from "./hall.mjs";
import { launch, OUT } from "./spectator.mjs";
import { System } from "./system.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a player proposes an absence and a withdrawal by phone, and reads what the desk answers", async () => {
  await System.use(async (system) => {
    await system.up("--no-demo");
    const chief = await Arbiter.first(browser, system);
    const { page } = chief;
    await chief.create("Open Swiss");
    await chief.enterAll(["Anna", "Bauke", "Corrie", "Doede"]);

    // The code of Bauke's own phone.
    await page.locator('[data-player="2"]').locator("select").selectOption("own-phone");
    const own = await page.locator("[data-own-link]").getAttribute("href");
    assert.ok(!own.includes("v4.public"));
    const phone = await Arbiter.enter(browser, {
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    });
    await phone.visit(own);
    await phone.page.locator('[data-own="2"]').waitFor();
    const propose = async (form, fields) => {
      const of = phone.page.locator(`[data-form="${form}"]`);
      await of.locator("summary").click();
      for (const [field, text] of fields) await of.locator(`#field-${form}-${field}`).fill(text);
      await of.locator(".button-next").click();
      await phone.page.locator("[data-own] [role=status]").waitFor();
      await of.locator("summary").click();
    };
    await propose("absence", [
      ["round", "2"],
      ["reason", "a wedding"],
    ]);
    await phone.page.locator('[data-proposal="1"][data-state="waits"]').waitFor();
    // Every page of the desk has it; one tap accepts it.
    const waiting = page.locator('[data-proposal="1"]', { hasText: "a wedding" });
    await waiting.waitFor();
    await waiting.locator(".button-next").click();
    await waiting.waitFor({ state: "detached" });
    await chief.settled();
    await phone.page.locator('[data-proposal="1"][data-state="accepted"]').waitFor();

    await propose("withdrawal", [["reason", "moving house"]]);
    const second = page.locator('[data-proposal="2"]');
    await second.locator(".button:not(.button-next)").click();
    await page.locator("dialog #field-reason").fill("play the first round");
    await chief.confirm();
    await second.waitFor({ state: "detached" });
    await phone.page
      .locator('[data-proposal="2"][data-state="refused"]', { hasText: "play the first round" })
      .waitFor();
    await phone.assertNothingScrollsSideways();
    for (const one of [chief, phone]) await one.leave();
  });
});

test("a captain chooses the players of each board by name, and the desk has the line-up", async () => {
  await System.use(async (system) => {
    await system.lockedUp("--no-demo");
    const token = /v4\.public\.[\w.-]+/.exec(system.access("token", "chief"))[0];
    const hall = new Hall(system, "mini", token);
    await hall.enterTeams({
      name: "Mini clubs",
      preset: "frisian-mini",
      control: [[1, 4_800_000]],
      teams: [
        { name: "Hallum", players: ["Anna Bos", "Bauke Bies"], late: true },
        { name: "Huizum", players: ["Eke Fij", "Foppe Gaast", "Gerbrich Hof"], late: true },
      ],
    });
    const chief = await Arbiter.enter(browser);
    const { page } = chief;
    await chief.visit(`${system.address()}/desk/main/mini/players#token=${token}`);
    const team = page.locator(".teams li", { hasText: "2. Huizum" });
    await team.locator("select").selectOption("own-phone");
    const own = await page.locator("[data-own-link]").getAttribute("href");
    const phone = await Arbiter.enter(browser, {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      locale: "fy",
    });
    await phone.visit(own);
    const form = phone.page.locator('[data-form="line-up"]');
    await form.locator("summary", { hasText: "Huizum" }).click();
    // The rules are told before anything is sent, and a team has the boards of its event, though nobody has sent any.
    await form.locator("p", { hasText: "B art. 6" }).waitFor();
    const boards = form.locator("select");
    assert.equal(await boards.count(), 4);
    assert.deepEqual(await boards.first().locator("option").allInnerTexts(), [
      "– (nimmen)",
      "3. Eke Fij (Huizum)",
      "4. Foppe Gaast (Huizum)",
      "5. Gerbrich Hof (Huizum)",
      "1. Anna Bos (Hallum)",
      "2. Bauke Bies (Hallum)",
    ]);
    const chosen = () => boards.evaluateAll((lists) => lists.map(({ value }) => value));
    assert.deepEqual(await chosen(), ["3", "4", "5", "0"], "the players of the club are proposed");
    await phone.assertNothingScrollsSideways();
    await phone.page.screenshot({ path: `${OUT}own-line-up-390.png`, fullPage: true });
    await boards.nth(0).selectOption("5");
    await form.locator(".button-next").tap();
    await phone.page.locator("[data-own] [role=alert]").waitFor();
    await boards.nth(2).selectOption("3");
    await form.locator(".button-next").tap();
    await phone.page.locator('[data-proposal="1"][data-state="waits"]').waitFor();
    await page.locator('[data-proposal="1"] .button-next').click();
    await phone.page.locator('[data-proposal="1"][data-state="accepted"]').waitFor();
    await team.locator("ol li", { hasText: "Gerbrich Hof" }).waitFor();
    const lineUp = await team.locator("ol li").allInnerTexts();
    assert.deepEqual(lineUp.slice(0, 3), ["Gerbrich Hof", "Foppe Gaast", "Eke Fij"]);
    for (const one of [chief, phone]) await one.leave();
  });
});
