// Keeps the page for when there is no network, and shows what the server tells a guest of whom no page is in sight. The server
// writes above it what belongs to its build: KEPT (src/server/offline).
const { build, tag, pages, files } = KEPT;
const PREFIX = "duello-";
const OWN = `${PREFIX}${build}-${tag}`;
const OTHERWISE = "/offline";
/** A file whose name changes with its content: by itself, or by what stands behind it. */
const NAMED = /^\/pkg\/|\?(\/pkg\/.+|[0-9a-f]{16})$/;
/** A page that is kept is not waited for any longer. */
const SLOW_MS = 3_000;
/** How many earlier builds stay: pages that are still open have files of theirs to load. */
const EARLIER = 2;

/** Whoever has asked the browser to save data is not sent what nobody has asked for: files are kept when a page has them anyway. */
const saves = () => navigator.connection?.saveData === true;

const keep = async (path, request) => {
  const answer = await fetch(request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await (await caches.open(OWN)).put(path, answer);
};

const fill = async () => {
  // For nobody: what is kept is no visitor's own.
  const page = (path) => keep(path, new Request(`/offline/${tag}${path}?${build}`, { credentials: "omit", cache: "no-store" }));
  if (saves()) return page(OTHERWISE);
  await Promise.all([
    // All parts of the program and the engine with it: the page has long been ready.
    ...Object.entries(files).map(([path, integrity]) => keep(path, new Request(path, { integrity }))),
    ...pages.map(page),
  ]);
};

const begin = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -EARLIER).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
};

const kept = async (path) => (await caches.open(OWN)).match(path, { ignoreVary: true });

/** A file of this build or an earlier one; under Save-Data those of this build are kept from now on. */
const file = async (event) => {
  const { request } = event;
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  const { pathname, search } = new URL(request.url);
  if (answer.ok && files[pathname + search] && saves()) {
    const copy = answer.clone();
    event.waitUntil(caches.open(OWN).then((cache) => cache.put(pathname + search, copy)).catch(() => {}));
  }
  return answer;
};

/** A page: from the server while it answers, else as it is kept, else the one that says that it needs the network. */
const visit = async (event, path) => {
  const own = event.request.method === "GET" && pages.includes(path);
  const asked = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  event.waitUntil(asked.catch(() => {}));
  const late = own && new Promise((done) => setTimeout(done, SLOW_MS));
  try {
    const answer = await Promise.race([asked, ...(late ? [late] : [])]);
    // What proxies say while no server stands behind them; and what Firefox makes of a preload that failed.
    if (answer && answer.type !== "error" && !(answer.status >= 502 && answer.status <= 504)) return answer;
  } catch {}
  // Under Save-Data not even what works without a network is kept beforehand.
  return (own && (await kept(path))) || (await kept(OTHERWISE)) || asked;
};

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event, pathname));
  else if (request.method === "GET" && NAMED.test(pathname + search)) event.respondWith(file(event));
});

// A page says which program it has: the one of this build may go over to it at once, another has become old.
addEventListener("message", ({ data, source }) => (files[data] ? skipWaiting() : source.postMessage("old")));

/** In the app's icon stands in how many games it is the own turn, as the page has it (public/installed.js). */
const count = async () => {
  try {
    const games = await (await fetch("/api/my_games", { method: "POST" })).json();
    await navigator.setAppBadge?.(games.filter(({ state }) => state === "your_turn").length);
  } catch {}
};

const show = async ({ title, body, tag, url }) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // A page that is in sight says it itself.
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  await registration.showNotification(title, { body, tag, renotify: true, data: url });
  await count();
};

const open = async (url) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  await (there ? there.focus() : clients.openWindow(url));
  await count();
};

addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
