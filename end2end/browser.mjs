//! Which browser the end-to-end tests run in, decided here alone: the one CHROMIUM names, else one that is installed (for
//! most tests the one without windows, if that is there), else the one Playwright has fetched. As a command it prints the path and ends with 1 if there is none; with --try it starts it.
import { accessSync, constants, existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

/** Chromium without the windows around its pages: the same engine, and a third less work for the machine. */
const WINDOWLESS = ["chromium-headless-shell", "chrome-headless-shell"];
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Arguments every run needs: no sandbox as tests run as root in containers, no GPU, and no traffic of the browser's own. */
export const BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Path of a whole browser on this machine, or undefined when Playwright's own is to be used. */
export function installedBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return [...onPath(NAMES), ...MAC_APPS].find(runs);
}

/** What starts the browser of a test: `"whole"` for what only a browser with windows can do, such as Web Push. */
export function launching(/** @type {"pages" | "whole"} */ what) {
  const windowless = what === "pages" && !process.env.CHROMIUM ? onPath(WINDOWLESS).find(runs) : undefined;
  const executablePath = windowless ?? installedBrowser();
  if (executablePath !== undefined) return { args: BROWSER_ARGUMENTS, executablePath };
  // Playwright has one of each kind, and takes the one without windows unless it is asked for the other.
  return what === "whole" ? { args: BROWSER_ARGUMENTS, channel: "chromium" } : { args: BROWSER_ARGUMENTS };
}

async function main() {
  const path = installedBrowser() ?? chromium.executablePath();
  if (!existsSync(path)) {
    console.error(`browser: none found (the last place was ${path})`);
    process.exit(1);
  }
  if (process.argv.includes("--try")) {
    const browser = await chromium.launch({ executablePath: path, args: BROWSER_ARGUMENTS });
    await browser.close();
  } else {
    console.log(path);
  }
}

const started = process.argv[1];
if (started && import.meta.url === pathToFileURL(realpathSync(started)).href) await main();
