// The page of a finished game: replays it without page loads, by single steps or as an animation, copies and shares links, and
// opens the game on this device.
/** The interval between two moves of the automatic replay, and the pause after a longer film, in milliseconds. */
const MOVE_MS = 1500;
const PAUSE_MS = 500;
const main = document.querySelector("main");
const part = () => document.getElementById("steps");
const step = (name) => part()?.querySelector(`[data-step=${name}]`);
/** The number of steps requested, the address of the one being loaded, and the timer of the automatic replay. */
let requests = 0;
let loading = "";
let timer = 0;

// The camera that was chosen at a table. Pages in frames of other sites know no settings.
if (document.querySelector("meta[name=storage-keys]")) import("/camera.js").catch(() => {});

/** Loads what plays films at tables as well; without it the steps are shown without animation. */
const loadStage = () => import("/stage.js").catch(() => {});

/** The speed of animations in percent of the usual one, as at tables (src/app/game/view/playback.rs); 0 without motion. */
const speed = () => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, fast: 200, slow: 50 }[document.documentElement.dataset.motion] ?? 100;
};

/** Morphs a part of the page into another one. Equal elements stay, and with them the focus. */
const morph = (old, now) => {
  if (old.nodeName !== now.nodeName || old.childNodes.length !== now.childNodes.length) return old.replaceWith(now);
  if (!old.attributes) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const children = [...now.childNodes];
  for (const [at, child] of [...old.childNodes].entries()) morph(child, children[at]);
};

/** The board in three dimensions stays open: it is no part of what the server sends. */
const keepScene = (next) => {
  const [open, place] = [part().querySelector("[data-scene]"), next.querySelector(".boards")];
  if (!open) return;
  place.dataset.scene = open.dataset.scene;
  place.prepend(open.querySelector(".scene").cloneNode());
};

/** Shows the step that a link leads to; returns how long its film takes in milliseconds, or false if that did not work. */
const show = async ({ href }) => {
  // While a key is held down, the same step is not requested again and again.
  if (href === loading) return false;
  loading = href;
  const own = ++requests;
  try {
    const isNext = href === step("on")?.href;
    const [answer] = await Promise.all([fetch(href), loadStage()]);
    if (!answer.ok) throw answer.status;
    const text = await answer.text();
    if (own !== requests) return false;
    loading = "";
    // Parsed without its head, because its styles would be reported as violations of the content security policy.
    const page = new DOMParser().parseFromString(text.slice(text.lastIndexOf("<main")), "text/html");
    const next = page.getElementById("steps");
    showScriptButtons(next);
    const list = part().querySelector(".moves")?.scrollTop;
    keepScene(next);
    globalThis.duello?.finish();
    const children = [...next.childNodes];
    for (const [at, child] of [...part().childNodes].entries()) morph(child, children[at]);
    history.replaceState(null, "", href);
    if (list !== undefined) scrollToCurrent(list);
    const { film } = next.dataset;
    if (!isNext || !film) return 0;
    globalThis.duello?.play(film, speed());
    return speed() && (parseInt(film) * 100) / speed();
  } catch {
    if (own === requests) {
      stop();
      location.href = href;
    }
    return false;
  }
};

const isRunning = () => "runs" in part().dataset;

/** Stops the automatic replay, and drops the step being loaded. */
const stop = () => {
  clearTimeout(timer);
  requests += 1;
  loading = "";
  delete part().dataset.runs;
};

/** Continues the automatic replay from this step. */
const run = async (link) => {
  part().dataset.runs = "";
  const film = await show(link);
  if (film === false) return;
  if (step("on").href) timer = setTimeout(() => run(step("on")), Math.max(MOVE_MS, film + PAUSE_MS));
  else stop();
};

const scrollToCurrent = (top) => {
  const list = part()?.querySelector(".moves");
  const entry = list?.querySelector("[aria-current]");
  if (!list) return;
  list.scrollTop = top;
  if (!entry) return;
  const from = entry.offsetTop - list.scrollTop;
  if (from < 0 || from + entry.offsetHeight > list.clientHeight) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
};

/** What only some browsers can do: draw in three dimensions, and record what they draw. */
const canSave = () => {
  const picture = "WebGL2RenderingContext" in globalThis;
  return { picture, film: picture && "MediaRecorder" in globalThis && "captureStream" in HTMLCanvasElement.prototype };
};

// Buttons that need this script are hidden without it. What a browser cannot do is not offered.
const showScriptButtons = (within) => {
  const can = canSave();
  for (const button of within.querySelectorAll("button[hidden]")) {
    if (can[button.dataset.save] === false) button.remove();
    button.hidden = false;
  }
};

/** Saves a picture or a film. */
const saveSeen = async (button) => {
  const said = document.querySelector("#said");
  said.textContent = "";
  try {
    await (await import("/record-film.js")).save(button);
  } catch {
    said.textContent = button.dataset.failed;
  }
};

const open = async ({ open: begin, ply, path }) => {
  const { begins, moves, end, summary, names, place } = JSON.parse(main.dataset.game);
  try {
    const { keepReview, startFrom } = await import("/local-archive.js?EDITION");
    if (begin !== "0") {
      location.href = `${path}?game=${startFrom([...begins[begin], ...moves.slice(0, ply)])}`;
      return;
    }
    const log = [...begins[0], ...moves, ...(end ? [end] : [])];
    const game = { ...summary, names, log, ...(place ? { place } : {}) };
    // A game that was read is nowhere else; a public one has its page.
    location.href = `${path}?game=${await keepReview(game, "read" in main.dataset)}&move=${ply}`;
  } catch {
    const said = document.getElementById("unkept");
    said.textContent = said.dataset.review;
    said.hidden = false;
  }
};

const shareGame = async ({ share: game, copied, noPicture }) => {
  const said = document.querySelector("#said");
  said.textContent = "";
  const { share } = await import("/share.js");
  const how = await share(JSON.parse(game));
  said.textContent = [how.includes("copied") && copied, how.includes("no-picture") && noPicture].filter(Boolean).join(" ");
};

addEventListener("click", async (event) => {
  const link = event.target.closest?.("#steps a[data-step], #steps .turn-token");
  if (link?.href && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
    event.preventDefault();
    if (isRunning()) stop();
    show(link);
  }
  const button = event.target.closest?.("button");
  if (button?.dataset.step) {
    const wasRunning = isRunning();
    stop();
    // At the end the replay starts again from the beginning.
    if (!wasRunning) run(step(step("on").href ? "on" : "first"));
  }
  if (button?.dataset.open) open(button.dataset);
  if (button?.dataset.save) saveSeen(button);
  if (button?.dataset.share) shareGame(button.dataset);
  if (button?.dataset.copy) {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      document.querySelector("#said").textContent = button.dataset.done;
    } catch {
      document.querySelector("#said").textContent = button.dataset.shut;
    }
  }
});

const KEYS = { ArrowLeft: "back", ArrowRight: "on", "[": "back", "]": "on", Home: "first", End: "last" };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const link = KEYS[event.key] && step(KEYS[event.key]);
  if (!link) return;
  event.preventDefault();
  if (isRunning()) stop();
  if (link.href) show(link);
});

showScriptButtons(document);
scrollToCurrent(0);
