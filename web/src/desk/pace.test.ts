import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { StageSchema } from "../gen/damcast/v1/regulation_pb";
import { IncrementKind } from "../gen/damcast/v1/types_pb";
import { paceText, readPace } from "./pace";

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
