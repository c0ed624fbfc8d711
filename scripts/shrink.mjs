//! Makes one built file smaller: wasm by binaryen's passes, scripts by terser.
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What stands in the wasm of page and engine: binaryen refuses what it is not told of. */
const FEATURES = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue", "simd"];

/** What a library of Leptos exports for streams, whether or not the page has any; its code would stay for that alone. */
const STREAMS = /^(__wbg_)?intounderlying/;

/**
 * The page is made small. The control flow is built from scratch; and what is called once stays a function of its own, unless it is
 * small: the file is no smaller for that, but what is sent is, because functions that differ in their locals alone repeat each
 * other byte by byte. What is small is a matter of time as well, because browsers compile each function on its first call: with
 * 10 there were a fifth more of them, and pages started later, for 2 % fewer bytes (ADR 0046).
 */
const SMALL = ["--flatten", "--rereloop", "-Oz", "-Oz", "-Oz", "--reorder-locals", "--one-caller-inline-max-function-size=40"];
/** The engine is made fast. */
const FAST = ["-O4"];

/** Takes out of a wasm file what only exports reach that nobody calls. */
async function prune(path, features) {
  const module = new WebAssembly.Module(await readFile(path));
  // A page that makes streams has their classes made by JavaScript, and imports that.
  if (WebAssembly.Module.imports(module).some(({ name }) => name.includes("intounderlying"))) return;
  const used = WebAssembly.Module.exports(module).map(({ name }) => name).filter((name) => !STREAMS.test(name));
  const graph = [{ name: "page", root: true, reaches: used }, ...used.map((name) => ({ name, export: name }))];
  const file = `${path}.exports.json`;
  await writeFile(file, JSON.stringify(graph));
  await run("wasm-metadce", [...features, path, "--graph-file", file, "-o", path], { maxBuffer: 1 << 26 });
  await rm(file);
}

/** Makes a wasm file small, or the engine fast. */
export async function finishWasm(path) {
  const features = FEATURES.map((feature) => `--enable-${feature}`);
  const fast = basename(path).startsWith("engine");
  if (!fast && basename(path) === "duello.wasm") await prune(path, features);
  await run("wasm-opt", [...features, ...(fast ? FAST : SMALL), "--strip-debug", "--strip-producers", path, "-o", path]);
  const cargo = resolve(process.env.CARGO_HOME ?? join(homedir(), ".cargo"));
  await writeFile(path, withoutFolders(await readFile(path), cargo));
}

/** Writes a script as short as it can be: what its readers need stands in the source. */
export const finishScript = (path) =>
  run("terser", [path, "--module", "--ecma", "2022", "--compress", "passes=2", "--mangle", "--comments", "false", "--output", path]);

/**
 * A module whose panics tell the file and the line of a library, and not the folders: those are of the machine that built it. Each
 * text keeps its length, as others are found by where it ends.
 */
function withoutFolders(module, cargo) {
  const home = cargo.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // Each text has another one right behind it: only what has the shape of a path of a library is taken for one.
  const library = `(?:${home}/registry/src/[^/]+/[^/]+|/rustc/[0-9a-f]{40}/library/[^/]+)/(?:[-\\w]+/)*(?=[-\\w]+\\.rs)`;
  const text = module.toString("latin1").replace(new RegExp(library, "g"), (folders) => "/".repeat(folders.length));
  if (text.includes(`${cargo}/registry/`)) throw new Error(`the module still tells of ${cargo}`);
  return Buffer.from(text, "latin1");
}
