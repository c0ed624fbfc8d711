//! What no pass of wasm-opt does to make a page's wasm travel lighter: an order of its functions in which those that are
//! alike follow each other, so that brotli has less to say of each, and short names for what JavaScript and wasm know each other by.
import { createHash } from "node:crypto";

const SECTION = { custom: 0, imports: 2, exports: 7, code: 10 };

/** Reads an unsigned LEB128 number; the position after it as well. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value >>> 0, at];
  }
}

/** Writes an unsigned LEB128 number. */
function leb(value) {
  const bytes = [];
  for (; value >= 0x80; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value]);
}

/** What has its length before it: a name, a section's content. */
const measured = (content) => Buffer.concat([leb(content.length), content]);

const section = (id, content) => Buffer.concat([Buffer.from([id]), measured(content)]);

/** The sections of a module in their order: `{ id, content }`. */
function sections(module) {
  const found = [];
  for (let at = 8; at < module.length; ) {
    const id = module[at];
    const [length, start] = number(module, at + 1);
    found.push({ id, content: module.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

/** The bodies of a module's own functions. */
function bodies(module) {
  const { content } = sections(module).find(({ id }) => id === SECTION.code);
  let [count, at] = number(content, 0);
  return Array.from({ length: count }, () => {
    const [length, start] = number(content, at);
    at = start + length;
    return content.subarray(start, at);
  });
}

/** How many bytes are compared as one: fewer are alike everywhere, more hardly anywhere. */
const RUN = 4;
/** What stands in more functions than this tells nothing of any of them. */
const COMMON = 300;

/** An order in which each function is the one of those left that has most in common with the two before it. */
function order(functions) {
  const runs = functions.map((body) => {
    const found = new Set();
    for (let at = 0; at + RUN <= body.length; at++) found.add(body.readInt32LE(at));
    return found;
  });
  const holders = new Map();
  runs.forEach((found, index) => found.forEach((run) => holders.has(run) ? holders.get(run).push(index) : holders.set(run, [index])));

  const left = new Set(functions.keys());
  const ordered = [];
  while (left.size > 0) {
    const common = new Map();
    for (const [back, before] of ordered.slice(-2).reverse().entries()) {
      for (const run of runs[before]) {
        const others = holders.get(run);
        if (others.length > COMMON) continue;
        for (const other of others) if (left.has(other)) common.set(other, (common.get(other) ?? 0) + 1 / (1 + back));
      }
    }
    // By its own size, or the largest would have most in common with every one.
    const score = ([index, shared]) => shared / (20 + runs[index].size);
    const [next] = common.size > 0 ? [...common].reduce((best, one) => (score(one) > score(best) ? one : best)) : left;
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** A module with a name for each of its functions by which `wasm-opt --reorder-functions-by-name` puts like beside like. */
export function nameByLikeness(module) {
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(module)).filter(({ kind }) => kind === "function").length;
  const ordered = order(bodies(module));
  const names = ordered
    .map((index, place) => ({ index: imported + index, name: Buffer.from(String(place).padStart(6, "0")) }))
    .sort((a, b) => a.index - b.index)
    .map(({ index, name }) => Buffer.concat([leb(index), measured(name)]));
  const FUNCTIONS = 1;
  const list = section(FUNCTIONS, Buffer.concat([leb(names.length), ...names]));
  return Buffer.concat([module, section(SECTION.custom, Buffer.concat([measured(Buffer.from("name")), list]))]);
}

/** What wasm-bindgen names: a word or two and a hash. */
const NAME = /(?:__wbg|__wbindgen|wasm_bindgen)_\w*?[0-9a-f]{16}(?:_\d+)?(?!\w)/g;

/** Four signs for a name. They follow from it alone, so that script and wasm agree, also when one of them is done again. */
function short(name) {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const signs = `${letters}0123456789`;
  const [first, ...rest] = createHash("sha256").update(name).digest();
  return letters[first % letters.length] + rest.slice(0, 3).map((byte) => signs[byte % signs.length]).join("");
}

/** Throws if two names become one. */
function tellApart(text) {
  const names = [...new Set(text.match(NAME))];
  if (new Set(names.map(short)).size < names.length) throw new Error("two names of wasm-bindgen have the same short one");
}

/** A script of wasm-bindgen with short names for what it gives to its wasm and takes from it. Throws if two become one. */
export function shortenScript(text) {
  tellApart(text);
  return text.replace(NAME, short);
}

/** A module with the same names as its script. Throws if two become one, or if what comes of it is no module. */
export function shortenModule(module) {
  const texts = sections(module).map(({ id, content }) => {
    if (id !== SECTION.imports && id !== SECTION.exports) return section(id, content);
    tellApart(content.toString("latin1"));
    // A name of this length has one byte of length before it.
    const changed = content.toString("latin1").replace(new RegExp(`[\\s\\S](${NAME.source})`, "g"), (_, name) => {
      const renamed = short(name);
      return String.fromCharCode(renamed.length) + renamed;
    });
    return section(id, Buffer.from(changed, "latin1"));
  });
  const shortened = Buffer.concat([module.subarray(0, 8), ...texts]);
  if (!WebAssembly.validate(shortened)) throw new Error("with short names it is no module any more");
  return shortened;
}

/**
 * A module whose panics tell the file and the line of a library, and not the folders: those are of the machine that built it, and
 * half a kilobyte. Each text keeps its length, as others are found by where it ends.
 */
export function withoutFolders(module, cargo) {
  const home = cargo.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // Each text has another one right behind it: only what has the shape of a path of a library is taken for one.
  const library = `(?:${home}/registry/src/[^/]+/[^/]+|/rustc/[0-9a-f]{40}/library/[^/]+)/(?:[-\\w]+/)*(?=[-\\w]+\\.rs)`;
  const text = module.toString("latin1").replace(new RegExp(library, "g"), (folders) => "/".repeat(folders.length));
  if (text.includes(`${cargo}/registry/`)) throw new Error(`the module still tells of ${cargo}`);
  return Buffer.from(text, "latin1");
}
