//! Holds the built site to its budgets (budgets.mjs): prints for each kind of page what a first visit asks for, with brotli, and what
//! the service worker fetches afterwards, and ends with 1 when a limit is passed. The page's HTML is not a file; the end-to-end
//! tests weigh whole visits (visits.spec.ts).
//! Use: node sizes.mjs SITE, after compress.mjs
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ENGINE_MOST, KINDS, SCENE_MOST } from "./budgets.mjs";

const site = process.argv[2];
if (!site) fail("which folder? Use: node sizes.mjs SITE");
if (!existsSync(join(site, "build.json"))) fail(`${site} is not a finished site: build it first (make build)`);

function fail(reason) {
  console.error(`sizes: ${reason}`);
  process.exit(1);
}

/** Bytes of a file as sent with brotli; a file that would not shrink is sent as it is. */
function sent(address) {
  const path = join(site, address);
  if (!existsSync(path)) fail(`${address} is missing: the build is not complete`);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const sum = (addresses) => addresses.reduce((total, address) => total + sent(address), 0);

const built = JSON.parse(readFileSync(join(site, "build.json"), "utf8"));
/** One language a visit: the longest. */
const words = readdirSync(join(site, "words")).filter((name) => name.endsWith(".txt")).map((name) => `/words/${name}`);
const longest = words.sort((a, b) => sent(b) - sent(a))[0];

/** Everything that a kind of page asks for, by what it is for. */
function filesOf({ parts, style, scripts, puzzles }) {
  const bundle = parts?.length > 0 ? [built.bundles[parts.join("-")]?.file ?? fail(`there is no bundle of ${parts}`)] : [];
  const program = parts ? [built.program, built.loader, built.wasm, ...bundle].filter(Boolean) : [];
  return {
    program,
    scripts: scripts.map((name) => `/${name}`),
    style: [built.styles[style] ?? fail(`there is no style sheet ${style}`), ...built.fonts],
    rest: [...(parts ? [longest] : []), ...(puzzles ? [`${built.puzzles}/${puzzles}.txt`] : []), "/favicon.svg"],
  };
}

const kinds = Object.entries(KINDS).map(([kind, budget]) => ({ kind, budget, files: filesOf(budget) }));
const isBundle = (address) => address.endsWith(".bundle");
const known = new Set(kinds.filter(({ budget }) => budget.most).flatMap(({ files }) => Object.values(files).flat()));
/** The files of the parts of a page. What a part shares with another one is a chunk of its own: the service worker keeps those. */
const chunks = ({ parts = [] }) => parts.flatMap((part) => built.parts[part] ?? []);
const knownChunks = new Set(kinds.filter(({ budget }) => budget.most).flatMap(({ budget }) => chunks(budget)));
/** What a page asks for that neither home nor a table has brought; of a bundle, the chunks that are in no bundle of theirs. */
const added = ({ budget, files }) => [
  ...Object.values(files).flat().filter((address) => !known.has(address) && !isBundle(address)),
  ...new Set(chunks(budget).filter((address) => !knownChunks.has(address))),
];
/** What only the pages of puzzles and of mistakes have: it is kept once one of them was opened, and not before. */
const isKeptLater = (address) => address.startsWith(`${built.puzzles}/`) || /\/split_(puzzles|mistakes)\.wasm$/.test(address);
/** What the page and its service worker fetch when it is ready: all chunks, style sheets, scripts and the engine. */
const asked = kinds.flatMap(({ files }) => Object.values(files).flat()).filter((address) => !isBundle(address));
const kept = new Set([...Object.values(built.parts).flat(), ...Object.values(built.styles), ...asked, built.engine, built.engine_wasm, "/engine-worker.js", "/sound.js", "/camera.js", "/scene.js", "/scene-look.js", "/scene-table.js", "/scene-film.js", "/record-film.js", "/share.js", "/device-rows.js", "/app.js"]);

const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(9);
const columns = ["program", "scripts", "style", "rest", "together", "adds", "limit", "kept later"];
console.log("kB, brotli".padEnd(11) + columns.map((name) => name.padStart(name === "kept later" ? 12 : 9)).join(""));
let over = 0;
for (const { kind, budget, files } of kinds) {
  const all = Object.values(files).flat();
  const together = sum(all);
  const adds = sum(added({ budget, files }));
  const [held, limit] = budget.most ? [together, budget.most] : [adds, budget.adds];
  const later = sum([...kept].filter((address) => !all.includes(address) && !isKeptLater(address)));
  const verdict = held > limit ? `  over by ${((held - limit) / 1000).toFixed(1)} kB` : "";
  over += held > limit ? 1 : 0;
  const parts = Object.values(files).map((part) => kB(sum(part))).join("");
  console.log(kind.padEnd(11) + parts + kB(together) + (budget.most ? "        –" : kB(adds)) + kB(limit) + kB(later).padStart(12) + verdict);
}
for (const [name, files, most] of [
  ["engine", [built.engine, built.engine_wasm, "/engine-worker.js"], ENGINE_MOST],
  ["scene", [built.scene, built.scene_wasm, "/scene.js", "/scene-look.js", "/scene-table.js", "/scene-film.js"], SCENE_MOST],
]) {
  const together = sum(files);
  if (together > most) over += 1;
  console.log(name.padEnd(11) + kB(together) + " ".repeat(45) + kB(most) + (together > most ? "  over" : ""));
}
if (over > 0) fail("over the limit, see the table");
