//! The scenes in which tests judge how it looks: both boards in the middle of a game, always with the same moves, in any
//! theme, light and camera, on pages where nothing moves.
import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "@playwright/test";
import type { Player } from "./fixtures.ts";
import { FACTS, type GameName } from "./games.ts";

export const THEMES = ["walnut", "marble", "night", "garden", "contrast"] as const;
export const LIGHTS = ["window", "lamp", "candle", "window lamp candle"] as const;
export const SCHEMES = ["light", "dark"] as const;
/** The views in three dimensions. */
export const VIEWS = ["table", "seat", "side", "above", "free"] as const;

/** What is set of all that can be set on a device. */
export type Appearance = {
  theme?: (typeof THEMES)[number];
  light?: (typeof LIGHTS)[number];
  scheme?: (typeof SCHEMES)[number];
  camera?: "flat" | (typeof VIEWS)[number];
};

/**
 * Where is played, by the ids of the pits and the names of the squares. In Mancala heaps of ten and nine have grown, and the
 * last move captured; in Mapello there are discs, walls, jokers and bonuses, of which one may be taken.
 */
const MOVES: Record<GameName, string> = {
  Mancala:
    "south-c south-d north-a south-b north-d south-d north-b south-c north-d south-f north-e south-d north-f south-d",
  Mapello: "c5 c6 e3 f5 d6 c4 b5 d3 f4 a4 g5 e6 d2 d1",
};

/** Opens the page for two on one device, and plays to the middle of the game. */
export async function midgame(player: Player, game: GameName, query = ""): Promise<Page> {
  const { page } = player;
  // What is drawn by chance would differ from run to run.
  await page.addInitScript(() => (Math.random = () => 0.5));
  await player.open(FACTS[game].local + query);
  for (const at of MOVES[game].split(" ")) {
    // Without a pointer, so that nothing is hovered.
    await page.locator(`.board [data-legal]:is(#${at}, [aria-label^="${at},"])`).dispatchEvent("click");
  }
  return page;
}

/** Text is looked at apart: in a picture it would show which fonts a machine has, and it lies over what is behind it. */
export const NO_TEXT = "*, ::before, ::after { -webkit-text-fill-color: transparent !important }";

/** Has the page written in letters that are as wide on every machine. */
export async function useTestFont(page: Page): Promise<void> {
  for (const weight of ["400", "700"]) {
    const file = import.meta.resolve(`@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`);
    const bytes = await readFile(new URL(file), "base64");
    await page.evaluate(
      async ([weight = "", bytes = ""]) => {
        const font = new FontFace("Letters", Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)), { weight });
        document.fonts.add(await font.load());
      },
      [weight, bytes],
    );
  }
  await addStyles(page, ":root { --sans: Letters; --serif: Letters; --mono: Letters }");
}

/** Adds rules to the page; what is returned takes them off again. */
export async function addStyles(page: Page, rules: string): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, rules);
  return () =>
    sheet.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((worn) => worn !== sheet);
    });
}

/** What a browser is opened with so that nothing moves: as in every test that says nothing else. */
export const STILL: BrowserContextOptions = { reducedMotion: "reduce" };

/** What a browser is opened with where films are shown. */
export const MOVING: BrowserContextOptions = { reducedMotion: "no-preference" };

/** Changes the look as another tab of the same device does. */
export async function setAppearance(page: Page, look: Appearance): Promise<void> {
  await page.evaluate((kept) => {
    const key = "duello.look";
    localStorage.setItem(key, kept);
    dispatchEvent(new StorageEvent("storage", { key, newValue: kept }));
  }, new URLSearchParams(look).toString());
}
