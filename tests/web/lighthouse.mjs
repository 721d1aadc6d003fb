// Has Lighthouse judge the pages of spectators, the desk and the tablet, on a phone and on a desktop: accessibility and
// best practices are to be 100 of 100. Prints a line for each page, and each audit that failed.

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { storedIn } from "./spectator.mjs";
import { inHall, KK, Tablet } from "./tablet.mjs";

const require = createRequire(new URL("lighthouse/package.json", import.meta.url));
const { default: lighthouse, desktopConfig } = await import(
  pathToFileURL(require.resolve("lighthouse")).href
);
const CATEGORIES = ["accessibility", "best-practices"];
const DESK = [
  "/desk",
  "/desk/people",
  "/desk/register",
  ...["round", "tables", "tables/r1-t1", "players", "standings", "record", "settings"].map(
    (page) => {
      return `/desk/main/${KK}/${page}`;
    },
  ),
  ...["pairings", "standings", "crosstable", "score-sheets"].map((sheet) => {
    return `/desk/main/${KK}/print/${sheet}`;
  }),
];
const PUBLIC = ["/", `/t/main/${KK}`, `/t/main/${KK}/r1-t1`, `/wall/main/${KK}`, "/desk/sign-in"];

const folder = mkdtempSync(join(tmpdir(), "damcast-lighthouse-"));
let failed = 0;
try {
  await inHall("international", async ({ system, hall }) => {
    const port = await freePort();
    const browser = storedIn(folder, `--remote-debugging-port=${port}`);
    const tablet = await Tablet.take(browser);
    await tablet.enrol(system, { tournament: KK, table: 1, seat: "white" });
    await hall.publish(1);
    await tablet.sitDown();
    await hall.openRound(1, true);
    await tablet.screen("play");
    // A second page of one device would wait for the first.
    await tablet.page.goto("about:blank");
    await judge(port, system.address(), [...PUBLIC, "/tablet"]);
    const [link] = /http\S+\/desk\/sign-in#\S+/.exec(system.access("invite", "chief"));
    await tablet.page.goto(link);
    await tablet.page.locator(".desk-foot").waitFor();
    await tablet.page.goto("about:blank");
    await judge(port, system.address(), DESK);
    await tablet.leave();
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failed > 0) {
  print(`${failed} pages are below 100`);
  process.exitCode = 1;
}

async function judge(port, address, paths) {
  for (const path of paths) {
    for (const [screen, config] of [
      ["phone", undefined],
      ["desktop", desktopConfig],
    ]) {
      const flags = {
        port,
        onlyCategories: CATEGORIES,
        disableStorageReset: true,
        logLevel: "error",
      };
      const { lhr } = await lighthouse(address + path, flags, config);
      const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100));
      print(
        [screen.padEnd(8), ...scores.map((score) => String(score).padStart(4)), path].join(" "),
      );
      if (scores.every((score) => score === 100)) continue;
      failed += 1;
      for (const audit of Object.values(lhr.audits).filter(
        ({ score }) => score !== null && score < 1,
      )) {
        print(`         ${audit.id}: ${audit.title}`);
        for (const item of audit.details?.items ?? []) {
          print(
            `           ${item.node?.snippet ?? item.description ?? JSON.stringify(item)}`.slice(
              0,
              160,
            ),
          );
        }
      }
    }
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
