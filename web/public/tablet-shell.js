// Keeps the page of the tablet, so that it opens without the server. A newer page is taken only when the tablet
// asks, which it does between games; the tablet is told which one is kept then.

const CACHE = "damcast-tablet";
const PAGE = "/tablet";
const BESIDE = ["/favicon.svg", "/tablet.webmanifest"];
/** The paths of the files of the page that is kept. */
const FILES = "/tablet-files.json";

addEventListener("install", (event) => {
  // A newer worker comes in play, too: the page that is kept stays until it is asked for another.
  event.waitUntil(install());
});

addEventListener("activate", (event) => {
  event.waitUntil(clients.claim());
});

addEventListener("message", (event) => {
  if (event.data === "refresh") event.waitUntil(refreshFor(event.source));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(kept(PAGE, request));
  else if (url.pathname.startsWith("/assets/") || BESIDE.includes(url.pathname)) {
    event.respondWith(kept(url.pathname, request));
  }
});

async function install() {
  if (!(await caches.match(PAGE, { cacheName: CACHE }))) await refresh();
  await skipWaiting();
}

/** Returns what is kept under a path, or else what the server has. */
async function kept(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

/** One look for a newer page after the other: each keeps the files of the page before. */
let refreshed = Promise.resolve();

/** Takes the page of the server if it is a newer one, and tells a tablet the script of the page that is kept. */
async function refreshFor(tablet) {
  refreshed = refreshed.then(refresh, refresh);
  await refreshed;
  const page = await (await caches.open(CACHE)).match(PAGE);
  const script = page && filesOf(await page.text()).find((path) => path.endsWith(".js"));
  if (script) tablet?.postMessage({ kept: script });
}

/** Returns the paths of the files that a page names. */
function filesOf(page) {
  return [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
}

/** Takes the page of the server with all its files, or none of them. */
async function refresh() {
  const answer = await fetch(PAGE, { cache: "no-cache" });
  if (!answer.ok) return;
  const files = filesOf(await answer.clone().text());
  const cache = await caches.open(CACHE);
  const page = await cache.match(PAGE);
  // Names of files contain a hash of their content: the same names are the same page.
  if (page && String(filesOf(await page.text())) === String(files)) return;
  const taken = new Map();
  const paths = new Set([...files, ...BESIDE]);
  for (const path of paths) {
    const file = await fetch(path);
    if (!file.ok) return;
    taken.set(path, file);
    if (!path.endsWith(".js")) continue;
    // Scripts name the files that they load later.
    const names = (await file.clone().text()).matchAll(
      /["'`](?:\.|assets)\/([\w-]+\.(?:js|css))["'`]/g,
    );
    for (const [, name] of names) paths.add(`/assets/${name}`);
  }
  const before = await cache.match(FILES);
  for (const [path, file] of taken) await cache.put(path, file);
  await cache.put(FILES, new Response(JSON.stringify([...paths])));
  await cache.put(PAGE, answer);
  // The page before this one may run still, and load its other files later.
  const needed = new Set([PAGE, FILES, ...paths, ...(before ? await before.json() : [])]);
  // A worker of before has left no list, and all that is kept may be needed.
  if (!before) return;
  for (const old of await cache.keys()) {
    if (!needed.has(new URL(old.url).pathname)) await cache.delete(old);
  }
}
