// Keeps the page of the tablet, so that it opens without the server. A newer page is taken only when the tablet
// asks, which it does between games.

const CACHE = "damcast-tablet";
const PAGE = "/tablet";
const BESIDE = ["/favicon.svg", "/tablet.webmanifest"];

addEventListener("install", (event) => {
  // A newer worker comes in play, too: the page that is kept stays until it is asked for another.
  event.waitUntil(install());
});

addEventListener("activate", (event) => {
  event.waitUntil(clients.claim());
});

addEventListener("message", (event) => {
  if (event.data === "refresh") event.waitUntil(refresh());
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

/** Takes the page of the server with all its files, or none of them. */
async function refresh() {
  const answer = await fetch(PAGE, { cache: "no-cache" });
  if (!answer.ok) return;
  const files = [...(await answer.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  const cache = await caches.open(CACHE);
  const known = await Promise.all(files.map((path) => cache.match(path)));
  // Names of files contain a hash of their content: the same names are the same page.
  if ((await cache.match(PAGE)) && known.every(Boolean)) return;
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
  for (const [path, file] of taken) await cache.put(path, file);
  await cache.put(PAGE, answer);
  for (const old of await cache.keys()) {
    const { pathname } = new URL(old.url);
    if (pathname !== PAGE && !paths.has(pathname)) await cache.delete(old);
  }
}
