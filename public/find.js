// The lobby client for matchmaking: a WebSocket with heartbeat that reconnects with exponential backoff. It
// keeps the lobby's parts of a page up to date, and sends the visitor's seek. The server renders the parts
// (src/app/pages/find.rs), with names and words escaped and in the page's language.
const root = document.documentElement;
const page = document.querySelector("[data-lobby]").dataset.lobby;
const RETRY_MS = 500;
const RETRY_MAX_MS = 30_000;
const PING_MS = 5_000;
const ANSWER_MS = 4_000;
const SILENT_MS = PING_MS + ANSWER_MS;

let socket;
let tries = 0;
let retry;
let lastMessageAt = 0;
let lastPingAt = 0;
// The last message that was sent while disconnected.
let queuedMessage;

// The seek that this tab holds. It survives a reload; where session storage is forbidden, it lasts as long as
// the page.
let seekStore = {};
try {
  seekStore = sessionStorage;
} catch {}

/** A hidden home page needs no updates; a visitor with a seek waits on other pages as well. */
const isIdle = () => page === "home" && document.hidden;

function connect() {
  clearTimeout(retry);
  disconnect();
  if (isIdle()) return;
  const query = new URLSearchParams({ of: page });
  // The seek's room may have been created while the page was disconnected.
  if (seekStore.offer) query.set("offer", seekStore.offer);
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}/find/ws?${query}`);
  socket = opened;
  lastMessageAt = Date.now();
  opened.onopen = () => {
    if (queuedMessage) opened.send(queuedMessage);
    queuedMessage = undefined;
  };
  opened.onmessage = ({ data }) => receive(JSON.parse(data));
  opened.onclose = reconnectLater;
}

function disconnect() {
  if (!socket) return;
  socket.onopen = socket.onmessage = socket.onclose = undefined;
  socket.close();
  socket = undefined;
}

function reconnectLater() {
  disconnect();
  showOffline(tries > 0);
  const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** tries);
  tries += 1;
  // Jitter: after a restart of the server the pages do not all reconnect in the same moment.
  retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
}

function showOffline(offline) {
  const note = document.getElementById("lost");
  if (note) note.hidden = !offline;
}

function receive(message) {
  lastMessageAt = Date.now();
  tries = 0;
  showOffline(false);
  if (page === "find") root.dataset.ready = "";
  const { offer, go, ...parts } = message;
  if (offer) seekStore.offer = offer;
  else if (offer === "") delete seekStore.offer;
  for (const [name, html] of Object.entries(parts)) replacePart(document.getElementById(`live-${name}`), html);
  if (go) location.assign(go);
}

/** Replaces the content of a part by HTML from the server, and restores the focus in it. */
function replacePart(part, html) {
  if (!part) return;
  const focusedId = part.contains(document.activeElement) ? document.activeElement.id : undefined;
  part.innerHTML = html;
  for (const timer of part.querySelectorAll("[data-since]")) timer.dataset.since = Date.now() - timer.dataset.since * 1000;
  tick();
  if (focusedId !== undefined) (document.getElementById(focusedId) ?? document.querySelector("h1")).focus();
}

function send(text) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  else queuedMessage = text;
}

/** Updates the waiting time, and checks that the connection is alive (heartbeat). */
function tick() {
  const now = Date.now();
  for (const timer of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - timer.dataset.since) / 1000));
    timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (!socket) return;
  const open = socket.readyState === WebSocket.OPEN;
  // Timers of a hidden page may run once a minute: the connection counts as dead only if a ping was not
  // answered.
  if (open ? lastPingAt > lastMessageAt && now - lastPingAt > ANSWER_MS : now - lastMessageAt > SILENT_MS) reconnectLater();
  else if (open && now - Math.max(lastMessageAt, lastPingAt) > PING_MS) {
    lastPingAt = now;
    socket.send('{"t":"ping"}');
  }
}

function start() {
  // Hydration must find the page as the server rendered it: until then nothing in it may change.
  if (page !== "find" && root.dataset.ready === undefined) return setTimeout(start, 200);
  connect();
  setInterval(tick, 1000);
  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  // A home page restored from the back/forward cache shows outdated rooms and turns.
  addEventListener("pageshow", ({ persisted }) => persisted && (page === "home" ? location.reload() : connect()));
  document.addEventListener("visibilitychange", () => {
    if (isIdle()) disconnect();
    else if (!socket || Date.now() - lastMessageAt > SILENT_MS) connect();
  });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-say]");
  if (button) send(button.dataset.say);
});
document.getElementById("seek")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send(JSON.stringify({ t: "seek", ...Object.fromEntries(new FormData(event.target)) }));
});
start();
