// Registers the service worker (public/sw.js), which makes the page work offline, says when the page is outdated, and
// loads what a page needs when it is first asked for.
const root = document.documentElement;
/** The name of the page's program, which changes with every build. */
const program = document.querySelector("link[rel=modulepreload]").getAttribute("href");
/** How often an open page looks for a new version. */
const EVERY_MS = 900_000;
const workers = navigator.serviceWorker;

const whenReady = () =>
  new Promise((done) => {
    const check = () => "ready" in root.dataset && done();
    new MutationObserver(check).observe(root, { attributeFilter: ["data-ready"] });
    check();
  });

/**
 * A waiting worker takes over if it is of this page's build; otherwise it answers that the page is outdated.
 */
const announceBuild = (worker) => worker?.postMessage(program);

const announceWhenInstalled = (worker) => worker?.addEventListener("statechange", () => worker.state === "installed" && announceBuild(worker));

const registerWorker = async () => {
  // The page's own resources come first.
  await whenReady();
  workers.addEventListener("message", ({ data }) => {
    if (data === "old") document.getElementById("renewed").hidden = false;
  });
  const registration = await workers.register(`/sw.js?${root.lang.slice(0, 2)}`, { updateViaCache: "none" });
  // The browser may have found the worker while this page was loading; there is no later event for that.
  announceWhenInstalled(registration.installing);
  registration.addEventListener("updatefound", () => announceWhenInstalled(registration.installing));
  announceBuild(registration.waiting);
  const checkForUpdate = () => {
    if (document.hidden) return;
    // Repeated: a worker told to take over while the one before it starts has to wait until that one is idle.
    announceBuild(registration.waiting);
    registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", checkForUpdate);
  setInterval(checkForUpdate, EVERY_MS);
};

// Where storage is forbidden, as in private windows, the page goes on without a service worker.
if (workers) registerWorker().catch(() => {});

/** Shares a finished game; the script for it is of the same edition as this one. */
const share = async (game) => (await import(`/share.js${new URL(import.meta.url).search}`)).share(JSON.parse(game));
globalThis.duello = { ...globalThis.duello, share };
