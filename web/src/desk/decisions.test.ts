import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DecisionSchema } from "../gen/damcast/v1/pairing_pb";
import { decisionsCsv, decisionsJson, isSought, kindsOf } from "./decisions";

const decision = create(DecisionSchema, {
  version: 7n,
  by: "Anna",
  atMs: 1_795_430_645_000n,
  reason: "read wrongly",
  events: [
    { kind: "results", text: "table 2: draw" },
    { kind: "presence", text: "Cor withdraws" },
  ],
});
const ofGame = create(DecisionSchema, {
  version: 8n,
  atMs: 1_795_430_645_000n,
  cause: { stream: "GAME", sequence: 41n },
  events: [{ kind: "rounds", text: "=closed" }],
});

test("a decision has the kinds of its events", () => {
  expect(kindsOf(decision)).toEqual(["results", "presence"]);
  expect(kindsOf(ofGame)).toEqual(["rounds"]);
});

test.each([
  [{ letters: "DRAW", kind: "", by: "" }, true],
  [{ letters: "wrongly", kind: "", by: "" }, true],
  [{ letters: "", kind: "presence", by: "Anna" }, true],
  [{ letters: "", kind: "ties", by: "" }, false],
  [{ letters: "", kind: "", by: "Bauke" }, false],
  [{ letters: "win", kind: "", by: "" }, false],
])("by %o it is found: %s", (sought, is) => {
  expect(isSought(decision, sought)).toBe(is);
});

test("decisions are files", () => {
  const at = "2026-11-23T10:44:05.000Z";
  expect(decisionsCsv([decision, ofGame])).toBe(
    `\uFEFF${[
      '"version","at","by","kind","what","reason","cause"',
      `"7","${at}","Anna","results presence","table 2: draw; Cor withdraws","read wrongly",""`,
      `"8","${at}","","rounds","'=closed","","GAME 41"`,
      "",
    ].join("\r\n")}`,
  );
  expect(JSON.parse(decisionsJson([ofGame]))).toEqual([
    { version: "8", at, by: "", kind: "rounds", what: "=closed", reason: "", cause: "GAME 41" },
  ]);
});
