// Notifications for a visitor who is not looking: the turn in the tab's icon, and Web Push for those who
// asked for it, on devices where no page is open (the service worker, public/sw.js, shows it). Checkboxes
// with `data-push` subscribe: to the own turn ("turn") or to the arrival of a player ("arrival").
const root = document.documentElement;
const { push: KEY, push_asked: ASKED } = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
const icon = document.querySelector("link[rel=icon]");
// Browsers cache the icons under the version of the page's program, because they change with every turn.
const version = new URL(import.meta.url).search;

/** The kinds of notification that this browser is subscribed to, as far as it knows. */
const wanted = () => {
  try {
    return new Set((localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean));
  } catch {
    return new Set();
  }
};

const keep = (kinds) => {
  try {
    localStorage.setItem(KEY, [...kinds].join(" "));
    sessionStorage.setItem(ASKED, "");
  } catch {}
};

/** `data-mine` is present while it is the turn of the page's visitor. */
const turn = () => {
  const mine = "mine" in root.dataset;
  const address = `/favicon${mine ? "-turn" : ""}.svg`;
  if (new URL(icon.href).pathname !== address) icon.href = address + version;
};

/** Closes the notifications about this page's room, because the visitor sees it now. */
const seen = async () => {
  if (document.hidden || wanted().size === 0) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const told = await registration?.getNotifications({ tag: location.pathname.split("/").pop() });
  for (const notification of told ?? []) notification.close();
};

const subscription = async (manager) => {
  const key = await (await fetch("/push/key")).text();
  const ask = () => manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    return await ask();
  } catch (error) {
    // The subscription was made for a server with another key, whose games are gone.
    const old = error.name === "InvalidStateError" && (await manager.getSubscription());
    if (!old) throw error;
    await old.unsubscribe();
    return ask();
  }
};

/** Subscribes this browser to exactly these kinds of notification. */
const ask = async (kinds) => {
  if (kinds.size > 0 && (await Notification.requestPermission()) !== "granted") throw new Error("denied");
  await navigator.serviceWorker.register(`/sw.js?${root.lang.slice(0, 2)}`, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const told = kinds.size > 0 ? await subscription(pushManager) : await pushManager.getSubscription();
  if (!told) return;
  const { endpoint, keys } = told.toJSON();
  const body = JSON.stringify({ endpoint, ...keys, turn: kinds.has("turn"), arrival: kinds.has("arrival") });
  const answer = await fetch("/push", { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(answer.statusText);
  if (kinds.size === 0) await told.unsubscribe();
};

const show = () => {
  const kinds = wanted();
  for (const box of document.querySelectorAll("input[data-push]")) box.checked = kinds.has(box.dataset.push);
};

const change = async ({ target }) => {
  const kind = target.dataset?.push;
  if (!kind) return;
  const kinds = wanted();
  if (target.checked) kinds.add(kind);
  else kinds.delete(kind);
  const held = document.activeElement === target;
  target.disabled = true;
  try {
    await ask(kinds);
    keep(kinds);
    root.dataset.push = "can";
  } catch {
    root.dataset.push = Notification.permission === "denied" ? "denied" : "failed";
    // The notifications page explains the reason, and what can be done.
    if (!document.querySelector("[data-when]")) location.assign("/notifications");
  }
  target.disabled = false;
  // A disabled box loses the focus; it is restored for keyboard users.
  if (held && document.activeElement === document.body) target.focus();
  show();
};

const begin = () => {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  root.dataset.push = !can ? "cannot" : Notification.permission === "denied" ? "denied" : "can";
  if (!can) return;
  const kinds = wanted();
  if (Notification.permission !== "granted" && kinds.size > 0) keep(new Set());
  // Renewed once per session: the browser's push endpoint or the guest's name may have changed.
  else if (kinds.size > 0 && sessionStorage.getItem(ASKED) === null) ask(kinds).then(() => keep(kinds), () => {});
  show();
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  addEventListener("change", change);
  document.addEventListener("visibilitychange", seen);
  seen();
};

new MutationObserver(turn).observe(root, { attributeFilter: ["data-mine"] });
turn();
begin();
