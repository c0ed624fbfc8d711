//! Precompresses a built page: beside every text-like file of a folder lie FILE.br (brotli 11) and FILE.gz (gzip 9), for
//! the server to send as they are. Files that would not shrink get none; leftovers of earlier runs are taken away.
//! The wasm is made smaller first, all of it here: cargo-leptos is told (`wasm-opt-features`) to leave it as it is.
//! Program and script are then named after what has become of them: pages ask for them by the names in cargo-leptos' hash.txt,
//! and browsers keep what has a name for ever.
//! Use: node compress.mjs SITE HASH.TXT, with wasm-opt, wasm-metadce and terser on the PATH
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { nameByLikeness, shortenModule, shortenScript, withoutFolders } from "./wasm.mjs";

const COMPRESSIBLE = new Set([
  ".wasm", ".js", ".mjs", ".css", ".svg", ".json", ".webmanifest", ".html", ".ico", ".txt", ".xml", ".map",
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

/** What stands in the page's wasm today: binaryen refuses what it is not told of. */
const FEATURES = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"];
/** Where it is noted, beside the site, which wasm has been made smaller already. */
const SHRUNK = "shrunk.txt";

/** What a library of Leptos exports for streams, whether or not the page has any; its code would stay for that alone. */
const STREAMS = /^(__wbg_)?intounderlying/;

/**
 * How the passes are set. The control flow is built from scratch; and what is called once stays a function of its own,
 * unless it is small: the file is no smaller for that, but what is sent is, because functions that differ in their locals
 * alone repeat each other byte by byte. What is small is a matter of time as well, because browsers compile each function on
 * its first call: with 10 there were a fifth more of them, and pages started later, for 2 % fewer bytes (ADR 0046).
 */
const PASSES = ["--flatten", "--rereloop", "-Oz", "-Oz", "-Oz", "--reorder-locals", "--one-caller-inline-max-function-size=40"];
/** The order of functions, by names that are given for it; the levels are for how the result is written. */
const ORDER = ["--optimize-level=3", "--shrink-level=2", "--reorder-functions-by-name"];

const run = promisify(execFile);

/** Takes out of a wasm file what only exports reach that nobody calls. */
async function prune(path, features) {
  const module = new WebAssembly.Module(await readFile(path));
  // A page that makes streams has their classes made by JavaScript, and imports that.
  if (WebAssembly.Module.imports(module).some(({ name }) => name.includes("intounderlying"))) return;
  const used = WebAssembly.Module.exports(module).map(({ name }) => name).filter((name) => !STREAMS.test(name));
  const graph = [{ name: "page", root: true, reaches: used }, ...used.map((name) => ({ name, export: name }))];
  const file = join(site, "..", `${basename(path)}.exports.json`);
  await writeFile(file, JSON.stringify(graph));
  await run("wasm-metadce", [...features, "-g", path, "--graph-file", file, "-o", path]);
  await rm(file);
}

/** Makes a wasm file smaller, once. */
async function shrink(path) {
  const digest = async () => createHash("sha256").update(await readFile(path)).digest("hex");
  const note = join(site, "..", SHRUNK);
  if ((await readFile(note, "utf8").catch(() => "")) === (await digest())) return;
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  await prune(path, features);
  await run("wasm-opt", [...features, ...PASSES, path, "-o", path]);
  await writeFile(path, nameByLikeness(await readFile(path)));
  await run("wasm-opt", [...features, ...ORDER, path, "-o", path]);
  const cargo = resolve(process.env.CARGO_HOME ?? join(homedir(), ".cargo"));
  await writeFile(path, shortenModule(withoutFolders(await readFile(path), cargo)));
  await writeFile(note, await digest());
}

/** Names a built file after its content, and says so in the list of names. */
async function nameAfterContent(path) {
  const [name, hash, ending] = basename(path).split(".");
  const now = createHash("sha256").update(await readFile(path)).digest("base64url").slice(0, 22);
  const list = await readFile(hashes, "utf8");
  if (!list.includes(`${ending}: ${hash}`)) throw new Error(`compress: ${hashes} does not name ${path}`);
  await rename(path, join(dirname(path), `${name}.${now}.${ending}`));
  await writeFile(hashes, list.replace(`${ending}: ${hash}`, `${ending}: ${now}`));
}

/** Takes the comments and keys out of a file of words: the page finds its phrases by their order. */
async function strip(path) {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => !line.startsWith("#"));
  const phrases = lines.filter((line) => line.includes("=")).map((line) => line.replace(/^\w* *= */, "="));
  await writeFile(path, phrases.join("\n"));
}

/** Writes a script as short as it can be: what its readers need stands in the source. */
const shorten = (path) =>
  run("terser", [path, "--module", "--ecma", "2022", "--compress", "passes=2", "--mangle", "--comments", "false", "--output", path]);

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

const [site, hashes] = process.argv.slice(2);
if (!hashes) {
  console.error("compress: which folder and names? Use: node compress.mjs SITE HASH.TXT");
  process.exit(2);
}
const files = await filesBelow(site);
await Promise.all(files.filter((path) => extname(path) in ENCODERS).map((path) => rm(path)));
// Scripts that the compiler has not written stand at the root.
const [scripts, compiled] = [true, false].map((own) =>
  files.filter((path) => extname(path) === ".js" && (dirname(resolve(path)) === resolve(site)) === own),
);
try {
  await Promise.all([...files.filter((path) => extname(path) === ".wasm").map(shrink), ...scripts.map(shorten)]);
} catch (error) {
  const missing = "compress: no wasm-opt, wasm-metadce or terser on the PATH (make setup installs them)";
  console.error(error.code === "ENOENT" ? missing : error.message);
  process.exit(1);
}
await Promise.all(compiled.map(async (path) => writeFile(path, shortenScript(await readFile(path, "utf8")))));
// One after the other: all are in one list.
for (const path of files.filter((path) => extname(path) === ".wasm" || compiled.includes(path))) await nameAfterContent(path);
await Promise.all(files.filter((path) => /\bwords\W\w+\.txt$/.test(path)).map(strip));
const sources = (await filesBelow(site)).filter((path) => COMPRESSIBLE.has(extname(path)));
const started = performance.now();
// zlib works on Node's own pool of threads, so all files at once keep every core busy.
const written = await Promise.all(sources.map(compress));
const total = written.reduce((sum, one) => sum + one, 0);
console.log(`compress: ${sources.length} files, ${total} encodings written in ${Math.round(performance.now() - started)} ms`);
