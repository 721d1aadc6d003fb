// Runs Damcast in processes, directories and free ports of its own; everything that a test starts
// ends with the test, however the test ends.

import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Ended, LIMIT_MS, until } from "./until.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SHOWN_LINES = 40;

/** Returns the path of a file of game records, or of their index. */
export function record(path) {
  return join(ROOT, "tests/data/pdn", path);
}

export class System {
  #directory = mkdtempSync(join(tmpdir(), "damcast-web-"));
  #children = new Map();
  #program = program();
  #expectedErrors = [];

  /** The ports, which stay the same when a process is started again. */
  static async prepare() {
    const system = new System();
    const names = [
      "broadcast",
      "board-ingest",
      "rules-validation",
      "clock",
      "pairing",
      "nats",
      "own",
      "hall",
    ];
    system.ports = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await freePort()])),
    );
    return system;
  }

  /**
   * Runs `work` on a system of its own, which it starts; checks then that no process logged an ERROR. Prints the logs if
   * anything fails.
   */
  static async use(work) {
    const system = await System.prepare();
    let hasFailed = true;
    try {
      await work(system);
      await system.finish();
      hasFailed = false;
    } finally {
      system.destroy(hasFailed);
    }
  }

  /**
   * Runs a test in steps, each by a call of `step(name, act)`, on a system of its own. The first step that fails says what is
   * wrong; later ones would only repeat it, and are passed over.
   */
  static async tell(story, work) {
    await System.use(async (system) => {
      let isBroken = false;
      const step = (name, act) =>
        story.test(name, { skip: isBroken && "an earlier step failed" }, async () => {
          isBroken = true;
          await act();
          isBroken = false;
        });
      await work(system, step);
      if (isBroken) throw new Error("a step failed");
    });
  }

  /** Starts everything in one process behind open doors; `rest` are the arguments that choose the games. */
  async up(...rest) {
    await this.lockedUp("--open", ...rest);
  }

  /** The same, but the first start locks the doors. */
  async lockedUp(...rest) {
    const listen = ["broadcast", "board-ingest", "rules-validation", "clock", "pairing"].flatMap(
      (name) => [`--${name}`, `127.0.0.1:${this.ports[name]}`],
    );
    const data = ["--data", join(this.#directory, "data")];
    const nats = ["--nats-port", String(this.ports.nats)];
    const server = join(ROOT, ".damcast/tools/bin/nats-server");
    if (existsSync(server)) nats.push("--nats-server", server);
    this.#start("up", ["up", ...listen, ...data, ...nats, ...rest]);
    await this.#serves("up", this.ports.broadcast);
  }

  /** Runs `damcast access` on the event store of `up`; returns what it prints. */
  access(...args) {
    const data = ["--data", join(this.#directory, "data"), "--pages", this.address()];
    const ran = spawnSync(this.#program, ["access", ...data, ...args], { encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`damcast access ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  }

  /** Locks the doors, and returns the link by which the first person signs in, who is the chief arbiter. */
  firstLink() {
    return this.access("init", "--name", "Ids de Vries").trim().split("\n").at(-1);
  }

  /** Returns the key of the venue, with which `up` signs tokens. */
  authorityKey() {
    return readFileSync(join(this.#directory, "data/authority.key"), "utf8");
  }

  /** Runs a tool of the command line on the event store of `up`; returns what it prints. */
  tool(...args) {
    const data = ["--data", join(this.#directory, "data")];
    const ran = spawnSync(this.#program, [...args, ...data], { encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`damcast ${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  }

  /** Starts another broadcast beside the one of `up`. */
  async broadcast() {
    const listen = ["--listen", `127.0.0.1:${this.ports.own}`];
    const password = join(this.#directory, "data/nats/passwords/broadcast");
    const user = ["--nats-user", "broadcast", "--nats-password-file", password];
    const nats = ["--nats", `nats://127.0.0.1:${this.ports.nats}`, ...user];
    this.#start("broadcast", ["serve", "broadcast", ...listen, ...nats]);
    await this.#serves("broadcast", this.ports.own);
  }

  /** Starts tablets that play the games of a file. */
  replay(file, tournament, speed) {
    const targets = ["board-ingest", "rules-validation", "pairing"].flatMap((name) => [
      `--${name}`,
      `http://127.0.0.1:${this.ports[name]}`,
    ]);
    const what = ["--pdn", file, "--tournament", tournament, "--speed", String(speed)];
    this.#start("replay", ["replay", ...what, ...targets]);
  }

  /** Plays the games of a file at once, in one round; returns the snapshot when all have their results. */
  async replayed(file, tournament, games) {
    this.replay(file, tournament, 0);
    await this.done("replay");
    return until("every result", async () => {
      const known = await this.snapshot(tournament);
      const isOver =
        known.games.length === games && known.games.every((game) => game.result !== null);
      return isOver && known.rounds[0].state === "closed" && known;
    });
  }

  /** Starts the agent of a sensor board that enrols by a code; `trace` are the lines that the board reports. */
  boardAgent(code, trace) {
    const file = join(this.#directory, "trace.jsonl");
    writeFileSync(file, `${trace.join("\n")}\n`);
    const ingest = `http://127.0.0.1:${this.ports["board-ingest"]}`;
    const what = ["--input", file, "--enrol", code, "--board-ingest", ingest];
    this.#start("agent", ["boards", "agent", "--state", join(this.#directory, "agent"), ...what]);
  }

  /** Starts the agent of a sensor board that is there now, which enrols by a code. */
  liveBoard(name, code, port) {
    const ingest = `http://127.0.0.1:${this.ports["board-ingest"]}`;
    const input = ["--input", `tcp://127.0.0.1:${port}`];
    const what = [...input, "--enrol", code, "--board-ingest", ingest];
    this.#start(name, ["boards", "agent", "--state", join(this.#directory, name), ...what]);
  }

  /** Waits until the agent of a sensor board has heard its board in a game. */
  async boardPlays(name) {
    const folder = join(this.#directory, name);
    await until(`${name} to hear its board in a game`, () => {
      const journals = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
      const texts = journals.map((file) => readFileSync(join(folder, file), "utf8"));
      return texts.some((text) => text.includes('"kind":"dump"'));
    });
  }

  /** Returns the address of a broadcast: that of `up`, or the `own` one; or that of `up` for the hall. */
  address(name = "broadcast") {
    return `http://127.0.0.1:${this.ports[name]}`;
  }

  /** Returns the current snapshot of a broadcast. */
  async snapshot(tournament, name = "broadcast") {
    const path = `/api/v1/tournaments/main/${tournament}`;
    const answer = await fetch(this.address(name) + path);
    if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
    return answer.json();
  }

  /** Stops the tablets' process (SIGSTOP), or lets it go on. */
  freeze(name = "replay") {
    this.#signal(name, "SIGSTOP");
  }
  thaw(name = "replay") {
    this.#signal(name, "SIGCONT");
  }

  /** Kills the nats-server of `up`, which starts another one on the same store; one that is gone stays so. */
  killNats() {
    const file = join(this.#directory, "data/nats/nats.pid");
    try {
      process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
    } catch (error) {
      // It was killed just now, and the next one has not begun.
      if (error.code !== "ESRCH") throw error;
    }
  }

  /** Kills a process, and waits for its end. */
  async kill(name) {
    this.#signal(name, "SIGKILL");
    await this.#ended(name);
    this.#children.delete(name);
  }

  /** Stops everything in order. */
  async stop() {
    for (const name of [...this.#children.keys()].reverse()) {
      this.#signal(name, "SIGTERM");
      await this.done(name);
    }
  }

  /** Copies the event store, while nothing runs. */
  copyStore() {
    const [from, to] = ["data", "copy"].map((name) => join(this.#directory, name));
    cpSync(from, to, { recursive: true });
  }

  /** Sets the event store back to its copy, while nothing runs, as a disk does that lost its last hours. */
  setBack() {
    const [from, to] = ["copy", "data"].map((name) => join(this.#directory, name));
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  }

  /** Waits for a process that ends by itself, and checks that it succeeded. */
  async done(name) {
    const end = await this.#ended(name);
    if (end !== 0) throw new Error(`${name} ended with ${end}`);
    this.#children.delete(name);
  }

  /** Allows log lines at the level ERROR that a test causes. */
  expectError(text) {
    this.#expectedErrors.push(text);
  }

  /** Stops everything in order, and checks that no process logged an ERROR. */
  async finish() {
    try {
      for (const name of [...this.#children.keys()].reverse()) {
        if (this.#children.get(name).end === null) this.#signal(name, "SIGTERM");
        await this.done(name);
      }
      this.#checkLogs();
    } catch (error) {
      this.destroy(true);
      throw error;
    }
    this.destroy(false);
  }

  /** Kills all processes that still run; prints the logs if something failed. */
  destroy(hasFailed) {
    for (const child of this.#children.values())
      if (child.end === null) child.process.kill("SIGKILL");
    if (hasFailed && existsSync(this.#directory)) {
      for (const [name, text] of this.#logs()) {
        process.stderr.write(`--- ${name}\n${text.split("\n").slice(-SHOWN_LINES).join("\n")}\n`);
      }
    }
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  #start(name, args) {
    const log = openSync(join(this.#directory, `${name}.log`), "a");
    const [file, ...before] = tied(this.#program);
    const child = { process: null, end: null, ended: null };
    child.process = spawn(file, [...before, ...args], { stdio: ["ignore", log, log] });
    closeSync(log);
    child.ended = new Promise((resolve) => {
      const end = (code, signal) => {
        child.end = code ?? signal;
        resolve(child.end);
      };
      child.process.once("exit", end);
      child.process.once("error", (error) => end(String(error)));
    });
    this.#children.set(name, child);
  }

  async #serves(name, port) {
    const child = this.#children.get(name);
    await until(`${name} to serve`, async () => {
      if (child.end !== null) throw new Ended(`${name} ended with ${child.end} before it served`);
      return (await fetch(`http://127.0.0.1:${port}/api/v1/tournaments`)).ok;
    });
  }

  #ended(name) {
    const child = this.#children.get(name);
    if (!child) throw new Error(`${name} does not run`);
    return Promise.race([
      child.ended,
      new Promise((_, reject) => {
        const late = () => reject(new Error(`${name} does not end`));
        setTimeout(late, LIMIT_MS).unref();
      }),
    ]);
  }

  #signal(name, signal) {
    const child = this.#children.get(name);
    if (!child || child.end !== null) throw new Error(`${name} does not run`);
    child.process.kill(signal);
  }

  #logs() {
    return readdirSync(this.#directory)
      .filter((name) => name.endsWith(".log"))
      .map((name) => [name, readFileSync(join(this.#directory, name), "utf8")]);
  }

  #checkLogs() {
    for (const [name, text] of this.#logs()) {
      for (const line of text.split("\n")) {
        const isWrong = line.includes("ERROR") || line.includes("panicked at");
        const isExpected = this.#expectedErrors.some((expected) => line.includes(expected));
        if (isWrong && !isExpected) throw new Error(`${name}: ${line}`);
      }
    }
  }
}

/** Returns a command line whose process ends with this one, where util-linux provides that. */
function tied(file) {
  const hasSetpriv = spawnSync("setpriv", ["--version"], { stdio: "ignore" }).status === 0;
  return hasSetpriv ? ["setpriv", "--pdeathsig", "KILL", "--", file] : [file];
}

function program() {
  const profile = process.env.DAMCAST_PROFILE ?? "debug";
  const file = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target", profile, "damcast");
  if (!existsSync(file)) {
    throw new Error(
      `${file} is missing: run \`cargo build --workspace --bins\`, as ./dev test does`,
    );
  }
  return file;
}

/**
 * Returns a free port below the range that the system uses for outgoing connections: a browser that
 * reconnects while a service is down must not be given the service's own port.
 */
async function freePort() {
  for (let tried = 0; tried < 1000; tried += 1) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const isFree = await new Promise((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree && !given.has(port)) {
      given.add(port);
      return port;
    }
  }
  throw new Error("no port is free between 10000 and 30000");
}

const given = new Set();
