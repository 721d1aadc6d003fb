import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { StageSchema } from "../gen/damcast/v1/regulation_pb";
import { IncrementKind } from "../gen/damcast/v1/types_pb";
import { minutesText, paceText, readMinutes, readPace } from "./pace";

const FORTY = { moves: 40, timeMs: 7_200_000n, incrementMs: 0n };
const REST = { moves: 0, timeMs: 4_800_000n, incrementMs: 60_000n, kind: IncrementKind.FISCHER };
const STAGES = [create(StageSchema, FORTY), create(StageSchema, REST)];

test("stages are written a line each, and read back", () => {
  const text = paceText(STAGES);
  expect(text).toBe("40/2:00:00\n1:20:00 +60");
  expect(readPace(text, STAGES)).toEqual([{ ...FORTY, kind: IncrementKind.UNSPECIFIED }, REST]);
});

test("minutes alone are a time, and a delay stays a delay", () => {
  const [delayed] = [create(StageSchema, { ...REST, kind: IncrementKind.DELAY })];
  expect(readPace("90 +30", [delayed])).toEqual([
    { moves: 0, timeMs: 5_400_000n, incrementMs: 30_000n, kind: IncrementKind.DELAY },
  ]);
});

test("what is no stage is not guessed", () => {
  for (const text of ["", "soon", "40/", "0", "1:00 + a", "1:00\nthen rapid"]) {
    expect(readPace(text, [])).toBeNull();
  }
});

test("a stage that nobody changes keeps its parts of a second, and a changed one has none", () => {
  const odd = create(StageSchema, { ...REST, timeMs: 90_500n, incrementMs: 2_500n });
  const stages = [create(StageSchema, FORTY), odd];
  const text = paceText(stages);
  expect(text).toBe("40/2:00:00\n0:01:30 +2");
  expect(readPace(text.replace("40/", "50/"), stages)?.[1]).toEqual({
    moves: 0,
    timeMs: 90_500n,
    incrementMs: 2_500n,
    kind: IncrementKind.FISCHER,
  });
  expect(readPace("40/2:00:00\n0:01:30 +3", stages)?.[1]).toMatchObject({
    timeMs: 90_000n,
    incrementMs: 3_000n,
  });
});

test("a wait of minutes and seconds is neither rounded nor changed", () => {
  for (const [ms, text] of [
    [0n, "0"],
    [900_000n, "15"],
    [90_000n, "1:30"],
    [90_500n, "1:30"],
    [5_400_000n, "90"],
    [5_430_000n, "90:30"],
  ] as const) {
    expect(minutesText(ms)).toBe(text);
    expect(readMinutes(text, ms)).toBe(ms);
  }
  expect(readMinutes("20", 90_500n)).toBe(1_200_000n);
  expect(readMinutes("", 900_000n)).toBe(0n);
  expect(readMinutes("soon", 900_000n)).toBeNull();
});
