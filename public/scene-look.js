//! What all scenes have in common, that of a board (scene.js) and that of a film (scene-film.js): whether they may be drawn here,
//! and how they look by the settings.
const root = document.documentElement;
const { look: KEPT } = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
/** Tests draw in software, and want all of it. The page may have changed its address since. */
const { name: opened } = performance.getEntriesByType("navigation")[0] ?? { name: location.href };
export const FORCED = new URL(opened).searchParams.get("scene") === "force";
/** The cameras that show a scene, as its program knows them. In the last one the camera stays where it was left. */
const VIEWS = ["table", "seat", "side", "above", "free"];
const FREE = "free";

export const isChosen = () => VIEWS.includes(root.dataset.camera);

/** A scene on a canvas. An error without WebGL2, and where the processor would draw. */
export function sceneOn(canvas, module) {
  const scene = new module.Scene(canvas);
  if (!scene.isSoftware() || FORCED) return scene;
  endScene(scene, canvas);
  throw new Error("drawn in software");
}

/** Browsers keep 16 contexts at most, and those of canvases that are gone until memory runs short. */
export function endScene(scene, canvas) {
  scene.free();
  canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
}

/** Theme and lights are those of the settings. */
export function light(scene) {
  const { theme = "walnut", light = "window" } = root.dataset;
  scene.theme(theme);
  scene.lights(light);
}

/** Looks from where the settings say; at a flat board from the table. */
export function takeView(scene) {
  const { camera, spin, tilt, zoom } = root.dataset;
  if (camera === FREE && spin && tilt) scene.viewFrom(Number(spin), Number(tilt), Number(zoom ?? 1));
  else scene.view(isChosen() ? camera : VIEWS[0]);
}

/** Keeps where the free camera was left. */
export function keepPlace(scene) {
  if (root.dataset.camera !== FREE) return;
  const [spin, tilt, zoom] = [...scene.place()].map((number) => Math.round(number * 100) / 100);
  Object.assign(root.dataset, { spin, tilt, zoom });
  try {
    const kept = new URLSearchParams(localStorage.getItem(KEPT) ?? "");
    for (const [name, value] of Object.entries({ spin, tilt, zoom })) kept.set(name, value);
    localStorage.setItem(KEPT, kept);
  } catch {
    // Where local storage is forbidden, it lasts as long as the page.
  }
}
