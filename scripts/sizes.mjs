//! Holds the built page to its budget: prints raw, gzip and brotli bytes of wasm, JS, CSS and the first visit, and ends
//! with 1 when a limit is passed. The page's HTML is not a file; the end-to-end tests weigh it.
//! Use: node sizes.mjs SITE, after compress.mjs
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Limits in bytes as sent with brotli; 1 kB is 1000 bytes. */
const LIMITS = { wasm: 220_000, JS: 15_000, worker: 1_500, CSS: 15_000, "first visit": 270_000 };

const site = process.argv[2];
if (!site) fail("which folder? Use: node sizes.mjs SITE");
if (!existsSync(join(site, "pkg"))) fail(`${site} holds no pkg folder: build the page first (make build)`);

function fail(reason) {
  console.error(`sizes: ${reason}`);
  process.exit(1);
}

function filesIn(folder, wanted) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => wanted.test(name))
    .map((name) => join(folder, name));
}

/** Bytes of a file as sent in an encoding; a file that would not shrink has no encoding and is sent as it is. */
function sent(path, ending) {
  return statSync(existsSync(path + ending) ? path + ending : path).size;
}

function weigh(files) {
  const sum = (ending) => files.reduce((total, path) => total + sent(path, ending), 0);
  return { raw: sum(""), gzip: sum(".gz"), brotli: sum(".br") };
}

const WORKER = "sw.js";
const pkg = join(site, "pkg");
const beside = readdirSync(site).filter((name) => name.endsWith(".js"));
const parts = {
  wasm: filesIn(pkg, /\.wasm$/),
  // What a page loads beside its program: films, sounds, the camera, the computer.
  JS: [...filesIn(pkg, /\.m?js$/), ...beside.filter((name) => name !== WORKER).map((name) => join(site, name))],
  // What the browser itself loads when the page has long been there.
  worker: beside.filter((name) => name === WORKER).map((name) => join(site, name)),
  CSS: filesIn(pkg, /\.css$/),
};
for (const [part, files] of Object.entries(parts)) {
  if (files.length === 0) fail(`no ${part} in ${pkg}: the build is not complete`);
}
if (parts.wasm.some((path) => !existsSync(`${path}.br`))) fail("the wasm is not compressed: run compress.mjs first");

// What a browser asks for unasked on its first visit: the three above, the icon, the manifest and its words.
const icons = filesIn(site, /^(favicon\.[a-z]+|[a-z]+\.webmanifest)$/);
// One language a visit: the longest.
const words = filesIn(join(site, "words"), /\.txt$/).sort((a, b) => sent(b, ".br") - sent(a, ".br")).slice(0, 1);
parts["first visit"] = [...Object.values(parts).flat(), ...icons, ...words];

const rows = Object.entries(parts).map(([part, files]) => ({ part, limit: LIMITS[part], ...weigh(files) }));
const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(9);
console.log("kB (1000 bytes)" + ["raw", "gzip", "brotli", "limit"].map((head) => head.padStart(9)).join(""));
for (const { part, raw, gzip, brotli, limit } of rows) {
  const verdict = brotli > limit ? `  over by ${(brotli - limit) / 1000} kB` : "";
  console.log(part.padEnd(15) + kB(raw) + kB(gzip) + kB(brotli) + kB(limit) + verdict);
}
if (rows.some(({ brotli, limit }) => brotli > limit)) fail("over the limit, see the table");
