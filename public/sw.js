// Shows what the server tells a guest of whom no page is in sight (src/server/push), and leads to the room.

/** In the app's icon stands in how many games it is the own turn, as the page has it (public/installed.js). */
const count = async () => {
  try {
    const games = await (await fetch("/api/my_games", { method: "POST" })).json();
    await navigator.setAppBadge?.(games.filter(({ state }) => state === "your_turn").length);
  } catch {}
};

const show = async ({ title, body, tag, url }) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // A page that is in sight says it itself.
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  await registration.showNotification(title, { body, tag, renotify: true, data: url });
  await count();
};

const open = async (url) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  await (there ? there.focus() : clients.openWindow(url));
  await count();
};

addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
