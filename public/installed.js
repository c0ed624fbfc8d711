// The behaviour of the installed app: the colour of its title bar, a wake lock while a game is played, the
// app badge with the number of games to move in, and where a launch from outside leads.
const root = document.documentElement;
const { origin, pathname } = location;
const inRoom = pathname.startsWith("/r/");

/** The title bar has the background colour of the current theme and scheme. */
const colourTitleBar = () => {
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = getComputedStyle(root).backgroundColor;
};

/**
 * Shows the number of games in which it is the visitor's turn, as the server knows it; for this page's game
 * the page knows it sooner.
 */
const updateBadge = async () => {
  if (!navigator.setAppBadge || matchMedia("(display-mode: browser)").matches) return;
  try {
    const games = await (await fetch("/api/my_games", { method: "POST" })).json();
    const others = games.filter(({ code, state }) => state === "your_turn" && code !== pathname.slice(3).toUpperCase());
    await navigator.setAppBadge(others.length + (inRoom && "mine" in root.dataset));
  } catch {}
};

// The wake lock is held while a game is played: a side is to move, the opponent is connected, and the last
// turn was within ten minutes, so that an abandoned board does not empty the battery.
let lock;
let turn;
let since;
const updateWakeLock = () => {
  if (turn !== document.title) since = Date.now();
  turn = document.title;
  const played = document.querySelector(".table:has(.plate[data-turn]):not(:has(.presence:not([data-state=connected])))");
  if (played && !document.hidden && Date.now() - since < 6e5) lock ??= navigator.wakeLock?.request("screen").catch(() => {});
  else lock = void lock?.then((held) => held?.release());
};

// A launch from outside never leaves a game in progress, and the icon leads back to the last page.
globalThis.launchQueue?.setConsumer(({ targetURL }) => {
  const to = new URL(targetURL ?? origin);
  if (!lock && ![pathname, "/share"].includes(to.pathname) && to.href !== origin + "/") location.assign(to);
});

new MutationObserver((changes) => {
  // Reading the colour forces a layout: it is skipped when only the turn has changed, because a board has
  // just been drawn then.
  if (changes.some(({ attributeName }) => attributeName !== "data-mine")) colourTitleBar();
  if (inRoom) updateBadge();
}).observe(root, { attributeFilter: ["data-theme", "data-scheme", "data-mine"] });
matchMedia("(prefers-color-scheme: dark)").onchange = colourTitleBar;
document.addEventListener("visibilitychange", () => {
  updateWakeLock();
  updateBadge();
});
setInterval(updateWakeLock, 3e3);
colourTitleBar();
updateBadge();
