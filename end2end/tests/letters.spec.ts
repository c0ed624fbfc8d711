//! Letters twice as large as usual, as somebody sets them who sees little: nothing is cut, nothing scrolls sideways, and one
//! screen of a game holds as large ones as fit.
import { chromium } from "@playwright/test";
import { launching } from "../browser.mjs";
import { expect, ready, test } from "../fixtures.ts";
import { flaws } from "../flaws.ts";
import { clashes, covered, overflow } from "../geometry.ts";

const READ = ["/", "/computer", "/find", "/boards/edit", "/games", "/me", "/rules/mancala"];
const PLAYED = ["/local", "/local/mapello", "/learn/mancala", "/learn/mapello"];
const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];

test("200 % text size", async ({ server }) => {
  const { args, ...browser } = launching("pages");
  // What a browser's setting of its letters comes to.
  const large = await chromium.launch({ ...browser, args: [...args, "--blink-settings=defaultFontSize=32"] });
  const page = await large.newPage({ baseURL: server.url, locale: "de-DE", serviceWorkers: "block", reducedMotion: "reduce" });
  const letters = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  for (const path of [...READ, ...PLAYED]) {
    await page.goto(path);
    if (!["/games", "/me", "/rules/mancala"].includes(path)) await ready(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const at = `${path} at ${size.width}×${size.height}`;
      await expect.soft.poll(() => flaws(page), at).toEqual([]);
      if (READ.includes(path)) {
        await expect.soft.poll(letters, at).toBe(32);
        continue;
      }
      await expect.soft.poll(() => overflow(page), at).toEqual([0, 0]);
      await expect.soft.poll(() => clashes(page), at).toEqual([]);
      await expect.soft.poll(() => covered(page), at).toEqual([]);
      if (size.height > 390) await expect.soft.poll(letters, at).toBeGreaterThan(20);
    }
  }
  await large.close();
});
