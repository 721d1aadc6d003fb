import { expect, test } from "vitest";
import { Reason, Score } from "../gen/damcast/v1/types_pb";
import { isAsRecorded, resultText, typed } from "./result_keys";

/** Returns the effect of the last of these keys. */
function after(keys: readonly string[]) {
  let begun = "";
  let last = typed("", "");
  for (const key of keys) {
    last = typed(begun, key);
    begun = last.kind === "begun" ? last.keys : "";
  }
  return last;
}

test.each([
  [["2"], Score.WHITE_WINS, Reason.ARBITER, null],
  [["1"], Score.DRAW, Reason.ARBITER, null],
  [["0"], Score.BLACK_WINS, Reason.ARBITER, null],
  [["u"], Score.UNPLAYED, Reason.ARBITER, null],
  [["R", "2"], Score.WHITE_WINS, Reason.FORFEIT, null],
  [["r", "0"], Score.BLACK_WINS, Reason.FORFEIT, null],
  [["R", "r"], Score.BOTH_LOSE, Reason.FORFEIT, null],
  [["B", "4", "Enter"], Score.DRAW, Reason.ARBITER, 4],
  [["b", "-", "1", "1", "Enter"], Score.DRAW, Reason.ARBITER, -11],
  [["B", "4", "Backspace", "5", "Enter"], Score.DRAW, Reason.ARBITER, 5],
  // A result that was begun wrongly is dropped, and the next key counts for itself.
  [["R", "1", "2"], Score.WHITE_WINS, Reason.ARBITER, null],
  [["B", "Enter", "1"], Score.DRAW, Reason.ARBITER, null],
])("%j is a result", (keys, score, reason, menAhead) => {
  expect(after(keys)).toEqual({ kind: "result", result: { score, reason, menAhead } });
});

test.each([
  [["Delete"], { kind: "clear" }],
  [["Backspace"], { kind: "clear" }],
  [["ArrowDown"], { kind: "move", by: 1 }],
  [["ArrowUp"], { kind: "move", by: -1 }],
  [["p"], { kind: "other" }],
  [["3"], { kind: "other" }],
  [["R"], { kind: "begun", keys: "R" }],
  [["B", "-"], { kind: "begun", keys: "B-" }],
])("%j is no result", (keys, expected) => {
  expect(after(keys)).toEqual(expected);
});

test("where a draw needs the men ahead, 1 asks for them", () => {
  expect(typed("", "1", true)).toEqual({ kind: "begun", keys: "B" });
  expect(typed("B0", "Enter", true)).toEqual({
    kind: "result",
    result: { score: Score.DRAW, reason: Reason.ARBITER, menAhead: 0 },
  });
});

const by = (score: Score, reason: Reason, menAhead: number | null = null) => ({
  score,
  reason,
  menAhead,
});

test.each([
  // Keys do not tell how a game was won.
  [by(Score.WHITE_WINS, Reason.ARBITER), Score.WHITE_WINS, Reason.RESIGNATION, undefined, true],
  [by(Score.WHITE_WINS, Reason.ARBITER), Score.BLACK_WINS, Reason.RESIGNATION, undefined, false],
  [by(Score.WHITE_WINS, Reason.FORFEIT), Score.WHITE_WINS, Reason.RESIGNATION, undefined, false],
  [by(Score.WHITE_WINS, Reason.FORFEIT), Score.WHITE_WINS, Reason.NO_SHOW, undefined, true],
  [by(Score.WHITE_WINS, Reason.ARBITER), Score.WHITE_WINS, Reason.FORFEIT, undefined, false],
  [by(Score.DRAW, Reason.ARBITER, 4), Score.DRAW, Reason.AGREEMENT, 4, true],
  [by(Score.DRAW, Reason.ARBITER, 4), Score.DRAW, Reason.AGREEMENT, -4, false],
  [by(Score.DRAW, Reason.ARBITER, 4), Score.DRAW, Reason.AGREEMENT, undefined, false],
  [by(Score.DRAW, Reason.ARBITER), Score.DRAW, Reason.AGREEMENT, 4, true],
])("%j is compared with a recorded result", (result, score, reason, menAhead, is) => {
  expect(isAsRecorded(result, { outcome: { score, reason }, menAhead })).toBe(is);
  expect(isAsRecorded(result, {})).toBe(false);
});

test("a result is written with the men ahead, and R if it is one by rule", () => {
  expect(resultText(by(Score.DRAW, Reason.ARBITER, 4), false)).toBe("1-1 (+4)");
  expect(resultText(by(Score.DRAW, Reason.ARBITER, -4), false)).toBe("1-1 (-4)");
  expect(resultText(by(Score.BLACK_WINS, Reason.NO_SHOW), true)).toBe("0-1 R");
});
