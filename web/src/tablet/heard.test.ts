import { describe, expect, test } from "vitest";
import { heardMove } from "./heard";
import { voiceOf } from "./voice";

describe("squares that were said", () => {
  test.each([
    ["32 28", "32-28"],
    ["32-28", "32-28"],
    ["3228", "32-28"],
    ["tweeëndertig achtentwintig", "32-28"],
    ["Tweeëndertig, naar achtentwintig.", "32-28"],
    ["twee en dertig acht en twintig", "32-28"],
    ["zesenveertig slaat zevenendertig", "46-37"],
    ["negenentwintig drieëntwintig", "29-23"],
    ["zevenentwintig eenentwintig", "27-21"],
    ["vijftig vierenveertig", "50-44"],
    ["één zeven", "1-7"],
    ["twaalf achttien", "12-18"],
    ["36 27 16 7", "36-27-16-7"],
    ["dertig", ""],
    ["ik weet het niet", ""],
    ["", ""],
  ])("in Dutch: %s", (said, move) => {
    expect(heardMove(said, "nl-NL")).toBe(move);
  });

  test.each([
    ["thirty two twenty eight", "32-28"],
    ["thirty-two to twenty-eight", "32-28"],
    ["Forty six takes thirty seven", "46-37"],
    ["fifty forty four", "50-44"],
    ["one seven", "1-7"],
    ["twelve eighteen", "12-18"],
    ["thirty twenty", "30-20"],
    ["31 x 22 x 13", "31-22-13"],
    ["hello", ""],
  ])("in English: %s", (said, move) => {
    expect(heardMove(said, "en-GB")).toBe(move);
  });

  test("Frisian is heard and spoken by Dutch voices", () => {
    expect(heardMove("tweeëndertig achtentwintig", voiceOf("fy"))).toBe("32-28");
    expect([voiceOf("fy"), voiceOf("nl"), voiceOf("en")]).toEqual(["nl-NL", "nl-NL", "en-GB"]);
  });
});
