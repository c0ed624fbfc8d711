// The lobby client for matchmaking: a WebSocket with heartbeat that reconnects with exponential backoff. It
// keeps the lobby's parts of a page up to date, and sends the visitor's seek. The server renders the parts
// (src/app/pages/find.rs), with names and words escaped and in the page's language.
const root = document.documentElement;
const page = document.querySelector("[data-lobby]").dataset.lobby;
const RETRY_MS = 500;
const RETRY_MOST_MS = 30_000;
const PING_MS = 5_000;
const ANSWER_MS = 4_000;
const SILENT_MS = PING_MS + ANSWER_MS;

let socket;
let tries = 0;
let retry;
let heard = 0;
let pinged = 0;
// The last message that was sent while disconnected.
let unsaid;

// The seek that this tab holds. It survives a reload; where session storage is forbidden, it lasts as long as
// the page.
let kept = {};
try {
  kept = sessionStorage;
} catch {}

/** A hidden home page needs no updates; a visitor with a seek waits on other pages as well. */
const idle = () => page === "home" && document.hidden;

function connect() {
  clearTimeout(retry);
  end();
  if (idle()) return;
  const query = new URLSearchParams({ of: page });
  // The seek's room may have been created while the page was disconnected.
  if (kept.offer) query.set("offer", kept.offer);
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}/find/ws?${query}`);
  socket = opened;
  heard = Date.now();
  opened.onopen = () => {
    if (unsaid) opened.send(unsaid);
    unsaid = undefined;
  };
  opened.onmessage = ({ data }) => receive(JSON.parse(data));
  opened.onclose = later;
}

function end() {
  if (!socket) return;
  socket.onopen = socket.onmessage = socket.onclose = undefined;
  socket.close();
  socket = undefined;
}

function later() {
  end();
  lost(tries > 0);
  const wait = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** tries);
  tries += 1;
  // Jitter: after a restart of the server the pages do not all reconnect in the same moment.
  retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
}

function lost(so) {
  const note = document.getElementById("lost");
  if (note) note.hidden = !so;
}

function receive(told) {
  heard = Date.now();
  tries = 0;
  lost(false);
  if (page === "find") root.dataset.ready = "";
  const { offer, go, ...parts } = told;
  if (offer) kept.offer = offer;
  else if (offer === "") delete kept.offer;
  for (const [name, html] of Object.entries(parts)) put(document.getElementById(`live-${name}`), html);
  if (go) location.assign(go);
}

/** Replaces the content of a part by HTML from the server, and restores the focus in it. */
function put(part, html) {
  if (!part) return;
  const held = part.contains(document.activeElement) ? document.activeElement.id : undefined;
  part.innerHTML = html;
  for (const waited of part.querySelectorAll("[data-since]")) waited.dataset.since = Date.now() - waited.dataset.since * 1000;
  tick();
  if (held !== undefined) (document.getElementById(held) ?? document.querySelector("h1")).focus();
}

function say(text) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  else unsaid = text;
}

/** Updates the waiting time, and checks that the connection is alive (heartbeat). */
function tick() {
  const now = Date.now();
  for (const waited of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - waited.dataset.since) / 1000));
    waited.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (!socket) return;
  const open = socket.readyState === WebSocket.OPEN;
  // Timers of a hidden page may run once a minute: the connection counts as dead only if a ping was not
  // answered.
  if (open ? pinged > heard && now - pinged > ANSWER_MS : now - heard > SILENT_MS) later();
  else if (open && now - Math.max(heard, pinged) > PING_MS) {
    pinged = now;
    socket.send('{"t":"ping"}');
  }
}

function begin() {
  // Hydration must find the page as the server rendered it: until then nothing in it may change.
  if (page !== "find" && root.dataset.ready === undefined) return setTimeout(begin, 200);
  connect();
  setInterval(tick, 1000);
  addEventListener("online", connect);
  addEventListener("pagehide", end);
  // A home page restored from the back/forward cache shows outdated rooms and turns.
  addEventListener("pageshow", ({ persisted }) => persisted && (page === "home" ? location.reload() : connect()));
  document.addEventListener("visibilitychange", () => {
    if (idle()) end();
    else if (!socket || Date.now() - heard > SILENT_MS) connect();
  });
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-say]");
  if (button) say(button.dataset.say);
});
document.getElementById("seek")?.addEventListener("submit", (event) => {
  event.preventDefault();
  say(JSON.stringify({ t: "seek", ...Object.fromEntries(new FormData(event.target)) }));
});
begin();
