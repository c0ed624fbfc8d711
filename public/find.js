// The lobby client for matchmaking, over a reconnecting socket (src/app/reconnecting_socket.js). It keeps the lobby's parts of a
// page up to date, and sends the visitor's seek. The server renders the parts (src/app/pages/lobby.rs), with names and words
// escaped and in the page's language.
const root = document.documentElement;
const { lobby: page, tableFrom, known } = document.querySelector("[data-lobby]").dataset;
/** Whether the page has a program, which says itself when it is ready; others are ready with the first message. */
const isHydrated = ["home", "play"].includes(page);

let socket;
// The last message that was sent while disconnected.
let unsent;

// The seek that this tab holds. It survives a reload; where session storage is forbidden, it lasts as long as
// the page.
let kept = {};
try {
  kept = sessionStorage;
} catch {}

/** The address of the next socket. */
function address() {
  const query = new URLSearchParams({ of: page });
  // The seek's room may have been created while the page was disconnected.
  if (kept.offer) query.set("offer", kept.offer);
  // Of a tournament: the part of the standing that is shown, and the visitor's last game that the page knows of.
  if (tableFrom) query.set("from", tableFrom);
  if (known) query.set("known", known);
  return `/find/ws?${query}`;
}

function connect() {
  socket = new ReconnectingSocket(address, {
    pingAfter: 5_000,
    pongWithin: 9_000,
    // A visitor with a seek waits in a hidden tab as well …
    pingsHidden: true,
    // … but a hidden home or TV page needs no updates.
    isIdle: () => /^(home|tv)/.test(page) && document.hidden,
  });
  socket.attach({
    hello: () => {
      const hello = unsent;
      unsent = undefined;
      return hello;
    },
    ping: () => '{"t":"ping"}',
    message: (text) => {
      receive(JSON.parse(text));
      return true;
    },
    // A first attempt that fails is mended before anybody reads of it.
    state: (isOpen, attempts) => showLost(!isOpen && attempts > 1),
  });
}

function showLost(isLost) {
  const note = document.getElementById("lost");
  if (note) note.hidden = !isLost;
}

function receive(message) {
  if (!isHydrated) root.dataset.ready = "";
  const { offer, go, ...parts } = message;
  if (offer) kept.offer = offer;
  else if (offer === "") delete kept.offer;
  for (const [name, html] of Object.entries(parts)) put(document.getElementById(`live-${name}`), html);
  if (go) tellHidden(go).catch(() => {}).finally(() => location.assign(go));
}

/** Tells a visitor who waits in a hidden tab, and has allowed it, that there is an opponent. */
async function tellHidden(url) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const title = (document.getElementById("live-waiting") ?? document.querySelector("h1")).textContent.trim();
  await registration?.showNotification(title, { tag: url.split("/").pop(), data: { url } });
}

/** What every part was last sent as: what is sent again stays, and is not read out again. */
const sent = new Map();
const reachable = (part) => [...part.querySelectorAll("a, button, summary")];

/** What is pressed now. If the part around it were replaced meanwhile, the press would be lost. */
let pressed = null;
let released;
/** What such parts are to be replaced by afterwards. */
const late = new Map();

function press({ target }) {
  clearTimeout(released);
  pressed = target;
}

/** A click comes after the release, on a touch screen a moment later. */
function release() {
  clearTimeout(released);
  released = setTimeout(() => {
    pressed = null;
    const parts = [...late];
    late.clear();
    for (const [part, html] of parts) put(part, html);
  }, 100);
}

/** Replaces the content of a part by HTML from the server, and restores the focus in it: by its id, or else by its place. */
function put(part, html) {
  if (part?.contains(pressed)) {
    late.set(part, html);
    return;
  }
  if (!part || sent.get(part) === html) return;
  sent.set(part, html);
  const { activeElement: held } = document;
  const at = part.contains(held) ? reachable(part).indexOf(held) : -1;
  part.innerHTML = html;
  for (const waited of part.querySelectorAll("[data-since]")) waited.dataset.since = Date.now() - waited.dataset.since * 1000;
  tick();
  if (at < 0) return;
  const again = held.id ? document.getElementById(held.id) : reachable(part)[at];
  (again ?? document.querySelector("h1")).focus({ preventScroll: true });
}

/**
 * Sends a message. A seek and its end wait for the next connection. What begins a game at once does not: by then the visitor may have
 * gone.
 */
function send(text) {
  const { t } = JSON.parse(text);
  if (!socket?.send(text) && ["seek", "cancel"].includes(t)) unsent = text;
}

/** Updates the waiting time. */
function tick() {
  for (const waited of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - waited.dataset.since) / 1000));
    waited.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

function start() {
  // Hydration must find the page as the server rendered it: until then nothing in it may change.
  if (isHydrated && root.dataset.ready === undefined) return setTimeout(start, 200);
  connect();
  setInterval(tick, 1000);
  addEventListener("pointerdown", press, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, release, true);
  addEventListener("keydown", (event) => event.key === " " && press(event), true);
  addEventListener("keyup", (event) => event.key === " " && release(), true);
  // What is released in another window is not told to this one.
  addEventListener("blur", release);
  // A home page restored from the back/forward cache shows outdated rooms and turns.
  addEventListener("pageshow", ({ persisted }) => persisted && page === "home" && location.reload());
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-say]");
  if (button) send(button.dataset.say);
  const bot = target.closest("[data-bot]")?.dataset.bot;
  // On what the form says.
  if (bot) send(JSON.stringify({ t: "bot", bot, ...Object.fromEntries(new FormData(document.getElementById("seek"))) }));
});

/** Where the form's last choices are stored. */
const CHOICES = "duello.seek";
const form = document.getElementById("seek");
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const choices = Object.fromEntries(new FormData(form));
  send(JSON.stringify({ t: "seek", ...choices }));
  try {
    localStorage.setItem(CHOICES, JSON.stringify(choices));
  } catch {
    // Nothing can be stored: the form begins anew.
  }
});

/** Chooses again what was chosen last, except for the game, which the address says, and for what the visitor has chosen already. */
function restoreChoices() {
  let choices;
  try {
    choices = JSON.parse(localStorage.getItem(CHOICES));
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(choices ?? {})) {
    const field = form.elements[name];
    if (name === "game" || !field) continue;
    const isUntouched = field.options ? field.selectedIndex === 0 : [...field].every((one) => one.checked === one.defaultChecked);
    // What is not offered any more is left out: a list would show nothing at all.
    const isOffered = [...(field.options ?? field)].some((choice) => choice.value === value);
    if (isUntouched && isOffered) field.value = value;
  }
}
if (form) restoreChoices();
start();
