//! Whether the engine, as it is shipped, says to 200 positions what this machine says (`questions.jsonl`, which a test of
//! `crates/engine-worker` holds against the engine): the same move, value and count of positions. In Node; the browser is asked the
//! same in `engine-worker.spec.ts`.
//! Use: node same-answers.mjs SITE
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const site = process.argv[2] ?? "";
const { engine, engine_wasm } = JSON.parse(await readFile(join(site, "build.json"), "utf8"));

// Node takes a file for a module by its ending.
const place = await mkdtemp(join(tmpdir(), "duello-"));
await copyFile(join(site, engine), join(place, "engine.mjs"));
const { initSync, ask } = await import(pathToFileURL(join(place, "engine.mjs")).href);
await rm(place, { recursive: true });
initSync({ module: new WebAssembly.Module(await readFile(join(site, engine_wasm))) });

const lines = (await readFile(new URL("questions.jsonl", import.meta.url), "utf8")).trimEnd().split("\n");
let [asked, seen] = [0, 0];
for (let at = 0; at < lines.length; at += 2) {
  const answer = ask(lines[at]);
  if (answer !== lines[at + 1]) throw new Error(`question ${asked}: ${answer} as it is shipped, ${lines[at + 1]} on this machine`);
  asked += 1;
  seen += JSON.parse(answer).nodes;
}
if (asked !== 200) throw new Error(`${asked} questions, not 200`);
console.log(`${asked} positions answered alike by the engine as it is shipped and this machine, ${seen} positions looked at`);
