// The page's program cannot be had: the server has another build by now, or a file broke on the way. Then once more from the
// start; if that was done a moment ago, what is wrong is said instead.
((root) => {
  const KEY = "duello.repaired";
  const PAUSE_MS = 600_000;
  // A page that is being left gives up what it loads, and is gone before this.
  const LEFT_MS = 500;
  const again = () => {
    try {
      if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false;
      sessionStorage.setItem(KEY, Date.now());
      location.reload();
      return true;
    } catch {
      return false;
    }
  };
  const say = () => {
    const crashed = document.getElementById("crashed");
    if (crashed) crashed.hidden = false;
    else addEventListener("DOMContentLoaded", say);
  };
  const failed = () => setTimeout(() => "ready" in root.dataset || again() || say(), LEFT_MS);
  addEventListener("unhandledrejection", failed);
  addEventListener("error", ({ target }) => target.rel === "stylesheet" && failed(), true);
  addEventListener("click", ({ target }) => target.id === "again" && again());
})(document.documentElement);
