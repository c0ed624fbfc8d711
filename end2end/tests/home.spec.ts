//! The home page: as much of it as can be is one screen, and what is mine to do comes first.
import type { Page } from "@playwright/test";
import { expect, ready, test } from "../fixtures.ts";
import { Table } from "../table.ts";

for (const [language, locale] of [["English", "en-GB"], ["German", "de-DE"], ["Portuguese", "pt-BR"]] as const) {
  test(`for a newcomer it is one screen on a desk, in ${language}`, async ({ player }) => {
    const { page } = await player("Anna", { locale });
    for (const [width, height] of [[1440, 900], [1180, 720], [2560, 1440]] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      await ready(page);
      // Games of the tests before may still be going on.
      await page.locator('[aria-labelledby="now"] ul').evaluateAll((lists) => lists.forEach((list) => list.remove()));
      const over = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(await over(), `${width}×${height}`).toBe(0);
    }
  });
}

for (const [how, width, height] of [["upright", 390, 844], ["on its side", 844, 390]] as const) {
  test(`all ways to play both games are on the first screen of a phone, ${how}`, async ({ player }) => {
    const anna = await player("Anna", { viewport: { width, height }, hasTouch: true, isMobile: true });
    await anna.open("/");
    for (const game of ["Mancala", "Mapello"]) {
      const card = anna.page.getByRole("region", { name: game });
      await expect(card.getByRole("button", { name: "Play a friend" })).toBeInViewport({ ratio: 1 });
      for (const way of ["Find an opponent", "Play the computer", "Pass and play"]) {
        await expect(card.getByRole("link", { name: way }), `${game}: ${way}`).toBeInViewport({ ratio: 1 });
      }
    }
  });
}

test("on a phone the game where it is my turn comes before those that could be begun, and only that one", async ({ player }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [anna, bert] = [await player("Anna", phone), await player("Bert", phone)];
  const table = await Table.start(anna, bert);
  const first = await table.mover();
  const above = async (page: Page) => {
    await page.goto("/");
    await ready(page);
    const top = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.y ?? Number.NaN;
    return (await top("My games")) < (await top("Mancala"));
  };
  for (const page of table.pages) expect(await above(page)).toBe(page === first);
});
