// A stand-in for the broadcast service while pages are made: serves dist and the same API with a
// scripted tournament. `node mock/server.mjs [--port 8080] [--pace 900] [--seed 7]`.
// POST /mock/finish, /mock/correct and /mock/gap act on a running game; /mock/drop ends all
// connections.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { WebSocketServer } from "ws";
import { MockTournament } from "./tournament.mjs";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8080" },
    pace: { type: "string", default: "900" },
    seed: { type: "string", default: "7" },
    sse: { type: "boolean", default: false },
  },
});
const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const BASE = "/api/v1/tournaments/main/demo";
const HEARTBEAT_MS = 10_000;
const KEPT_FRAMES = 200;
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const mock = new MockTournament(Number(values.seed), Date.now());
const epoch = Date.now().toString(16);
const spectators = new Set();
const frames = [];
let sequence = 0;

const cursor = () => `${epoch}.${sequence}`;

function publish(changes) {
  if (changes.length === 0) return;
  sequence += 1;
  const frame = { type: "changes", cursor: cursor(), changes };
  frames.push({ sequence, text: JSON.stringify(frame) });
  if (frames.length > KEPT_FRAMES) frames.shift();
  for (const spectator of spectators) spectator.send(frames.at(-1).text, frame.cursor);
}

function watch(spectator, since) {
  const [theirs, number] = (since ?? "").split(".");
  const from = Number(number);
  const first = frames[0]?.sequence ?? sequence + 1;
  if (theirs === epoch && from <= sequence && from >= first - 1) {
    const resumed = { type: "resumed", cursor: since, now: Date.now() };
    spectator.send(JSON.stringify(resumed), since);
    for (const frame of frames) {
      if (frame.sequence > from) spectator.send(frame.text, `${epoch}.${frame.sequence}`);
    }
  } else {
    spectator.send(JSON.stringify(mock.snapshot(cursor(), Date.now())), cursor());
  }
  spectators.add(spectator);
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  const json = (value, status = 200) => {
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(value));
  };
  if (url.pathname === "/api/v1/tournaments") {
    const { venue, id, name, rules } = mock.tournament;
    json({ tournaments: [{ venue, id, name, rules, boards: 8, running: mock.running().length }] });
  } else if (url.pathname === BASE) {
    json(mock.snapshot(cursor(), Date.now()));
  } else if (url.pathname === `${BASE}/events`) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    const spectator = {
      send: (text, id) => response.write(`${id ? `id: ${id}\n` : ""}data: ${text}\n\n`),
      end: () => response.end(),
    };
    watch(spectator, request.headers["last-event-id"] ?? url.searchParams.get("since"));
    response.on("close", () => spectators.delete(spectator));
  } else if (url.pathname.endsWith(".pdn")) {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
    response.end('[Event "Mock championship"]\n\n*\n');
  } else if (url.pathname.startsWith("/api/")) {
    json({ error: "not found" }, 404);
  } else if (request.method === "POST" && url.pathname.startsWith("/mock/")) {
    const [game] = mock.running();
    if (url.pathname === "/mock/drop") for (const spectator of spectators) spectator.end();
    if (url.pathname === "/mock/correct") publish(mock.correct(game));
    if (url.pathname === "/mock/gap") mock.move(game, Date.now());
    if (url.pathname === "/mock/finish") {
      publish(mock.finish(game, { text: "2-0", score: "white", reason: "resignation" }));
    }
    json({ game });
  } else {
    await serveFile(url.pathname, response);
  }
});

async function serveFile(path, response) {
  const asked = normalize(path).replace(/^(\.\.[/\\])+/, "");
  const isFile = extname(asked) !== "";
  try {
    const body = await readFile(join(DIST, isFile ? asked : "index.html"));
    response.writeHead(200, {
      "content-type": TYPES[isFile ? extname(asked) : ".html"] ?? "application/octet-stream",
      "content-security-policy": POLICY,
    });
    response.end(body);
  } catch {
    response.writeHead(404, { "content-type": "text/plain" });
    response.end("not found\n");
  }
}

const sockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  const url = new URL(request.url, "http://localhost");
  // With --sse the WebSocket is refused, as by a proxy that does not know it.
  if (url.pathname !== `${BASE}/ws` || values.sse) {
    socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n");
    return;
  }
  sockets.handleUpgrade(request, socket, head, (ws) => {
    const spectator = { send: (text) => ws.send(text), end: () => ws.close() };
    watch(spectator, url.searchParams.get("since"));
    ws.on("close", () => spectators.delete(spectator));
  });
});

setInterval(() => {
  const running = mock.running();
  const id = running[Math.floor(Math.random() * running.length)];
  if (id) publish(mock.move(id, Date.now()));
}, Number(values.pace));
setInterval(() => {
  const text = JSON.stringify({ type: "time", now: Date.now() });
  for (const spectator of spectators) spectator.send(text);
}, HEARTBEAT_MS);
server.listen(Number(values.port), () => {
  console.log(`mock tournament on http://localhost:${values.port}`);
});
