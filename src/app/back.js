// A page that was kept stands here because the server did not answer: it makes way as soon as it does. Whenever that led
// here again, the next look is later.
const KEY = "duello.back";
const FIRST_MS = 2_000;
const MOST_MS = 300_000;
const LATE_MS = 5_000;

const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};
const { wait: before = 0, at = 0 } = read();
const again = Date.now() - at < before + 2 * LATE_MS;
const wait = again ? Math.min(MOST_MS, 2 * before) : FIRST_MS;

const look = async () => {
  if (document.hidden || !navigator.onLine) return;
  try {
    const answer = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(LATE_MS) });
    if (!answer.ok) return;
    sessionStorage.setItem(KEY, JSON.stringify({ wait, at: Date.now() }));
    location.reload();
  } catch {}
};
addEventListener("online", look);
setInterval(look, wait);
