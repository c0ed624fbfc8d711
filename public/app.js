// Has the browser keep the page for when there is no network (public/sw.js), and says when the page has become old.
const root = document.documentElement;
/** The name of the page's program, which changes with every build. */
const program = document.querySelector("link[rel=modulepreload]").getAttribute("href");
/** How often an open page looks for a new version. */
const EVERY_MS = 900_000;
const workers = navigator.serviceWorker;

const ready = () =>
  new Promise((done) => {
    const look = () => "ready" in root.dataset && done();
    new MutationObserver(look).observe(root, { attributeFilter: ["data-ready"] });
    look();
  });

/** A worker that waits takes over if it is of this page's build; else it answers that the page is old. */
const greet = (worker) => worker?.postMessage(program);

const watch = (worker) => worker?.addEventListener("statechange", () => worker.state === "installed" && greet(worker));

const keep = async () => {
  // What the page itself needs goes first.
  await ready();
  workers.addEventListener("message", ({ data }) => {
    if (data === "old") document.getElementById("renewed").hidden = false;
  });
  const registration = await workers.register(`/sw.js?${root.lang.slice(0, 2)}`, { updateViaCache: "none" });
  // The browser may have found it while this page was loading: that is told to nobody later on.
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  greet(registration.waiting);
  const look = () => {
    if (document.hidden) return;
    // Once more: a worker that is told to take over while the one before it starts has to wait until that one is idle.
    greet(registration.waiting);
    registration.update().catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY_MS);
};

// Where nothing may be kept, as in private windows, the page does without.
if (workers) keep().catch(() => {});
