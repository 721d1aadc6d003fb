import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";

const ORIGIN = "https://hall";
const WORKER = readFileSync("public/tablet-shell.js", "utf8");

/** The files of one version of the page, by their paths. */
type Files = Readonly<Record<string, string>>;

const BESIDE = { "/favicon.svg": "<svg/>", "/tablet.webmanifest": "{}" };
const OLD: Files = {
  ...BESIDE,
  "/tablet": '<script src="/assets/tablet-1.js"></script><link href="/assets/tablet-1.css">',
  "/assets/tablet-1.js":
    'import("./codes-1.js");const deps=["assets/signing-1.js","assets/signing-1.css"]',
  "/assets/tablet-1.css": "",
  "/assets/codes-1.js": 'import{a}from"./tablet-1.js";import"./qr-1.js"',
  "/assets/qr-1.js": "",
  "/assets/signing-1.js": "",
  "/assets/signing-1.css": "",
};
const NEW: Files = {
  ...BESIDE,
  "/tablet": '<script src="/assets/tablet-2.js"></script>',
  "/assets/tablet-2.js": 'import("./codes-1.js")',
  "/assets/codes-1.js": "",
};

const NEWEST: Files = {
  ...BESIDE,
  "/tablet": '<script src="/assets/tablet-3.js"></script>',
  "/assets/tablet-3.js": "",
};

/** A browser with the worker, and a server that has the files of one version. */
class Browser {
  files: Files = OLD;
  readonly kept = new Map<string, Response>();
  readonly #listeners = new Map<string, (event: object) => void>();
  #waits: Promise<unknown> = Promise.resolve();

  constructor() {
    const pathOf = (of: string | { url: string }) =>
      new URL(typeof of === "string" ? of : of.url, ORIGIN).pathname;
    const cache = {
      match: async (of: string) => this.kept.get(pathOf(of))?.clone(),
      put: async (of: string, answer: Response) => void this.kept.set(pathOf(of), answer),
      keys: async () => [...this.kept.keys()].map((path) => ({ url: ORIGIN + path })),
      delete: async (of: { url: string }) => this.kept.delete(pathOf(of)),
    };
    runInNewContext(WORKER, {
      URL,
      Response,
      location: { origin: ORIGIN },
      caches: { open: async () => cache, match: cache.match },
      clients: { claim: async () => {} },
      skipWaiting: async () => {},
      addEventListener: (type: string, listen: (event: object) => void) => {
        this.#listeners.set(type, listen);
      },
      fetch: async (path: string) => {
        const text = this.files[path];
        return new Response(text ?? "", { status: text === undefined ? 404 : 200 });
      },
    });
  }

  /** Tells the worker of an event, and waits until it has done what follows; returns what it answers. */
  async tell(type: string, data?: string): Promise<unknown[]> {
    const waitUntil = (work: Promise<unknown>) => {
      this.#waits = work;
    };
    const answers: unknown[] = [];
    const source = { postMessage: (answer: unknown) => void answers.push(answer) };
    this.#listeners.get(type)?.({ data, waitUntil, source });
    await this.#waits;
    return answers.map((answer) => JSON.stringify(answer));
  }

  paths(): string[] {
    return [...this.kept.keys()].filter((path) => path !== "/tablet-files.json").sort();
  }
}

describe("the worker of the tablet's page", () => {
  test("keeps all files of the page, those too that its scripts load later", async () => {
    const browser = new Browser();
    await browser.tell("install");
    expect(browser.paths()).toEqual(Object.keys(OLD).sort());
  });

  test("takes a newer page when it is asked to, and keeps the files of the one before, which may run still", async () => {
    const browser = new Browser();
    await browser.tell("install");
    browser.files = NEW;
    // Another worker comes at any time, and changes nothing.
    await browser.tell("install");
    expect(browser.paths()).toEqual(Object.keys(OLD).sort());
    const newer = await browser.tell("message", "refresh");
    expect(newer).toEqual(['{"kept":"/assets/tablet-2.js"}']);
    expect(await browser.kept.get("/tablet")?.clone().text()).toBe(NEW["/tablet"]);
    expect(browser.paths()).toEqual(
      [...new Set([...Object.keys(OLD), ...Object.keys(NEW)])].sort(),
    );
    // The page before that one runs nowhere any more.
    browser.files = NEWEST;
    expect(await browser.tell("message", "refresh")).toEqual(['{"kept":"/assets/tablet-3.js"}']);
    expect(browser.paths()).toEqual(
      [...new Set([...Object.keys(NEW), ...Object.keys(NEWEST)])].sort(),
    );
    // A server that was set back has the older page.
    browser.files = NEW;
    expect(await browser.tell("message", "refresh")).toEqual(['{"kept":"/assets/tablet-2.js"}']);
  });

  test("tells a tablet which page is kept, also if there is no newer one", async () => {
    const browser = new Browser();
    await browser.tell("install");
    expect(await browser.tell("message", "refresh")).toEqual(['{"kept":"/assets/tablet-1.js"}']);
  });

  test("keeps the older page as long as a file of the newer one is missing", async () => {
    const browser = new Browser();
    await browser.tell("install");
    const { "/assets/codes-1.js": _missing, ...rest } = NEW;
    browser.files = rest;
    await browser.tell("message", "refresh");
    expect(browser.paths()).toEqual(Object.keys(OLD).sort());
    expect(await browser.kept.get("/tablet")?.clone().text()).toBe(OLD["/tablet"]);
  });
});
