//! Draws the harness's positions and writes PNGs: node pictures.mjs FOLDER [games themes views lights], each a list with commas or
//! "all". SIZE (1200x700), RATIO (1) and MARKS (1 for marks) say how.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "./browser.mjs";

const ALL = {
  game: ["mancala", "mapello"],
  theme: ["walnut", "marble", "night", "garden", "contrast"],
  view: ["table", "seat", "side", "above", "free", "close"],
  light: ["window", "lamp", "candle"],
};
const [folder, ...wanted] = process.argv.slice(2);
const isGiven = (list) => list !== undefined && list !== "all";
const [games, themes, views, lights] = Object.values(ALL).map((all, at) => isGiven(wanted[at]) ? wanted[at].split(",") : all);
const [width, height] = (process.env.SIZE ?? "1200x700").split("x").map(Number);

const { page, close } = await open(width, height);
await page.evaluate(([w, h, r]) => scene.resize(w, h, r), [width, height, Number(process.env.RATIO ?? 1)]);
mkdirSync(folder, { recursive: true });
for (const game of games) for (const theme of themes) for (const view of views) for (const light of lights) {
  const begin = performance.now();
  const url = await page.evaluate(([marks, game, theme, view, light]) => {
    scene.calm(true);
    scene.theme(theme);
    // Close by: the free view, nearer.
    scene.view(view === "close" ? "free" : view);
    if (view === "close") scene.drag(0.02, -0.08, 2.6);
    scene.lights(light);
    scene.show(table(game, marks));
    scene.frame(0);
    return canvas.toDataURL("image/png");
  }, [process.env.MARKS === "1", game, theme, view, light]);
  const file = join(folder, `${game}-${theme}-${view}-${light}.png`);
  writeFileSync(file, Buffer.from(url.split(",")[1], "base64"));
  console.log(file, `${Math.round(performance.now() - begin)} ms`);
}
process.exit(await close() ? 1 : 0);
