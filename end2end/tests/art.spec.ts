//! The small pictures of the boards, on the pages that have no table: what belongs on a board lies on it.
import { expect, ready, test, type Player } from "../fixtures.ts";
import { openRoom } from "../table.ts";
import type { Page } from "@playwright/test";

/** The stones of the pictures on a page that lie in no hollow, and how many there are. */
function stonesOfPictures(page: Page) {
  return page.evaluate(() => {
    const middle = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    };
    const stones = [...document.querySelectorAll(".art .stone")];
    const astray = stones.filter((stone) => {
      const [x, y] = middle(stone);
      return ![...(stone.closest(".plank")?.querySelectorAll(".hollow") ?? [])].some((hollow) => {
        const { left, right, top, bottom } = hollow.getBoundingClientRect();
        return left < x && x < right && top < y && y < bottom;
      });
    });
    return { stones: stones.length, astray: astray.map((stone) => stone.outerHTML) };
  });
}

/** The pages with a picture of Mancala's board, and how one comes there. */
const PAGES: Record<string, (anna: Player, bert: Player) => Promise<Page>> = {
  home: async (anna) => (await anna.open("/"), anna.page),
  "a page that is not there": async (anna) => {
    anna.allow(/404/);
    await anna.page.goto("/nowhere");
    return anna.page;
  },
  "the page without a network": async (anna) => (await anna.page.goto("/offline"), anna.page),
  "an invitation": async (anna, bert) => {
    const code = await openRoom(bert);
    await anna.open(`/r/${code}`);
    return anna.page;
  },
};

for (const [where, open] of Object.entries(PAGES)) {
  test(`the stones of the picture lie in its pits: ${where}`, async ({ player }) => {
    const page = await open(await player("Anna"), await player("Bert"));
    const { stones, astray } = await stonesOfPictures(page);
    expect(stones).toBeGreaterThan(10);
    expect(astray).toEqual([]);
  });
}

test("the boards of the home page play two moves, and rest", async ({ player }) => {
  const anna = await player("Anna", { reducedMotion: "no-preference" });
  const { page } = anna;
  await page.goto("/");
  await ready(page);
  const running = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  await expect.poll(running).toBeGreaterThan(0);
  await expect.poll(running, { timeout: 15_000 }).toBe(0);
  // The first pit and the third are empty, and two stones have left the picture.
  const heaps = await page.evaluate(() => {
    const hollows = [...document.querySelectorAll(".game-card .plank > .hollow")].map((hollow) => hollow.getBoundingClientRect());
    const stones = [...document.querySelectorAll(".game-card .stone")].map((stone) => stone.getBoundingClientRect());
    return hollows.map(({ left, right }) => stones.filter((stone) => left < stone.x + stone.width / 2 && stone.x + stone.width / 2 < right).length);
  });
  expect(heaps).toEqual([0, 5, 0, 7]);
  const discs = page.locator(".game-card .felt .disc");
  const seen = await discs.evaluateAll((all) => all.filter((disc) => getComputedStyle(disc).opacity !== "0").length);
  expect(seen).toBe(8);
});
