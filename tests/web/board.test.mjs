// A sensor board behind locked doors: its agent enrols by a code, signs what it sends, and spectators see its game.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { inHall, KK } from "./tablet.mjs";

test("a board that enrols by a code enters a whole game behind locked doors", async () => {
  await inHall("international", async ({ system, hall }) => {
    const limits = ["--seat", "table", "--tournament", KK, "--tables", "1"];
    const [code] = /^\d{6}$/m.exec(system.access("enrol", "board-agent", ...limits));
    system.boardAgent(
      code,
      firstGame("traces", "meta").map((line) => JSON.stringify(line)),
    );
    await hall.publish(1);
    await hall.openRound(1, true);
    await system.done("agent");
    const { games } = await system.snapshot(KK);
    const shown = games.find((game) => game.id === "r1-t1").moves.map((move) => move.text);
    const played = firstGame("truth", "game").flatMap((line) => line.move ?? []);
    assert.equal(played.length, 121);
    assert.deepEqual(shown, played);
  });
});

/** Returns the lines of the first game of a file, which begins with a line of this kind. */
function firstGame(name, kind) {
  const file = fileURLToPath(new URL(`../data/boards/${name}.jsonl.gz`, import.meta.url));
  const lines = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const next = lines.findIndex((line, index) => index > 0 && line.kind === kind);
  return lines.slice(0, next);
}
