//! Pictures of both boards in the middle of a game, in every theme and on screens of every shape, and of the main screens
//! around them. How they are renewed is said in CONTRIBUTING.md.
import { expect, test } from "../fixtures.ts";
import { GAMES } from "../games.ts";
import { setAppearance, useTestFont, midgame, NO_TEXT, SCHEMES, STILL, THEMES, addStyles } from "../scene.ts";
import { SCREENS } from "../screens.ts";
import { untilNoSeeks } from "../table.ts";

const SHAPES = {
  "phone-portrait": [390, 844, 1 / 3],
  "phone-landscape": [844, 390, 1 / 3],
  tablet: [820, 1180, 1 / 4],
  desktop: [1440, 900, 1 / 4],
} as const;

/** A colour may be off by a few levels, edges by what smooths them: a bead that lies elsewhere is more. */
const TOLERANCE = { threshold: 0.03, maxDiffPixels: 40 };

/** The halo of text, and what has its place from how wide a number is. */
const HIDDEN = ".board * { text-shadow: none !important } .store > .count { visibility: hidden }";

for (const game of GAMES) {
  for (const [place, [screen, [width, height, deviceScaleFactor]]] of Object.entries(SHAPES).entries()) {
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
          ...TOLERANCE,
        });
      }
    });
  }
}

/** The ten screens beside the tables. */
const MAIN = ["home", "computer", "find", "games", "lesson", "editor", "profile", "import", "room", "rules"] as const;

/** What differs from room to room, and what others do at this server, which takes more or less room. */
const PASSING = '.qr, .mini { visibility: hidden !important } [aria-labelledby="now"] { display: none !important }';

for (const [place, name] of MAIN.entries()) {
  test(`the screen ${name} looks as it did`, async ({ player, request }) => {
    await untilNoSeeks(request);
    for (const [shape, scheme] of [["phone-portrait", SCHEMES[place % 2]], ["desktop", SCHEMES[(place + 1) % 2]]] as const) {
      const [width, height, deviceScaleFactor] = SHAPES[shape];
      const page = await SCREENS[name]((who, options) => player(who, { ...STILL, viewport: { width, height }, deviceScaleFactor, ...options }));
      await useTestFont(page);
      await addStyles(page, NO_TEXT + HIDDEN + PASSING);
      await setAppearance(page, { scheme: scheme ?? "light" });
      await expect.soft(page).toHaveScreenshot(`screen-${name}-${shape}.webp`, { scale: "device", ...TOLERANCE });
    }
  });
}
