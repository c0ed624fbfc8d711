//! Where everything stands on the game page: on every screen and in longer words, nothing lies over anything else, nothing is
//! cut, nothing scrolls.
import { offerDraw } from "../draw.ts";
import { expect, ready, test } from "../fixtures.ts";
import { flaws } from "../flaws.ts";
import { GAMES, LONG, shownBy } from "../games.ts";
import { clashes, covered, overflow, tooSmall, TOUCH } from "../geometry.ts";
import { codeOf, Table } from "../table.ts";
import { midgame, STILL } from "../scene.ts";

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [568, 320],
  [667, 375],
  [720, 450],
  [800, 450],
  [844, 390],
  [820, 1180],
  [1024, 600],
  [1440, 900],
  [3440, 1440],
] as const;

for (const game of GAMES) {
  for (const locale of ["en", "de", "ar"]) {
    const how = { en: {}, de: LONG, ar: shownBy("Mancala", game) }[locale];
    test(`${game}: nothing overlaps or overflows on any screen, in ${locale}`, how ?? {}, async ({ player }) => {
      test.slow();
      const page = await midgame(await player("both", { ...STILL, locale }), game);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const at = `at ${width}×${height}`;
        await expect.soft.poll(() => overflow(page), `what is to be scrolled ${at}`).toEqual([0, 0]);
        await expect.soft.poll(() => clashes(page), `what lies over something else ${at}`).toEqual([]);
        await expect.soft.poll(() => flaws(page), `what is wrong with texts ${at}`).toEqual([]);
        await expect.soft.poll(() => covered(page), `places under something else ${at}`).toEqual([]);
        await expect.soft.poll(() => tooSmall(page, TOUCH), `what is hard to hit ${at}`).toEqual([]);
      }
    });
  }
}

test("Mapello in landscape: prompts beside the board, the menu visible", async ({ player }) => {
  test.slow();
  const [anna, bert] = [await player("Anna", STILL), await player("Bert", STILL)];
  const cleo = await player("Cleo");
  await Table.start(anna, bert, { game: "Mapello", clock: "None" });
  await cleo.open(`/r/${codeOf(anna.page)}`);
  await offerDraw(anna.page);
  for (const { page } of [anna, bert]) await expect(page.locator(".offer")).toBeVisible();
  for (const [width, height] of [...SIZES, [1280, 500] as const].filter(([width, height]) => width > height && height > 320)) {
    for (const { page } of [anna, bert]) {
      await page.setViewportSize({ width, height });
      const at = `at ${width}×${height}`;
      await expect.soft.poll(() => covered(page), `squares under what is asked ${at}`).toEqual([]);
      await expect.soft.poll(async () => (await page.locator(".offer").boundingBox())?.x, `what is asked ${at}`).toBeGreaterThanOrEqual(0);
      for (const answer of await page.locator(".offer button").all()) await answer.click({ trial: true });
      await page.locator(".menu summary").click();
      const beyond = async () => {
        const { x, y, width: wide, height: high } = (await page.locator(".menu-list").boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
        return [x, width - x - wide, height - y - high].map((room) => !(room >= 0));
      };
      await expect.soft.poll(beyond, `the menu ${at}: left, right, below`).toEqual([false, false, false]);
      await page.locator(".menu-list > a").last().click({ trial: true });
      await page.locator(".menu summary").click();
    }
  }
});

test("a host alone in a room sees the link on every screen, nothing below it", async ({ player }) => {
  const { page } = await player("Anna", STILL);
  await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }));
  await page.goto("/");
  await page.getByRole("button", { name: "Play a friend" }).first().click();
  await ready(page);
  const copy = page.getByRole("button", { name: "Copy link" });
  const bar = page.locator(".ready-bar");
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await expect(bar).toBeVisible();
  for (const [width, height] of [...SIZES, [320, 480] as const].filter(([, height]) => height > 320)) {
    await page.setViewportSize({ width, height });
    const at = `at ${width}×${height}`;
    const room = async () => {
      const [button, edge] = [await copy.boundingBox(), await bar.boundingBox()];
      return Math.min(edge?.y ?? 0, height) - (button?.y ?? Infinity) - (button?.height ?? 0);
    };
    await expect.soft.poll(room, `from the link to copy down to the bar ${at}`).toBeGreaterThanOrEqual(0);
    const below = async () => ((edge) => height - (edge?.y ?? 0) - (edge?.height ?? 0))(await bar.boundingBox());
    if (width < 720 || height < 560) await expect.soft.poll(below, `what is seen below the bar ${at}`).toBe(0);
    // Whoever goes through the page by keyboard sees where they are.
    const hidden = await page.evaluate(() => {
      const stops = document.querySelectorAll<HTMLElement>("main :is(a[href], button, select, summary, input:checked, input[type=checkbox])");
      const under = [...stops].filter((stop) => {
        stop.focus();
        const seen = (stop instanceof HTMLInputElement ? stop.labels?.[0] : undefined) ?? stop;
        const bar = document.querySelector(".ready-bar");
        if (!bar || bar.contains(stop) || document.activeElement !== stop) return false;
        return seen.getBoundingClientRect().top >= bar.getBoundingClientRect().top;
      });
      scrollTo(0, 0);
      return under.map((stop) => stop.outerHTML);
    });
    expect.soft(hidden, `what has the focus under the bar ${at}`).toEqual([]);
  }
});
