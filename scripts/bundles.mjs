//! Bundles: for each kind of page, the chunks of all parts that it needs at first, in one file. Apart, each chunk is compressed for
//! itself, and a table is an eighth larger. A first visit fetches the bundle (src/app/program.js); the service worker keeps the
//! chunks, which all kinds of pages share, and later visits take them from there.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KINDS } from "./budgets.mjs";

/** The chunks one after the other, the largest first, and a list of them with their lengths. */
async function writeBundle(pkg, name, files) {
  const read = await Promise.all(files.map(async (file) => ({ file, bytes: await readFile(join(pkg, file)) })));
  read.sort((one, other) => other.bytes.length - one.bytes.length);
  const path = join(pkg, `${name}.bundle`);
  await writeFile(path, Buffer.concat(read.map(({ bytes }) => bytes)));
  return { path, chunks: read.map(({ file, bytes }) => [file, bytes.length]) };
}

/** Writes the bundles: their names are those of the parts in them. */
export async function writeBundles(pkg, parts) {
  const bundles = {};
  for (const kind of Object.values(KINDS)) {
    const name = kind.parts?.join("-");
    if (!name || name in bundles) continue;
    bundles[name] = await writeBundle(pkg, name, [...new Set(kind.parts.flatMap((part) => parts[part] ?? []))]);
  }
  return bundles;
}

/** Has the script that fetches chunks take those that the page has begun to fetch. */
export async function takeFromBundle(loader) {
  const text = await readFile(loader, "utf8");
  const fetched = /fetch\(new URL\(("\.\/[\w.]+\.wasm"),import\.meta\.url\)\)/g;
  const taken = text.replace(fetched, "globalThis.takeChunk($1,import.meta.url)");
  // Each chunk is fetched in one place, and instantiated there.
  const count = (what) => taken.split(what).length - 1;
  if (count("globalThis.takeChunk(") === 0 || count("globalThis.takeChunk(") !== count("WebAssembly.instantiateStreaming(")) {
    throw new Error(`${loader} fetches chunks in another way than scripts/bundles.mjs knows`);
  }
  await writeFile(loader, taken);
}
