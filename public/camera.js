//! What the camera needs of scripts: the board in three dimensions is loaded once it is chosen, and the flat board makes half a
//! turn when it is flipped.

const root = document.documentElement;
const EASED = { duration: 800, easing: "cubic-bezier(.3, .7, .2, 1)" };
const isStill = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The board is already flipped, and half a turn leads there. It shrinks on the way, to have room. */
new MutationObserver(([{ target }]) => {
  if (isStill() || !target.matches(".game .stage:not([data-scene]) > .board")) return;
  const steps = [["180deg", 1], ["90deg", 0.62], ["0deg", 1]];
  target.animate(steps.map(([by, size]) => ({ transform: `rotate(${by}) scale(${size})` })), EASED);
}).observe(document.body, { attributeFilter: ["data-turned"], subtree: true });

/** What draws the board in three dimensions. A page without a board has it fetched for the next one, unless data is to be saved. */
function loadScene() {
  if ((root.dataset.camera ?? "flat") === "flat") return;
  if (document.querySelector(".game .stage > .board, .record-board .board")) import(`./scene.js${new URL(import.meta.url).search}`);
  else if (!navigator.connection?.saveData) (globalThis.requestIdleCallback ?? setTimeout)(fetchAhead);
}

function fetchAhead() {
  for (const href of [`/scene.js${new URL(import.meta.url).search}`, document.querySelector("meta[name=scene]")?.content]) {
    if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
}

new MutationObserver(loadScene).observe(root, { attributeFilter: ["data-camera"] });
loadScene();
