// Reloads a page whose program failed to load: the server may have another build by now, or a file was damaged. If the page has
// just been reloaded for that reason, the overlay reports the failure instead.
((root) => {
  const KEY = "duello.repaired";
  const PAUSE_MS = 600_000;
  // A page that is being left cancels its downloads, and is gone before this.
  const GRACE_MS = 500;
  const reload = () => {
    try {
      if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false;
      sessionStorage.setItem(KEY, Date.now());
      location.reload();
      return true;
    } catch {
      return false;
    }
  };
  // Old browsers and such as are locked down have none. Then no reload helps.
  const canRun = typeof WebAssembly === "object";
  const showOverlay = () => {
    const crashed = document.getElementById("crashed");
    if (!crashed) return addEventListener("DOMContentLoaded", showOverlay);
    if (!canRun) {
      crashed.querySelector("p").textContent = crashed.dataset.cannot;
      crashed.querySelector("a").remove();
    }
    crashed.hidden = false;
  };
  const failed = () => setTimeout(() => "ready" in root.dataset || (canRun && reload()) || showOverlay(), GRACE_MS);
  addEventListener("unhandledrejection", failed);
  addEventListener("error", ({ target }) => target.rel === "stylesheet" && failed(), true);
  addEventListener("click", ({ target }) => target.id === "again" && reload());
})(document.documentElement);
