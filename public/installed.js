// What the page does as an app: the colour of the bar around it, the screen that stays awake while a game is played, how many
// games wait in the app's icon, and where it goes when it is opened from outside.
const root = document.documentElement;
const { origin, pathname } = location;
const inRoom = pathname.startsWith("/r/");

/** The bar is drawn as the paper of the theme and scheme that are set. */
const tint = () => {
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.content = getComputedStyle(root).backgroundColor;
};

/** The number of games in which it is one's turn, as the server knows it; of this page's, the page knows it sooner. */
const count = async () => {
  if (!navigator.setAppBadge || matchMedia("(display-mode: browser)").matches) return;
  try {
    const games = await (await fetch("/api/my_games", { method: "POST" })).json();
    const others = games.filter(({ code, state }) => state === "your_turn" && code !== pathname.slice(3).toUpperCase());
    await navigator.setAppBadge(others.length + (inRoom && "mine" in root.dataset));
  } catch {}
};

// The screen stays awake while a game goes on that is played: somebody is to move, whoever plays against one is there, and
// the last turn is not ten minutes ago, so that a board that is left lying does not empty the battery.
let lock;
let turn;
let since;
const wake = () => {
  if (turn !== document.title) since = Date.now();
  turn = document.title;
  const played = document.querySelector(".table:has(.plate[data-turn]):not(:has(.presence:not([data-state=connected])))");
  if (played && !document.hidden && Date.now() - since < 6e5) lock ??= navigator.wakeLock?.request("screen").catch(() => {});
  else lock = void lock?.then((held) => held?.release());
};

// Where it is opened from outside: never away from a game that is being played, and the icon leads to what one had left.
globalThis.launchQueue?.setConsumer(({ targetURL }) => {
  const to = new URL(targetURL ?? origin);
  if (!lock && ![pathname, "/share"].includes(to.pathname) && to.href !== origin + "/") location.assign(to);
});

new MutationObserver((changes) => {
  // To ask for a colour has the whole page drawn up: not when it is only one's turn, which is when a board has just come.
  if (changes.some(({ attributeName }) => attributeName !== "data-mine")) tint();
  if (inRoom) count();
}).observe(root, { attributeFilter: ["data-theme", "data-scheme", "data-mine"] });
matchMedia("(prefers-color-scheme: dark)").onchange = tint;
document.addEventListener("visibilitychange", () => {
  wake();
  count();
});
setInterval(wake, 3e3);
tint();
count();
