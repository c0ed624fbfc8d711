// An offline copy of a page reloads itself as soon as the server answers again. Each time that this led back to the copy, the
// next check comes later (exponential backoff).
const KEY = "duello.back";
const FIRST_MS = 2_000;
const MAX_MS = 300_000;
const TIMEOUT_MS = 5_000;

const lastCheck = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};
const { wait: before = 0, at = 0 } = lastCheck();
const again = Date.now() - at < before + 2 * TIMEOUT_MS;
const wait = again ? Math.min(MAX_MS, 2 * before) : FIRST_MS;

const check = async () => {
  if (document.hidden || !navigator.onLine) return;
  try {
    const answer = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return;
    sessionStorage.setItem(KEY, JSON.stringify({ wait, at: Date.now() }));
    location.reload();
  } catch {}
};
addEventListener("online", check);
setInterval(check, wait);
