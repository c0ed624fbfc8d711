//! How fast the engine is in a browser, beside the same on this machine: prints positions a second of both for a fixed set of
//! questions, and how they compare. The answers have to be the same.
//! Use: node engine-speed.mjs ANSWER URL, with the built example `answer` and the address of a running server
import { spawnSync } from "node:child_process";
import { chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, installedBrowser } from "./browser.mjs";
import { askAll } from "./engine.mjs";

const [example = "", url = ""] = process.argv.slice(2);
if (!example || !url) throw new Error("Use: node engine-speed.mjs ANSWER URL");

/** @param {string[]} args */
function run(args, input = "") {
  const { stdout, status } = spawnSync(example, args, { input, encoding: "utf8", maxBuffer: 1 << 24 });
  if (status !== 0) throw new Error(`${example} ended with ${status}`);
  return stdout.trimEnd().split("\n");
}

const questions = run(["questions"]);
const native = run([], questions.join("\n")).map((line) => line.split("\t"));

const path = installedBrowser();
const browser = await chromium.launch({ args: BROWSER_ARGUMENTS, ...(path ? { executablePath: path } : {}) });
const page = await browser.newPage();
await page.goto(url);
// Until the page is ready, what names the engine lies in a template.
await page.locator("html[data-ready]").waitFor({ state: "attached" });
await page.evaluate(askAll, questions.slice(0, 2)); // the browser's compiler warms up
const wasm = await page.evaluate(askAll, questions);
await browser.close();

/** @param {number} nodes @param {number} seconds */
const speed = (nodes, seconds) => `${(nodes / seconds / 1e6).toFixed(2).padStart(8)} M/s`;
let [all, onMachine, inBrowser] = [0, 0, 0];
wasm.forEach(({ answer, seconds }, at) => {
  const [known, text] = native[at] ?? [];
  const took = Number(text);
  if (answer !== known) throw new Error(`question ${at}: ${answer} in the browser, ${known} on this machine`);
  const nodes = Number(JSON.parse(answer).nodes);
  [all, onMachine, inBrowser] = [all + nodes, onMachine + took, inBrowser + seconds];
  console.log(String(at).padStart(3), String(nodes).padStart(9), speed(nodes, took), speed(nodes, seconds), (took / seconds).toFixed(2));
});
console.log("all", String(all).padStart(9), speed(all, onMachine), speed(all, inBrowser), (onMachine / inBrowser).toFixed(2));
