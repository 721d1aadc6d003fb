// The ways to enter moves on a tablet: by taps that press the clock, by dragging, and by voice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Hall } from "./hall.mjs";
import { launch } from "./spectator.mjs";
import { inHall, KK, recorded, seated, shared, Tablet } from "./tablet.mjs";
import { until } from "./until.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("where a move presses the clock a capture waits for its end, and a slip is taken back", async () => {
  await inHall("international", async ({ system, token }) => {
    const blitz = new Hall(system, "blitz", token);
    const players = ["Ids", "Jel"];
    await blitz.prepare({ name: "Blitz", rules: "international", players, movePresses: true });
    const tablet = await shared(browser, system, blitz, { tournament: "blitz" });
    // Two taps for an ordinary move.
    for (const square of [33, 28]) await tablet.tap(square);
    await tablet.ply(2);
    // A slip: the clock goes on as if nobody had pressed.
    for (const square of [18, 22]) await tablet.tap(square);
    await tablet.ply(3);
    await tablet.page.locator('[data-clock="white"][data-running="true"]').waitFor();
    await tablet.touch("undo");
    await tablet.ply(2);
    await tablet.page.locator('[data-clock="black"][data-running="true"]').waitFor();
    for (const square of [18, 23]) await tablet.tap(square);
    await tablet.ply(3);
    await tablet.state("accepted");
    // A move that was sent is not taken back by a tap.
    assert.equal(await tablet.page.locator('[data-act="undo"]:disabled').count(), 1);
    for (const square of [39, 33]) await tablet.tap(square);
    await tablet.ply(4);
    for (const square of [12, 18]) await tablet.tap(square);
    await tablet.ply(5);
    for (const square of [44, 39]) await tablet.tap(square);
    await tablet.ply(6);
    // Black gives a piece: the capture goes over three, and nothing is sent, nor told, before its end.
    for (const square of [23, 29]) await tablet.tap(square);
    await tablet.ply(7);
    await tablet.tap(34);
    await tablet.tap(23);
    assert.equal(await tablet.entered(), "34 23");
    await tablet.page.locator('[data-act="ready"]:not(:disabled)').waitFor();
    assert.equal(await tablet.page.locator("[data-hint]").count(), 0);
    for (const square of [12, 21]) await tablet.tap(square);
    assert.equal(await tablet.entered(), "34 23 12 21");
    await tablet.ply(7);
    await tablet.touch("ready");
    await tablet.ply(8);
    const moves = ["33-28", "18-23", "39-33", "12-18", "44-39", "23-29", "34x21"];
    assert.deepEqual(await recorded(system, "blitz", "r1-t1", 7), moves);
    tablet.assertContent();
  });
});

test("a piece is dragged to its square, over squares in between, and a finger that slips slides on", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall);
    await tablet.drag(32, 28);
    assert.equal(await tablet.entered(), "32 28");
    // From where the piece lies now, and back to where it was.
    await tablet.drag(28, 27);
    assert.equal(await tablet.entered(), "32 27");
    await tablet.drag(27, 32);
    assert.equal(await tablet.entered(), "");
    await tablet.tap(32);
    // The finger comes down on a wrong square, and is lifted from the right one.
    await tablet.drag(27, 28);
    assert.equal(await tablet.entered(), "32 28");
    await tablet.touch("ready");
    await tablet.ply(2);
    await tablet.drag(19, 14, 23);
    assert.equal(await tablet.entered(), "19 23");
    await tablet.touch("ready");
    await tablet.ply(3);
    await tablet.drag(28, 19);
    await tablet.touch("ready");
    await tablet.ply(4);
    assert.deepEqual(await recorded(system, KK, "r1-t1", 3), ["32-28", "19-23", "28x19"]);
    tablet.assertContent();
  });
});

test("moves are read aloud and entered by voice, if somebody asks for it", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall, {
      prepare: ({ page }) => page.addInitScript(giveVoice),
    });
    const { page } = tablet;
    const spoken = () => page.evaluate(() => window.damcastVoice.spoken);
    const field = page.locator("#typed-move");
    await field.fill("32-28");
    await field.press("Enter");
    await page.locator(".tablet-read-back", { hasText: "32 – 28" }).waitFor();
    assert.equal(await page.locator('[data-act="listen"]').count(), 0);
    assert.deepEqual(await spoken(), []);
    await tablet.touch("settings");
    for (const name of ["speaks", "listens"]) {
      await page.locator(`[data-choice="${name}"] input`).tap();
    }
    await tablet.touch("close");
    const say = async (text) => {
      await page.evaluate((said) => {
        window.damcastVoice.said = said;
      }, text);
      await tablet.touch("listen");
    };
    await say("thirty one, twenty seven");
    await page.locator(".tablet-read-back", { hasText: "31 – 27" }).waitFor();
    // Saying it once more confirms nothing.
    await say("thirty one twenty seven");
    await until("the move to be read again", async () => (await spoken()).length === 2);
    await tablet.ply(1);
    assert.equal(await field.inputValue(), "31-27");
    await say("good morning");
    await page.locator(".tablet-read-back", { hasText: "No squares" }).waitFor();
    await say("31 27");
    await field.press("Enter");
    await tablet.ply(2);
    await until("the moves to be read aloud", async () => {
      assert.deepEqual(await spoken(), [
        "en-GB Entered: 31 – 27. Confirm?",
        "en-GB Entered: 31 – 27. Confirm?",
        "en-GB No squares were heard.",
        "en-GB Entered: 31 – 27. Confirm?",
        "en-GB White: 31, 27",
      ]);
      return true;
    });
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), ["31-27"]);
    tablet.assertContent();
  });
});

test("a typed move is confirmed as it was read back, and not as it is tapped afterwards", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await shared(browser, system, hall);
    const field = tablet.page.locator("#typed-move");
    const readBack = tablet.page.locator(".tablet-read-back");
    await field.fill("32-28");
    await field.press("Enter");
    await readBack.filter({ hasText: "32 – 28" }).waitFor();
    await tablet.tap(31);
    await tablet.tap(26);
    assert.equal(await tablet.entered(), "31 26");
    // What was read is not what is entered any more.
    await until("the words to go", async () => (await readBack.innerText()) === "");
    await field.press("Enter");
    await readBack.filter({ hasText: "32 – 28" }).waitFor();
    assert.equal(await tablet.entered(), "32 28");
    await field.press("Enter");
    await tablet.ply(2);
    assert.deepEqual(await recorded(system, KK, "r1-t1", 1), ["32-28"]);
    tablet.assertContent();
  });
});

test("whoever types moves stays in the field, hears each move, and may use a pad of digits", async () => {
  await inHall("international", async ({ system, hall }) => {
    const [white, black] = await seated(browser, system, hall);
    const field = white.page.locator("#typed-move");
    const isInField = () => field.evaluate((one) => one === document.activeElement);
    const heard = white.page.locator(
      '[role="status"] [data-last-move], [data-last-move][role="status"]',
    );
    await field.focus();
    await white.page.keyboard.type("32.28");
    for (let times = 0; times < 2; times += 1) await white.page.keyboard.press("Enter");
    await white.ply(2);
    assert.equal(await isInField(), true);
    assert.equal(await field.getAttribute("aria-disabled"), "true");
    await heard.filter({ hasText: "White: 32, 28" }).waitFor();
    // Nothing can be typed, and nobody is thrown out for it.
    await white.page.keyboard.type("33.29");
    await white.page.keyboard.press("Enter");
    await white.page.locator(".tablet-read-back", { hasText: "Black to move" }).waitFor();
    await black.play(2, "19-23");
    await heard.filter({ hasText: "Black: 19, 23" }).waitFor();
    assert.equal(await isInField(), true);
    await white.page.keyboard.type("28,19");
    for (let times = 0; times < 2; times += 1) await white.page.keyboard.press("Enter");
    await white.ply(4);
    assert.deepEqual(await recorded(system, KK, "r1-t1", 3), ["32-28", "19-23", "28x19"]);
    white.assertContent();
  });
});

test("the start of White's clock counts from the touch, as a move does", async () => {
  await inHall("international", async ({ system, hall }) => {
    const tablet = await Tablet.take(browser);
    await tablet.page.addInitScript(noteTouches);
    await tablet.enrol(system, { tournament: KK, table: 1, seat: "table" });
    await hall.publish(1);
    await hall.startsAtTable(1, 1);
    await hall.openRound(1, true);
    await tablet.sitDown();
    const touch = async (act) => {
      const box = await tablet.page.locator(`[data-act="${act}"]:not(:disabled)`).boundingBox();
      await tablet.drawOn([[box.x + box.width / 2, box.y + box.height / 2]]);
    };
    await touch("press");
    for (const square of [32, 28]) await tablet.tap(square);
    await touch("ready");
    await tablet.ply(2);
    const moments = await tablet.page.evaluate(() => window.damcastTouches);
    for (const { kind, seenAt } of await tablet.touches()) {
      const { down, up } = moments[kind === "press" ? "press" : "ready"];
      assert.ok(up - down > 200, `the finger rested for ${up - down} ms`);
      assert.ok(Math.abs(seenAt - down) < 100, `${kind}: ${seenAt - down} ms after the touch`);
    }
    tablet.assertContent();
  });
});

/** Runs in the page: notes when a finger comes down on an act, and when it is lifted. */
function noteTouches() {
  window.damcastTouches = {};
  const at = (event) => performance.timeOrigin + event.timeStamp;
  const note = (event, moment) => {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act) window.damcastTouches[act] = { ...window.damcastTouches[act], [moment]: at(event) };
  };
  addEventListener("pointerdown", (event) => note(event, "down"), true);
  addEventListener("click", (event) => note(event, "up"), true);
}

/** Runs in the page: a browser that hears what the test says, and notes what it is to read aloud. */
function giveVoice() {
  window.damcastVoice = { said: "", spoken: [] };
  window.SpeechRecognition = class {
    start() {
      const results = [[{ transcript: window.damcastVoice.said }]];
      setTimeout(() => this.onresult({ results }));
    }
    abort() {
      this.onend?.();
    }
  };
  const isolates = /[\u2066-\u2069]/g;
  speechSynthesis.speak = ({ lang, text }) => {
    window.damcastVoice.spoken.push(`${lang} ${text.replace(isolates, "")}`);
  };
}
