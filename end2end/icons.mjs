//! Draws the app's icons into public/icons, out of the mark (public/favicon.svg) and the line icons of the page
//! (src/app/ui/icon.rs): the mark for the start screen of any device, and one for each shortcut. To be run when one of those
//! has changed: node icons.mjs
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, installedBrowser } from "./browser.mjs";

const root = new URL("..", import.meta.url);
/** @param {string} path */
const read = (path) => readFile(new URL(path, root), "utf8");
const mark = await read("public/favicon.svg");
const lines = await read("src/app/ui/icon.rs");

/** The mark where the device cuts its own shape: wood to the edge, and all else within the middle 80 %. */
const SAFE = 0.94;
const full = mark
  .replace('rx="15" ', "")
  .replace(/(<rect x="8"[\s\S]*)<\/svg>/, `<g transform="translate(32 32) scale(${SAFE}) translate(-32 -32)">$1</g></svg>`);

/** In one colour, of which the device takes the shape alone: the hollow's rim, and the stones with their lights cut out. */
const monochrome = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <mask id="m"><rect width="64" height="64" fill="#fff"/><ellipse cx="20" cy="19" rx="4" ry="2.6"/><ellipse cx="36" cy="32" rx="4" ry="2.6"/><circle cx="40" cy="39" r="14.5"/></mask>
  <mask id="n"><rect width="64" height="64" fill="#fff"/><ellipse cx="36" cy="32" rx="4" ry="2.6"/></mask>
  <g transform="translate(32 32) scale(.94) translate(-32 -32)">
  <rect x="9.5" y="9.5" width="45" height="45" rx="19.5" fill="none" stroke="#000" stroke-width="3.5"/>
  <circle cx="24" cy="26" r="12" mask="url(#m)"/><circle cx="40" cy="39" r="12" mask="url(#n)"/></g></svg>`;

/**
 * A way to play: its sign in ivory on the wood of the mark.
 * @param {string} name
 */
function shortcut(name) {
  const path = new RegExp(`Icon::${name} => \\{?\\s*"([^"]+)"`).exec(lines)?.[1];
  if (path === undefined) throw new Error(`There is no icon ${name} in icon.rs.`);
  const wood = /<linearGradient id="w"[\s\S]*?<\/linearGradient>/.exec(mark)?.[0];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs>${wood}</defs>
    <rect width="64" height="64" fill="url(#w)"/>
    <path d="${path}" transform="translate(14 14) scale(1.5)" fill="none" stroke="#fff6e4" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

const icons = {
  "mark-192": mark, "mark-512": mark, "maskable-512": full, "monochrome-512": monochrome, "touch-180": full,
  "friends-192": shortcut("Friends"), "computer-192": shortcut("Computer"),
  "device-192": shortcut("Device"), "find-192": shortcut("Find"),
};

const browser = await chromium.launch({ executablePath: installedBrowser() ?? chromium.executablePath(), args: BROWSER_ARGUMENTS });
const page = await browser.newPage();
await mkdir(new URL("public/icons/", root), { recursive: true });
for (const [name, svg] of Object.entries(icons)) {
  const size = Number(name.split("-").pop());
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`public/icons/${name}.png`, root), png);
  console.log(`${name}.png ${png.length} bytes`);
}
await browser.close();
