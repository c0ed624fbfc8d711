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

const keep = async () => {
  // What the page itself needs goes first.
  await ready();
  workers.addEventListener("message", ({ data }) => {
    if (data === "old") document.getElementById("renewed").hidden = false;
  });
  const registration = await workers.register(`/sw.js?${root.lang.slice(0, 2)}`, { updateViaCache: "none" });
  greet(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => worker.state === "installed" && greet(worker));
  });
  const look = () => document.hidden || registration.update().catch(() => {});
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY_MS);
};

// Where nothing may be kept, as in private windows, the page does without.
if (workers) keep().catch(() => {});
