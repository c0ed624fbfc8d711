//! What only a browser can tell: script time, draw calls, errors of WebGL, a lost context, growth. node checks.mjs [PICTURE.png]
//! says the figures, and fails if one is out of its bounds; the picture is one of a move that is played.
import { writeFileSync } from "node:fs";
import { open } from "./browser.mjs";

const { page, close } = await open(640, 360);
await page.evaluate(() => { scene.resize(64, 36, 1); scene.calm(true); });

/** The script time of 80 frames in which all 72 stones of a game move. The processor draws as well, so it is waited for. */
const speed = await page.evaluate(() => {
  const pixel = () => { const gl = canvas.getContext("webgl2"); gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); };
  const stones = Array.from({ length: 72 }, (_, number) => [0.2 + 0.1 * (number % 7), number % 2 ? 0.3 : 0.7, 0.3, number % 3, number % 6]);
  const moved = JSON.stringify({ mancala: { pits: 6, near: "first", stones, holes: [] } });
  // Timelines have four decimals.
  const decimals = (number) => number.toFixed(4);
  const flights = stones.map(([x, y, size, layer], number) => `fly ${number} 0 0 900 1 ${[1 - x, 1 - y, size].map(decimals).join(" ")} 0 ${[x, y, size].map(decimals).join(" ")} ${layer}`);
  const film = ["900", ...flights].join("\n");
  const times = [];
  for (let frame = 0; frame < 80; frame++) {
    if (frame % 40 === 0) { scene.play(moved, film); scene.frame(0); pixel(); }
    const begin = performance.now();
    if (scene.frame(5 + (frame % 40) * 20) !== 0) throw new Error("nothing moves");
    times.push(performance.now() - begin);
    if (frame % 5 === 4) pixel();
  }
  times.sort((a, b) => a - b);
  return { median: times[40], "95 %": times[76], worst: times[79] };
});
console.log("script time of a frame with 72 stones that move, in ms:", speed);

/** Draw calls of a frame whose maps are drawn too, for both games, and what WebGL complains of. */
const calls = await page.evaluate(() => {
  const gl = canvas.getContext("webgl2");
  let count = 0;
  for (const name of ["drawElementsInstanced", "drawArrays"]) {
    const draw = gl[name];
    gl[name] = (...of) => { count++; draw.apply(gl, of); };
  }
  const of = (game) => { count = 0; scene.show(table(game, true)); scene.frame(0); return count; };
  return { mancala: of("mancala"), mapello: of("mapello"), error: gl.getError() };
});
console.log("draw calls of a frame:", calls);

/** The picture after the context was lost and restored is the one of before, and nothing is drawn meanwhile. */
const restored = await page.evaluate(async () => {
  const picture = () => { scene.frame(0); return canvas.toDataURL(); };
  scene.show(table("mancala", true));
  const before = picture();
  const gl = canvas.getContext("webgl2");
  const context = gl.getExtension("WEBGL_lose_context");
  const event = (name) => new Promise((done) => canvas.addEventListener(name, (event) => { event.preventDefault(); done(); }, { once: true }));
  const [lost, back] = [event("webglcontextlost"), event("webglcontextrestored")];
  context.loseContext();
  await lost;
  // The browser allows it only once the event is over.
  await new Promise((done) => setTimeout(done, 100));
  scene.lost();
  scene.frame(0);
  context.restoreContext();
  await back;
  scene.restore();
  return before === picture() && before.length > 5_000;
});
console.log("the same picture after a lost context:", restored);

/** Opening and closing it on one canvas leaves no growth of the program's memory. */
const growth = await page.evaluate(() => {
  const turn = () => {
    scene.free();
    globalThis.scene = new Scene(canvas);
    scene.resize(64, 36, 1);
    scene.show(table("mancala", true));
    scene.frame(0);
  };
  for (let times = 0; times < 5; times++) turn();
  const before = memory.buffer.byteLength;
  for (let times = 0; times < 50; times++) turn();
  return { bytes: memory.buffer.byteLength - before, error: canvas.getContext("webgl2").getError(), isSoftware: scene.isSoftware() };
});
console.log("growth after opening it 50 times:", growth);

/** Where the buttons go: the middle of each outline picks its own cell. */
const picked = await page.evaluate(() => {
  const wrong = [];
  for (const game of ["mancala", "mapello"]) {
    scene.show(table(game, false));
    scene.frame(0);
    const numbers = scene.outlines();
    let at = 0;
    for (const id of scene.cells().split(" ")) {
      const corners = numbers[at++];
      const middle = [0, 0];
      for (let corner = 0; corner < corners; corner++) { middle[0] += numbers[at++] / corners; middle[1] += numbers[at++] / corners; }
      if (corners === 0 || scene.pick(...middle) !== id) wrong.push(id);
    }
  }
  return wrong;
});
console.log("cells whose outlines pick another one:", picked);

if (process.argv[2]) {
  const url = await page.evaluate(() => {
    scene.resize(960, 540, 1);
    const shown = JSON.parse(table("mancala", false));
    const stones = shown.mancala.stones.flatMap((stone, number) => stone && number < 8 ? [[number, stone]] : []);
    const film = ["900", ...stones.map(([number, [x, y, size, layer]]) => `fly ${number} 0 0 ${400 + 60 * number} 1 0.24 0.68 ${size.toFixed(4)} 0 ${[x, y, size].map((of) => of.toFixed(4)).join(" ")} ${layer}`)];
    scene.play(JSON.stringify(shown), film.join("\n"));
    scene.frame(0);
    scene.frame(300);
    return canvas.toDataURL("image/png");
  });
  writeFileSync(process.argv[2], Buffer.from(url.split(",")[1], "base64"));
}
const isGood = speed.median < 4 && calls.mancala <= 40 && calls.mapello <= 40 && calls.error === 0 && restored
  && growth.bytes === 0 && growth.error === 0 && growth.isSoftware && picked.length === 0;
process.exit(await close() || !isGood ? 1 : 0);
