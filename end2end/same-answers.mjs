//! Whether the page's program, as it is shipped, says to 200 positions what this machine says (`questions.txt`, which a test of
//! `thinker/question.rs` holds against the engine): the same move, value and count of positions. In Node; the browser is asked
//! the same in `thinker.spec.ts`.
//! Use: node same-answers.mjs SITE
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = join(process.argv[2] ?? "", "pkg");
const names = await readdir(folder);
/** @param {RegExp} kind */
async function shipped(kind) {
  const [name, ...others] = names.filter((name) => kind.test(name));
  if (!name || others.length > 0) throw new Error(`${folder} must hold one ${kind}: build the page first (make build)`);
  return readFile(join(folder, name));
}

// Node takes a file for a module by its ending.
const place = await mkdtemp(join(tmpdir(), "duello-"));
await writeFile(join(place, "page.mjs"), await shipped(/^duello\.[\w-]+\.js$/));
const { initSync, think } = await import(pathToFileURL(join(place, "page.mjs")).href);
await rm(place, { recursive: true });
initSync({ module: new WebAssembly.Module(await shipped(/^duello\.[\w-]+\.wasm$/)) });

const lines = (await readFile(new URL("questions.txt", import.meta.url), "utf8")).trimEnd().split("\n");
let [asked, seen] = [0, 0];
for (let at = 0; at < lines.length; at += 3) {
  const answer = think(`${lines[at]}\n${lines[at + 1]}`);
  if (answer !== lines[at + 2]) throw new Error(`question ${asked}: ${answer} in the page, ${lines[at + 2]} on this machine`);
  asked += 1;
  seen += Number(answer.split(" ")[1]);
}
if (asked !== 200) throw new Error(`${asked} questions, not 200`);
console.log(`${asked} positions answered alike by the page's program and this machine, ${seen} positions looked at`);
