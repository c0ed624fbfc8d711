//! Where everything stands on the game page: on every screen, through every camera and in longer words, nothing lies over
//! anything else, nothing is cut, nothing scrolls.
import { expect, test } from "../fixtures.ts";
import { flaws } from "../flaws.ts";
import { GAMES, LONG } from "../games.ts";
import { clashes, covered, overflow, tooSmall, TOUCH } from "../geometry.ts";
import { CAMERAS, dress, midgame, STILL } from "../scene.ts";

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [568, 320],
  [667, 375],
  [844, 390],
  [820, 1180],
  [1024, 600],
  [1440, 900],
  [3440, 1440],
] as const;

/** Whoever tilts the board on the smallest phones has pits less high at its far end. */
const TILTED = { ...TOUCH, pit: 36 };

for (const game of GAMES) {
  for (const locale of ["en", "de"]) {
    test(`${game}: everything has its place on every screen, in ${locale}`, locale === "en" ? {} : LONG, async ({ player }) => {
      test.slow();
      const page = await midgame(await player("both", { ...STILL, locale }), game);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const camera of CAMERAS) {
          await dress(page, { camera });
          const at = `at ${width}×${height}, camera ${camera}`;
          expect.soft(await overflow(page), `what is to be scrolled ${at}`).toEqual([0, 0]);
          expect.soft(await clashes(page), `what lies over something else ${at}`).toEqual([]);
          expect.soft(await flaws(page), `what is wrong with texts ${at}`).toEqual([]);
          expect.soft(await covered(page), `places under something else ${at}`).toEqual([]);
          expect.soft(await tooSmall(page, camera === "flat" ? TOUCH : TILTED), `what is hard to hit ${at}`).toEqual([]);
        }
      }
    });
  }
}
