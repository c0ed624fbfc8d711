// Notifications for a visitor who is not looking: the turn in the tab's icon, and Web Push for those who
// asked for it: here while the tab is hidden, and on devices where no page is open (the service worker, public/sw.js, shows it). Checkboxes
// with `data-push` subscribe: to the own turn ("turn") or to the arrival of a player ("arrival").
const root = document.documentElement;
const { push: KEY, push_asked: SUBSCRIBED } = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
const icon = document.querySelector("link[rel=icon]");
// Browsers cache the icons under the version of the page's program, because they change with every turn.
const version = new URL(import.meta.url).search;

/** The kinds of notification that this browser is subscribed to, as far as it knows. */
const storedKinds = () => {
  try {
    return new Set((localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean));
  } catch {
    return new Set();
  }
};

const storeKinds = (kinds) => {
  try {
    localStorage.setItem(KEY, [...kinds].join(" "));
    sessionStorage.setItem(SUBSCRIBED, "");
  } catch {}
};

/** Shows what has happened to a visitor who has left the page open in a tab that is hidden, as the page's title says it. */
const notifyHidden = async (kind) => {
  if (!document.hidden || !storedKinds().has(kind) || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => {});
  const body = document.querySelector("h1")?.textContent.trim();
  const data = { url: location.pathname };
  await registration?.showNotification(document.title.replace(/ · Duello$/, ""), { body, tag: location.pathname.split("/").pop(), data }).catch(() => {});
};

/** The program marks on the document what concerns its visitor, and then says it in the title. */
const MARKS = { "data-mine": "turn", "data-opponent": "arrival" };
const onMarks = (changes) => {
  updateIcon();
  const begun = changes.filter(({ attributeName, oldValue }) => oldValue === null && root.hasAttribute(attributeName));
  if (begun.length > 0) globalThis.duello?.ring?.();
  for (const { attributeName } of begun) setTimeout(notifyHidden, 0, MARKS[attributeName]);
};

/** `data-mine` is present while it is the turn of the page's visitor. */
const updateIcon = () => {
  const mine = "mine" in root.dataset;
  const address = `/favicon${mine ? "-turn" : ""}.svg`;
  if (new URL(icon.href).pathname !== address) icon.href = address + version;
};

/** Closes the notifications about this page's room, because the visitor sees it now. */
const closeNotifications = async () => {
  if (document.hidden || storedKinds().size === 0) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = await registration?.getNotifications({ tag: location.pathname.split("/").pop() });
  for (const notification of shown ?? []) notification.close();
};

const subscription = async (manager) => {
  const key = await (await fetch("/push/key")).text();
  const attempt = () => manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    return await attempt();
  } catch (error) {
    // The subscription was made for a server with another key, whose games are gone.
    const old = error.name === "InvalidStateError" && (await manager.getSubscription());
    if (!old) throw error;
    await old.unsubscribe();
    return attempt();
  }
};

/** Subscribes this browser to exactly these kinds of notification. */
const subscribe = async (kinds) => {
  if (kinds.size > 0 && (await Notification.requestPermission()) !== "granted") throw new Error("denied");
  await navigator.serviceWorker.register(`/sw.js?${root.lang.slice(0, 2)}`, { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const current = kinds.size > 0 ? await subscription(pushManager) : await pushManager.getSubscription();
  if (!current) return;
  const { endpoint, keys } = current.toJSON();
  const body = JSON.stringify({ endpoint, ...keys, turn: kinds.has("turn"), arrival: kinds.has("arrival") });
  const answer = await fetch("/push", { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(answer.statusText);
  if (kinds.size === 0) await current.unsubscribe();
};

const updateBoxes = () => {
  const kinds = storedKinds();
  for (const box of document.querySelectorAll("input[data-push]")) box.checked = kinds.has(box.dataset.push);
};

const onChange = async ({ target }) => {
  const kind = target.dataset?.push;
  if (!kind) return;
  const kinds = storedKinds();
  if (target.checked) kinds.add(kind);
  else kinds.delete(kind);
  const hadFocus = document.activeElement === target;
  target.disabled = true;
  try {
    await subscribe(kinds);
    storeKinds(kinds);
    root.dataset.push = "can";
  } catch {
    root.dataset.push = Notification.permission === "denied" ? "denied" : "failed";
    // The notifications page explains the reason, and what can be done.
    if (!document.querySelector("[data-when]")) location.assign("/notifications");
  }
  target.disabled = false;
  // A disabled box loses the focus; it is restored for keyboard users.
  if (hadFocus && document.activeElement === document.body) target.focus();
  updateBoxes();
};

const start = () => {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  root.dataset.push = !can ? "cannot" : Notification.permission === "denied" ? "denied" : "can";
  if (!can) return;
  const kinds = storedKinds();
  if (Notification.permission !== "granted" && kinds.size > 0) storeKinds(new Set());
  // Renewed once per session: the browser's push endpoint or the guest's name may have changed.
  else if (kinds.size > 0 && sessionStorage.getItem(SUBSCRIBED) === null) subscribe(kinds).then(() => storeKinds(kinds), () => {});
  updateBoxes();
  new MutationObserver(updateBoxes).observe(document.body, { childList: true, subtree: true });
  addEventListener("change", onChange);
  document.addEventListener("visibilitychange", closeNotifications);
  closeNotifications();
};

new MutationObserver(onMarks).observe(root, { attributeFilter: Object.keys(MARKS), attributeOldValue: true });
updateIcon();
start();
