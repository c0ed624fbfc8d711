// The service worker: caches pages and files for offline use, and shows Web Push notifications to a guest who
// has no page in sight. The server prepends the list of its build's files: OFFLINE_CACHE (src/server/offline).
const { build, tag, pages, files, later, chosen } = OFFLINE_CACHE;
const PREFIX = "duello-";
const OWN = `${PREFIX}${build}-${tag}`;
const FALLBACK = "/offline";
/** A file whose address changes with its content, in its path or in its query. */
const VERSIONED = /^\/pkg\/|\?(\/pkg\/.+|[0-9a-f]{16})$/;
/** If the network takes longer than this, a cached page is served instead. */
const SLOW_MS = 3_000;
/** How many earlier builds stay cached: pages that are still open have files of theirs to load. */
const KEPT_BUILDS = 2;

/** With Save-Data nothing is downloaded ahead: files are cached when a page loads them anyway. */
const savesData = () => navigator.connection?.saveData === true;

const cacheFile = async (path, request) => {
  const answer = await fetch(request);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await (await caches.open(OWN)).put(path, answer);
};

// Pages are fetched without credentials: the cache holds nothing of a visitor's own.
const page = (path) => cacheFile(path, new Request(`/offline/${tag}${path}?${build}`, { credentials: "omit", cache: "no-store" }));

/** The page among those that are cached once they were opened that has the document of this path. */
const openedLater = (path) => Object.keys(later).find((own) => path === own || (path.startsWith(`${own}/`) && !path.slice(own.length + 1).includes("/")));

/** Caches such a page with the files that it alone needs, unless they are there. */
const keep = async (path) => {
  const cache = await caches.open(OWN);
  const missing = async (url) => !(await cache.match(url, { ignoreVary: true }));
  const fetched = Object.entries(later[path]).map(async ([url, integrity]) => (await missing(url)) && cacheFile(url, new Request(url, { integrity })));
  await Promise.all(fetched);
  if (await missing(path)) await page(path);
};

/** Caches such pages that are open now, or that an earlier build had cached. */
const keepOpened = async () => {
  const open = (await clients.matchAll({ type: "window", includeUncontrolled: true })).map(({ url }) => openedLater(new URL(url).pathname));
  const known = await Promise.all(Object.keys(later).map(async (path) => (await caches.match(path, { ignoreVary: true })) && path));
  await Promise.allSettled([...new Set([...open, ...known])].filter(Boolean).map(keep));
};

/** Caches what an earlier build had cached because somebody had chosen it. */
const keepChosen = async () => {
  const [program] = Object.keys(chosen).map((path) => path.slice(0, path.indexOf(".") + 1));
  const had = async (name) => (await (await caches.open(name)).keys()).some(({ url }) => new URL(url).pathname.startsWith(program));
  const before = await Promise.all((await caches.keys()).filter((name) => name.startsWith(PREFIX)).map(had));
  if (before.includes(true)) await Promise.all(Object.entries(chosen).map(([path, integrity]) => cacheFile(path, new Request(path, { integrity }))));
};

const precache = async () => {
  if (savesData()) return page(FALLBACK);
  const isNew = !(await caches.has(OWN));
  const stored = await Promise.allSettled([
    // All parts of the program are fetched, and the engine with them: the page has long been ready.
    ...Object.entries(files).map(([path, integrity]) => cacheFile(path, new Request(path, { integrity }))),
    ...pages.map(page),
    // What is missing of these is no reason to do without the others.
    keepOpened(),
    keepChosen().catch(() => {}),
  ]);
  const failed = stored.find(({ status }) => status === "rejected");
  if (!failed) return;
  // No part of a build that could not be installed stays, unless this build was installed before.
  if (isNew) await caches.delete(OWN);
  throw failed.reason;
};

const activate = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -KEPT_BUILDS).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
};

const cached = async (path) => (await caches.open(OWN)).match(path, { ignoreVary: true });

/**
 * Serves a file of this build or an earlier one from the cache; with Save-Data, files of this build are
 * cached as they are loaded, and what somebody has to choose always is.
 */
const serveFile = async (event) => {
  const { request } = event;
  const hit = await caches.match(request, { ignoreVary: true });
  if (hit) return hit;
  const answer = await fetch(request);
  const { pathname, search } = new URL(request.url);
  if (answer.ok && ((files[pathname + search] && savesData()) || chosen[pathname])) {
    const copy = answer.clone();
    event.waitUntil(caches.open(OWN).then((cache) => cache.put(pathname + search, copy)).catch(() => {}));
  }
  return answer;
};

/**
 * Serves a page: from the network first, else from the cache, else the page that says that it needs the
 * network.
 */
const servePage = async (event, path) => {
  const kept = openedLater(path);
  const own = event.request.method === "GET" && (pages.includes(path) ? path : kept);
  // A page of this server that is opened for the first time is kept from now on.
  if (kept && own) event.waitUntil(keep(kept).catch(() => {}));
  const response = (async () => (await event.preloadResponse) ?? fetch(event.request))();
  event.waitUntil(response.catch(() => {}));
  const timeout = own && new Promise((done) => setTimeout(done, SLOW_MS));
  try {
    const answer = await Promise.race([response, ...(timeout ? [timeout] : [])]);
    // Gateway errors of proxies whose server is down count as offline, and so does Firefox's answer to a
    // failed navigation preload.
    if (answer && answer.type !== "error" && !(answer.status >= 502 && answer.status <= 504)) return answer;
  } catch {}
  // Under Save-Data not even what works without a network is kept beforehand.
  return (own && (await cached(own))) || (await cached(FALLBACK)) || response;
};

addEventListener("install", (event) => event.waitUntil(precache()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(servePage(event, pathname));
  else if (request.method === "GET" && VERSIONED.test(pathname + search)) event.respondWith(serveFile(event));
});

// A page names its program: if that belongs to this build, the new worker may take over at once; otherwise
// the page is outdated.
addEventListener("message", ({ data, source }) => (files[data] ? skipWaiting() : source.postMessage("old")));

/**
 * Sets the app badge to the number of games in which it is the guest's turn, as the page does
 * (public/installed.js).
 */
const updateBadge = async () => {
  try {
    const games = await (await fetch("/api/my_games", { method: "POST" })).json();
    await navigator.setAppBadge?.(games.filter(({ state }) => state === "your_turn").length);
  } catch {}
};

const showNotification = async ({ title, body, tag, url, mute }) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // A visible page of this game shows the news itself.
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  const actions = mute ? [{ action: "mute", title: mute.label }] : [];
  await registration.showNotification(title, { body, tag, renotify: true, actions, data: { url, room: mute?.room } });
  await updateBadge();
};

const openPage = async (url) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === url);
  await (open ? open.focus() : clients.openWindow(url));
  await updateBadge();
};

addEventListener("push", (event) => {
  if (event.data) event.waitUntil(showNotification(event.data.json()));
});

/** Has the server send nothing more about a room; the profile page lists such rooms. */
const muteRoom = async (room) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/push/mute", { method: "POST", headers, body: JSON.stringify({ room }) });
  // Where it did not work, the page says what can be done.
  if (!answer.ok) await openPage("/notifications");
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  // Notifications of an earlier version of this program have the address alone.
  const { data } = event.notification;
  const { url, room } = typeof data === "string" ? { url: data } : data;
  event.waitUntil(event.action === "mute" ? muteRoom(room) : openPage(url));
});
