//! Whatever theme, scheme and light: text and parts of both boards are told from what is behind them. Measured in pictures.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { type GameName, GAMES, LONG } from "../games.ts";
import { Laboratory, placesOf, textsOf } from "../pixels.ts";
import { setAppearance, LIGHTS, midgame, NO_TEXT, SCHEMES, STILL, THEMES, addStyles } from "../scene.ts";

test("prefers-contrast applies while it is set, whatever the theme", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? "usual");
  await page.emulateMedia({ contrast: "more" });
  await anna.open("/local");
  await expect.poll(theme).toBe("contrast");
  await page.locator(".board").focus();
  await page.keyboard.press("m");
  await expect(page.locator("html")).toHaveAttribute("data-sound", "0");
  await page.emulateMedia({ contrast: "no-preference" });
  await anna.reload();
  await expect.poll(theme).toBe("usual");
  await expect(page.locator("html")).toHaveAttribute("data-sound", "0");
});

/** What WCAG 2.2 AA asks of text, of large text and of parts. */
const LEAST = { text: 4.5, large: 3, part: 3 };

const TEXTS = [".bar h1", ".plate .name", ".plate .score", ".plate .bonus-points", ".mark", ".status", ".control"];
const BOARD_TEXTS: Record<GameName, string[]> = {
  Mancala: [".cell:not(.store) > .count", ".store > .count", ".letter"],
  Mapello: [".edge[data-at]:not([data-joker])::after", ".edge[data-joker]::after", ".sq[data-bonus]::before"],
};

/**
 * What lies on a board; how many of the 24 directions may be lost: a hollow shows by the side where light or shade gathers,
 * a joker touches the lines of the frame.
 */
const PIECES: Record<GameName, Record<string, number>> = {
  Mancala: { ".hollow": 0.75 },
  Mapello: { "[data-disc=black] > .disc": 0.1, "[data-disc=white] > .disc": 0.1, ".sq[data-wall]": 0.1, ".sq[data-bonus]": 0.1, ".edge[data-joker]": 0.34 },
};
/** What is marked on it. */
const MARKS: Record<GameName, string[]> = {
  Mancala: ["[data-legal] > .hollow", "[data-last] > .hollow"],
  Mapello: [".sq[data-legal]", "[data-last] > .disc"],
};
/** Something that cannot be played, so that only the ring shows where the focus is. */
const FOCUS: Record<GameName, string> = { Mancala: "#south-c", Mapello: ".sq[data-disc=black]" };

const NO_STONES = ".stones { visibility: hidden }";
const NO_MARKS = ".hollow, .disc { outline-color: transparent !important } .sq::after { visibility: hidden }";
const NO_PIECES =
  ".hollow { background: none !important; box-shadow: none !important } .disc, .sq::before { visibility: hidden !important }";

for (const game of GAMES) {
  test(`${game}: contrasts meet WCAG in every theme, scheme and light`, LONG, async ({ player }) => {
    test.slow();
    const page = await midgame(await player("both", { ...STILL, viewport: { width: 844, height: 390 } }), game);
    // What moves has marks of its own.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await addStyles(page, NO_TEXT + NO_STONES);
    const laboratory = await Laboratory.beside(page);
    for (const theme of THEMES) {
      const worst: Record<string, number> = {};
      for (const scheme of SCHEMES) {
        for (const light of LIGHTS) {
          await setAppearance(page, { theme, scheme, light });
          for (const { what, ratio, least } of await measured(page, game, laboratory)) {
            worst[what] = Math.min(worst[what] ?? Infinity, ratio);
            expect.soft(ratio, `${what}, ${theme}, ${scheme}, ${light}`).toBeGreaterThanOrEqual(least);
          }
        }
      }
      if (process.env.CONTRASTS) console.log(game, theme, worst);
    }
  });
}

/** Every contrast of what the page shows now. */
async function measured(page: Page, game: GameName, laboratory: Laboratory) {
  const texts = (await Promise.all([...TEXTS, ...BOARD_TEXTS[game]].map(async (selector) => {
    return (await textsOf(page, selector)).map((text) => ({ ...text, selector }));
  }))).flat();
  const pieces = await Promise.all(Object.keys(PIECES[game]).map((selector) => placesOf(page, `.board ${selector}`, 2)));
  const marks = await Promise.all(MARKS[game].map((selector) => placesOf(page, `.board ${selector}`, 5)));
  const cell = page.locator(`.board ${FOCUS[game]}`).first();
  const control = page.locator(".control").first();

  await cell.focus();
  const whole = await laboratory.picture(page);
  const noMarks = await addStyles(page, NO_MARKS);
  await control.focus();
  const bare = await laboratory.picture(page);
  const noPieces = await addStyles(page, NO_PIECES);
  const empty = await laboratory.picture(page);
  await noPieces();
  await noMarks();

  const found: { what: string; ratio: number; least: number }[] = [];
  const ratios = await laboratory.texts(whole, texts);
  texts.forEach(({ selector, what, large }, place) => {
    found.push({ what: `text ${selector} “${what}”`, ratio: ratios[place] ?? 1, least: large ? LEAST.large : LEAST.text });
  });
  const part = (what: string, places: { what: string }[] = []) => (ratio: number, place: number) => {
    found.push({ what: `${what} ${places[place]?.what ?? ""}`, ratio, least: LEAST.part });
  };
  for (const [place, [selector, lost]] of Object.entries(PIECES[game]).entries()) {
    (await laboratory.parts(bare, empty, pieces[place] ?? [], lost)).forEach(part(selector, pieces[place]));
  }
  for (const [place, selector] of MARKS[game].entries()) {
    (await laboratory.parts(whole, bare, marks[place] ?? [])).forEach(part(selector, marks[place]));
  }
  const [ring] = await placesOf(page, ".control:focus", 6);
  (await laboratory.parts(bare, whole, ring ? [ring] : [])).forEach(part("focus of a control"));
  const at = await cell.evaluate((element) => element.id);
  const [spot] = await placesOf(page, game === "Mancala" ? `#${at} > .hollow` : `#${at}`, 6);
  (await laboratory.parts(whole, bare, spot ? [spot] : [])).forEach(part("focus on the board"));
  return found;
}
