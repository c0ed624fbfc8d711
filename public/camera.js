//! The camera onto the board: an eased transition when it changes, half a turn when the board is flipped, and
//! the free camera, dragged beside the board or on its rim, with the right button or two fingers, or moved
//! with Shift and arrow keys. The style sheet defines its positions (cameras.css); here are only angles, and
//! animations of `transform`.

const root = document.documentElement;
const { look: KEY } = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
const LIMITS = { tilt: [0, 50], spin: [-30, 30] };
const START = { tilt: 36, spin: 14 };
/** Degrees of rotation per pixel of a drag, and per key press. */
const DRAG = 0.25;
const STEP = 5;
const EASED = { duration: 600, easing: "cubic-bezier(.3, .7, .2, 1)" };

const board = () => document.querySelector(".game .board");
const isFree = () => root.dataset.camera === "free";
const isStill = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const angle = (name) => parseFloat(root.dataset[name] ?? START[name]);

function rotate(tilt, spin) {
  for (const [name, by] of [["tilt", tilt], ["spin", spin]]) {
    const [least, most] = LIMITS[name];
    const value = Math.round(Math.min(most, Math.max(least, angle(name) + by)) * 10) / 10;
    root.dataset[name] = value;
    root.style.setProperty(`--free-${name}`, `${value}deg`);
  }
}

function saveAngles() {
  try {
    const stored = new URLSearchParams(localStorage.getItem(KEY) ?? "");
    for (const name in LIMITS) if (root.dataset[name]) stored.set(name, root.dataset[name]);
    localStorage.setItem(KEY, stored);
  } catch {
    // Where local storage is forbidden, the angles last as long as the page.
  }
}

/** The pointers that are down on the stage, and whether they move the camera. */
const pointers = new Map();
let isOrbiting = false;

addEventListener("pointerdown", (event) => {
  const stage = event.target.closest?.(".stage");
  if (!isFree() || !stage) return;
  pointers.set(event.pointerId, event);
  isOrbiting = pointers.size === 2 || event.button === 2 || (event.button === 0 && !event.target.closest("button, a, .offer, .lost"));
  if (isOrbiting) stage.setPointerCapture(event.pointerId);
}, true);

addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  if (isOrbiting) rotate((event.clientY - before.clientY) * -DRAG / pointers.size, (event.clientX - before.clientX) * -DRAG / pointers.size);
  pointers.set(event.pointerId, event);
});

for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, (event) => {
    if (!pointers.delete(event.pointerId) || !isOrbiting || pointers.size > 0) return;
    isOrbiting = false;
    saveAngles();
  });
}

addEventListener("contextmenu", (event) => {
  if (isFree() && event.target.closest?.(".stage")) event.preventDefault();
});

addEventListener("keydown", (event) => {
  const by = { ArrowUp: [STEP, 0], ArrowDown: [-STEP, 0], ArrowLeft: [0, STEP], ArrowRight: [0, -STEP] }[event.key];
  if (!by || !event.shiftKey || !isFree() || !event.target.closest?.(".board")) return;
  event.preventDefault();
  event.stopPropagation();
  rotate(...by);
  saveAngles();
}, true);

/** Animates from the previous camera to the current one. */
const watcher = new MutationObserver(([change]) => {
  const element = board();
  const camera = root.dataset.camera;
  if (!element || isStill() || change.oldValue === camera) return;
  // Restores the previous camera to measure it, before anything is painted.
  if (change.oldValue === null) delete root.dataset.camera;
  else root.dataset.camera = change.oldValue;
  const from = getComputedStyle(element).transform;
  if (camera === undefined) delete root.dataset.camera;
  else root.dataset.camera = camera;
  watcher.takeRecords();
  const to = getComputedStyle(element).transform;
  element.animate([{ transform: from }, { transform: to }], EASED);
});
watcher.observe(root, { attributeFilter: ["data-camera"], attributeOldValue: true });

/** The board is already flipped, and half a turn leads there. It shrinks on the way, to have room. */
new MutationObserver(([{ target }]) => {
  if (isStill() || !target.matches(".game .board")) return;
  const pose = getComputedStyle(target).transform === "none" ? "" : "var(--pose)";
  const steps = [["180deg", 1], ["90deg", 0.62], ["0deg", 1]];
  target.animate(steps.map(([by, size]) => ({ transform: `${pose} rotate(${by}) scale(${size})` })), { ...EASED, duration: 800 });
}).observe(document.body ?? root, { attributeFilter: ["data-turned"], subtree: true });

/** What draws the board in three dimensions is loaded when it is first chosen. */
const loadScene = () => root.dataset.camera === "scene" && import(`./scene.js${new URL(import.meta.url).search}`);
new MutationObserver(loadScene).observe(root, { attributeFilter: ["data-camera"] });
loadScene();
