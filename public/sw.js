// Shows what the server tells a guest of whom no page is in sight (src/server/push), and leads to the room.
const shown = async () => (await registration.getNotifications()).length;

const show = async ({ title, body, tag, url }) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // A page that is in sight says it itself.
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === url)) return;
  await registration.showNotification(title, { body, tag, renotify: true, data: url });
  await navigator.setAppBadge?.(await shown());
};

const open = async (url) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url);
  await (there ? there.focus() : clients.openWindow(url));
  const left = await shown();
  await (left ? navigator.setAppBadge?.(left) : navigator.clearAppBadge?.());
};

addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
