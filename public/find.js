// The hall: keeps the parts of a page up to date that tell what happens there, and says there what one would like. The
// server draws the parts (src/app/pages/find.rs), with names and words made safe and in the page's language.
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
// What was said while there was no connection: the last of it.
let unsaid;

// What this tab waits for, also when it is loaded again; as long as the page lasts where nothing may be kept.
let kept = {};
try {
  kept = sessionStorage;
} catch {}

/** Home has nothing to tell while nobody looks; who waits for an opponent waits also elsewhere. */
const idle = () => page === "home" && document.hidden;

function connect() {
  clearTimeout(retry);
  end();
  if (idle()) return;
  const query = new URLSearchParams({ of: page });
  // Its room may have been made while there was no connection.
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
  // Not everybody in the same moment.
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

/** Puts what the server has drawn into a part of the page; who had the focus there keeps it. */
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

/** How long one has waited; and whether the server is still there. */
function tick() {
  const now = Date.now();
  for (const waited of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - waited.dataset.since) / 1000));
    waited.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
  if (!socket) return;
  const open = socket.readyState === WebSocket.OPEN;
  // Where nobody looks this may run once a minute: silence is what follows a question.
  if (open ? pinged > heard && now - pinged > ANSWER_MS : now - heard > SILENT_MS) later();
  else if (open && now - Math.max(heard, pinged) > PING_MS) {
    pinged = now;
    socket.send('{"t":"ping"}');
  }
}

function begin() {
  // A page with a program is taken over by it first: until then nothing in it may change.
  if (page !== "find" && root.dataset.ready === undefined) return setTimeout(begin, 200);
  connect();
  setInterval(tick, 1000);
  addEventListener("online", connect);
  addEventListener("pagehide", end);
  // Home that was kept by the browser tells of rooms and turns as they were.
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
