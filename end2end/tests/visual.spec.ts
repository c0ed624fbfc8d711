//! Pictures of both boards in the middle of a game, in every theme and on screens of every shape. How they are renewed is
//! said in CONTRIBUTING.md.
import { expect, test } from "../fixtures.ts";
import { GAMES } from "../games.ts";
import { setAppearance, useTestFont, midgame, NO_TEXT, SCHEMES, STILL, THEMES, addStyles } from "../scene.ts";

const SCREENS = {
  "phone-portrait": [390, 844, 1 / 3],
  "phone-landscape": [844, 390, 1 / 3],
  tablet: [820, 1180, 1 / 4],
  desktop: [1440, 900, 1 / 4],
} as const;

/** The halo of text, and what has its place from how wide a number is. */
const HIDDEN = ".board * { text-shadow: none !important } .store > .count { visibility: hidden }";

for (const game of GAMES) {
  for (const [place, [screen, [width, height, deviceScaleFactor]]] of Object.entries(SCREENS).entries()) {
    test(`${game} looks as it did on a ${screen} screen`, async ({ player }) => {
      // Small, so that what only a pixel shows is not in it: that may differ from machine to machine.
      const both = await player("both", { ...STILL, viewport: { width, height }, deviceScaleFactor });
      const page = await midgame(both, game);
      await useTestFont(page);
      await addStyles(page, NO_TEXT + HIDDEN);
      for (const [number, theme] of THEMES.entries()) {
        // Every theme is seen in both schemes.
        const scheme = SCHEMES[(number + place) % 2] ?? "light";
        await setAppearance(page, { theme, scheme });
        await expect.soft(page).toHaveScreenshot(`${game}-${screen}-${theme}-${scheme}.webp`.toLowerCase(), {
          scale: "device",
          // A colour may be off by a few levels, edges by what smooths them: a bead that lies elsewhere is more.
          threshold: 0.03,
          maxDiffPixels: 40,
        });
      }
    });
  }
}
