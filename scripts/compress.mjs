//! Finishes a built site: makes its wasm and scripts smaller, moves what was built into folders that are named after their
//! content, writes the list of it (`build.json`, read by the server: src/app/files.rs), and lays beside every text-like file
//! FILE.br (brotli 11) and FILE.gz (gzip 9), for the server to send as they are. Files that would not shrink get none.
//! Browsers keep for ever what lies in a folder with a hash. All files of the page's program share one folder: they name each
//! other, so that none of them could carry a hash of its own, and parts of two builds can never be mixed.
//! Use: node compress.mjs SITE, with wasm-opt, wasm-metadce and terser on the PATH
import { existsSync } from "node:fs";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { finishScript, finishWasm } from "./shrink.mjs";
import { takeFromBundle, writeBundles } from "./bundles.mjs";
import { moveIntoFolder, readParts } from "./folders.mjs";

const COMPRESSIBLE = new Set([
  ".wasm", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".html", ".ico", ".txt", ".xml", ".map", ".bundle",
]);

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** How each encoding is made; the key is the ending of the file it is written to. */
const ENCODERS = {
  ".br": (bytes) =>
    brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
        [zlib.constants.BROTLI_PARAM_LGWIN]: zlib.constants.BROTLI_MAX_WINDOW_BITS,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes) => gzip(bytes, { level: 9 }),
};

/** The phrases of a file of words by their keys; none once the file has been through `strip`. */
async function phrasesOf(path) {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => /^\w+ = /.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf("=") + 2)]));
}

/**
 * Leaves of the files of words the texts alone, because the page finds its phrases by their order. A phrase that a language
 * lacks is there in English, marked as in src/app/text/plural.rs.
 */
async function strip(paths) {
  const files = await Promise.all(paths.map(async (path) => [path, await phrasesOf(path)]));
  const [, english] = files.find(([path]) => basename(path) === "en.txt") ?? ["", new Map()];
  for (const [path, own] of files) {
    const texts = [...english].map(([key, text]) => `=${own.get(key) ?? `~${text}`}`);
    if (own.size > 0) await writeFile(path, texts.join("\n"));
  }
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Writes the encodings of one file that are smaller than the file itself; says how many. */
async function compress(path) {
  const bytes = await readFile(path);
  const written = Object.entries(ENCODERS).map(async ([ending, encode]) => {
    const encoded = await encode(bytes);
    if (encoded.length >= bytes.length) return 0;
    await writeFile(path + ending, encoded);
    return 1;
  });
  return (await Promise.all(written)).reduce((sum, one) => sum + one, 0);
}

/** Does things, as many at a time as there are processors: each is a program of its own. */
async function inTurn(acts) {
  const left = acts.values();
  const work = async () => {
    for (const act of left) await act();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

const [site] = process.argv.slice(2);
if (!site) {
  console.error("compress: which folder? Use: node compress.mjs SITE");
  process.exit(2);
}
const pkg = join(site, "pkg");
const before = await filesBelow(site);
await Promise.all(before.filter((path) => extname(path) in ENCODERS).map((path) => rm(path)));
const files = before.filter((path) => !(extname(path) in ENCODERS));

// What lies in pkg itself is new; what was finished before lies in folders.
const fresh = files.filter((path) => resolve(dirname(path)) === resolve(pkg));
const scripts = files.filter((path) => extname(path) === ".js" && resolve(dirname(path)) === resolve(site));
try {
  const wasm = fresh.filter((path) => extname(path) === ".wasm").map((path) => () => finishWasm(path));
  const script = [...scripts, ...fresh.filter((path) => extname(path) === ".js")].map((path) => () => finishScript(path));
  await inTurn([...wasm, ...script]);
} catch (error) {
  const missing = "compress: no wasm-opt, wasm-metadce or terser on the PATH (make setup installs them)";
  console.error(error.code === "ENOENT" ? missing : error.message);
  process.exit(1);
}
await strip(files.filter((path) => /\bwords\W\w+\.txt$/.test(path)));

/** The list of the files that are finished; what is not built anew stays as it was. */
const list = join(site, "build.json");
const known = existsSync(list) ? JSON.parse(await readFile(list, "utf8")) : {};
const named = (pattern) => fresh.filter((path) => pattern.test(path));
if (named(/\bduello\.js$/).length > 0) {
  const parts = await readParts(pkg);
  const loader = named(/__wasm_split[\w.]*\.js$/)[0];
  const bundles = loader ? await writeBundles(pkg, parts) : {};
  if (loader) await takeFromBundle(loader);
  const built = named(/\b(duello|__wasm_split|chunk|split_\w+?)[\w.]*\.(js|wasm)$/);
  const folder = await moveIntoFolder(pkg, "page", [...built, ...Object.values(bundles).map(({ path }) => path)]);
  const inFolder = (name) => `${folder}/${name}`;
  Object.assign(known, {
    program: inFolder("duello.js"),
    wasm: inFolder("duello.wasm"),
    parts: Object.fromEntries(Object.entries(parts).map(([part, names]) => [part, names.map(inFolder)])),
    bundles: Object.fromEntries(
      Object.entries(bundles).map(([name, { path, chunks }]) => [name, { file: inFolder(basename(path)), chunks }]),
    ),
    loader: loader ? inFolder(basename(loader)) : null,
  });
}
if (named(/\bengine\.js$/).length > 0) {
  const folder = await moveIntoFolder(pkg, "engine", named(/\bengine(_bg)?\.(js|wasm)$/));
  Object.assign(known, { engine: `${folder}/engine.js`, engine_wasm: `${folder}/engine_bg.wasm` });
}
if (named(/\bscene\.js$/).length > 0) {
  const folder = await moveIntoFolder(pkg, "scene", named(/\bscene(_bg)?\.(js|wasm)$/));
  Object.assign(known, { scene: `${folder}/scene.js`, scene_wasm: `${folder}/scene_bg.wasm` });
}
if (named(/\.css$/).length > 0) {
  const fonts = named(/\.woff2$/);
  const folder = await moveIntoFolder(pkg, "style", [...named(/\.css$/), ...fonts]);
  known.fonts = fonts.map((path) => `${folder}/${basename(path)}`);
  known.styles = Object.fromEntries(named(/\.css$/).map((path) => [basename(path, ".css"), `${folder}/${basename(path)}`]));
}
// They lie in the site as they are in public/, and are copied anew with every build.
const puzzles = files.filter((path) => resolve(dirname(path)) === resolve(site, "puzzles"));
if (puzzles.length > 0) known.puzzles = await moveIntoFolder(pkg, "puzzles", puzzles);
await writeFile(list, JSON.stringify(known));
// What no browser asks for, such as declarations for TypeScript, does not go along.
const left = (await readdir(pkg, { withFileTypes: true })).filter((entry) => entry.isFile());
await Promise.all(left.map(({ name }) => rm(join(pkg, name))));

const sources = (await filesBelow(site)).filter((path) => COMPRESSIBLE.has(extname(path)) && path !== list);
const started = performance.now();
// zlib works on Node's own pool of threads, so all files at once keep every core busy.
const written = await Promise.all(sources.map(compress));
const total = written.reduce((sum, one) => sum + one, 0);
console.log(`compress: ${sources.length} files, ${total} encodings written in ${Math.round(performance.now() - started)} ms`);
