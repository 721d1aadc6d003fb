import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DecisionSchema } from "../gen/damcast/v1/pairing_pb";
import { inOrder, isSought, lineOf, type RecordLine, recordCsv, recordJson } from "./decisions";

const decided = create(DecisionSchema, {
  version: 7n,
  by: "Anna",
  role: "chief-arbiter",
  roleText: "chief arbiter",
  device: "desk-2",
  atMs: 1_795_430_645_000n,
  reason: "read wrongly",
  events: [
    { kind: "results", text: "table 2: draw" },
    { kind: "presence", text: "Cor withdraws" },
  ],
});
const followed = create(DecisionSchema, {
  version: 8n,
  atMs: 1_795_430_645_000n,
  cause: { stream: "GAME", sequence: 41n },
  events: [{ kind: "rounds", text: "=closed" }],
});

const decision = lineOf(decided);
const ofGame = lineOf(followed);
const ruling: RecordLine = {
  ...decision,
  key: "r1-t2 5",
  version: "",
  atMs: decision.atMs - 1,
  by: "Berend",
  role: "arbiter",
  device: "desk-1",
  kinds: ["rulings"],
  game: "r1-t2",
  what: "taken back",
};

test("a decision has the kinds of its events", () => {
  expect(decision.kinds).toEqual(["results", "presence"]);
  expect(ofGame.kinds).toEqual(["rounds"]);
});

test.each([
  [{ letters: "DRAW", kind: "", by: "" }, true],
  [{ letters: "wrongly", kind: "", by: "" }, true],
  [{ letters: "", kind: "presence", by: "Anna" }, true],
  [{ letters: "", kind: "ties", by: "" }, false],
  [{ letters: "", kind: "", by: "Bauke" }, false],
  [{ letters: "win", kind: "", by: "" }, false],
  [{ letters: "", kind: "rulings", by: "" }, false],
])("by %o it is found: %s", (sought, is) => {
  expect(isSought(decision, sought)).toBe(is);
});

test("rulings are found by kind, game and device", () => {
  for (const sought of [
    { letters: "", kind: "rulings", by: "Berend" },
    { letters: "r1-T2", kind: "", by: "" },
    { letters: "desk-1", kind: "", by: "" },
  ]) {
    expect(isSought(ruling, sought)).toBe(true);
    expect(isSought(ofGame, sought)).toBe(false);
  }
});

test("decisions and rulings are in the order of their moments", () => {
  expect(inOrder([decision, ofGame, ruling])).toEqual([ruling, decision, ofGame]);
});

test("the record is a file", () => {
  const at = "2026-11-23T10:44:05.000Z";
  expect(recordCsv([ruling, decision, ofGame])).toBe(
    `\uFEFF${[
      '"version","at","by","role","device","kind","game","what","reason","cause"',
      '"","2026-11-23T10:44:04.999Z","Berend","arbiter","desk-1","rulings","r1-t2","taken back","read wrongly",""',
      `"7","${at}","Anna","chief arbiter","desk-2","results presence","","table 2: draw; Cor withdraws","read wrongly",""`,
      `"8","${at}","","","","rounds","","'=closed","","GAME 41"`,
      "",
    ].join("\r\n")}`,
  );
  expect(JSON.parse(recordJson([ofGame]))).toEqual([
    {
      version: "8",
      at,
      by: "",
      role: "",
      device: "",
      kind: "rounds",
      game: "",
      what: "=closed",
      reason: "",
      cause: "GAME 41",
    },
  ]);
});
