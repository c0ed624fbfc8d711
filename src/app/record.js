// A finished game: steps without a page for each, one after the other as a film, links that copy themselves, and the way onto
// this device.
/** From one move of the film to the next, in milliseconds. */
const PACE = 1500;
const main = document.querySelector("main");
const part = () => document.getElementById("steps");
const step = (name) => part()?.querySelector(`[data-step=${name}]`);
/** How many steps were asked for, the one that is on its way, and the timer of the film. */
let asked = 0;
let wanted = "";
let film = 0;

/** Where each stone lies, and what lies on each square: to see what a step moves. */
const lying = () => ({
  stones: [...part().querySelectorAll(".stone")].map((stone) => getComputedStyle(stone).translate),
  discs: [...part().querySelectorAll(".sq")].map(({ dataset }) => dataset.disc),
});

/** Leads the eye from what lay to what lies. The stones are always in the same order. */
const move = (before) => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off") return;
  const after = lying();
  const eased = { duration: 450, easing: "ease-in-out" };
  for (const [at, stone] of part().querySelectorAll(".stone").entries()) {
    const way = [before.stones[at], after.stones[at]];
    if (way[0] && way[0] !== way[1]) stone.animate({ translate: way }, eased);
  }
  for (const [at, square] of part().querySelectorAll(".sq").entries()) {
    const [old, now] = [before.discs[at], after.discs[at]];
    if (now && now !== old) square.querySelector(".disc").animate({ scale: [old ? "0 1" : "0", "1"] }, eased);
  }
};

/** Makes a part of the page like another one. What is alike stays, and with it the focus. */
const liken = (old, now) => {
  if (old.nodeName !== now.nodeName || old.childNodes.length !== now.childNodes.length) return old.replaceWith(now);
  if (!old.attributes) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const children = [...now.childNodes];
  for (const [at, child] of [...old.childNodes].entries()) liken(child, children[at]);
};

/** Shows the step that a link leads to; whether it did. */
const show = async ({ href }) => {
  // A key that is held down does not have the same step begun again and again.
  if (href === wanted) return false;
  wanted = href;
  const own = ++asked;
  try {
    const answer = await fetch(href);
    if (!answer.ok) throw answer.status;
    const text = await answer.text();
    if (own !== asked) return false;
    wanted = "";
    // Without its head: styles that are parsed here would be reported as not allowed.
    const page = new DOMParser().parseFromString(text.slice(text.lastIndexOf("<main")), "text/html");
    const next = page.getElementById("steps");
    wake(next);
    const list = part().querySelector(".moves")?.scrollTop;
    const before = lying();
    const children = [...next.childNodes];
    for (const [at, child] of [...part().childNodes].entries()) liken(child, children[at]);
    move(before);
    history.replaceState(null, "", href);
    if (list !== undefined) follow(list);
    return true;
  } catch {
    if (own === asked) {
      stop();
      location.href = href;
    }
    return false;
  }
};

const runs = () => "runs" in part().dataset;

/** Ends the film, with the step that is on its way. */
const stop = () => {
  clearTimeout(film);
  asked += 1;
  wanted = "";
  delete part().dataset.runs;
};

/** Goes on with the film, from this step. */
const run = async (link) => {
  part().dataset.runs = "";
  if (!(await show(link))) return;
  if (step("on").href) film = setTimeout(() => run(step("on")), PACE);
  else stop();
};

const follow = (top) => {
  const list = part()?.querySelector(".moves");
  const entry = list?.querySelector("[aria-current]");
  if (!list) return;
  list.scrollTop = top;
  if (!entry) return;
  const from = entry.offsetTop - list.scrollTop;
  if (from < 0 || from + entry.offsetHeight > list.clientHeight) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
};

// What needs this script is there with it only.
const wake = (within) => {
  for (const button of within.querySelectorAll("button[hidden]")) button.hidden = false;
};

const open = async ({ begin, ply, key, path, sure }) => {
  const { begins, moves, end } = JSON.parse(main.dataset.game);
  const whole = begin === "0" && end ? [end] : [];
  const log = JSON.stringify([...begins[begin], ...moves.slice(0, ply), ...whole]);
  try {
    // What was played there is not lost.
    if (localStorage.getItem(key) && !(await (await import("/local-archive.js")).mayReplace(key, log, sure))) return;
    localStorage.setItem(key, log);
    location.href = path;
  } catch {
    // Storage is shut, and there is nowhere to put it; or what is stored there could not be read.
  }
};

addEventListener("click", async (event) => {
  const link = event.target.closest?.("#steps a[data-step], #steps .turn-token");
  if (link?.href && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
    event.preventDefault();
    if (runs()) stop();
    show(link);
  }
  const button = event.target.closest?.("button");
  if (button?.dataset.step) {
    const goes = runs();
    stop();
    // From its end the film begins anew.
    if (!goes) run(step(step("on").href ? "on" : "first"));
  }
  if (button?.dataset.open) open({ begin: button.dataset.open, ...button.dataset });
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
  if (runs()) stop();
  if (link.href) show(link);
});

wake(document);
follow(0);
