//! Stones with weight: how they lie, on screens of three sizes, through whole games; and what stands beside them.
import { expect, test } from "../fixtures.ts";
import { boardState, FACTS, LONG } from "../games.ts";
import { misplaced } from "../lying.ts";
import { midgame, MOVING, STILL } from "../scene.ts";

const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];
for (const [positions, form] of [[15, {}], [200, LONG]] as const) {
  test(`in ${positions} positions stones lie as stones do, on three sizes`, form, async ({ player }) => {
    // Half a second each, on a machine that has time.
    test.setTimeout(60_000 + positions * 3_000);
    const both = await player("both", STILL);
    const { page } = both;
    const seen = new Set<string>();
    for (let turn = 0; seen.size < positions; turn += 1) {
      let state = await boardState(page);
      if (state.board === "" || state.over) {
        if (state.over) await page.evaluate(() => localStorage.clear());
        await both.open(FACTS.Mancala.local);
        await expect.poll(async () => (state = await boardState(page)).legal.length).toBeGreaterThan(0);
      }
      const { board, legal } = state;
      seen.add(board);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        expect(await misplaced(page), `${size.width}×${size.height}, ${board}`).toEqual([]);
      }
      await page.locator(`#${legal[(turn * turn + turn) % legal.length]}`).dispatchEvent("click");
      await expect.poll(async () => (await boardState(page)).board, "the move is played").not.toBe(board);
    }
  });
}

test("what a move would change stands beside the numbers and covers nothing", async ({ player }) => {
  const both = await player("both", STILL);
  const page = await midgame(both, "Mancala");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const { legal } = await boardState(page);
    for (const pit of legal) {
      await page.locator(`#${pit}`).focus();
      await expect(page.locator(".board [data-delta]").first()).toBeVisible();
      expect(await misplaced(page), `${size.width}×${size.height}, ${pit}`).toEqual([]);
    }
  }
});

test("a disc that falls lies over its neighbours as a whole", async ({ player }) => {
  const both = await player("both", MOVING);
  await both.open(FACTS.Mapello.local);
  const { page } = both;
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  const first = (await boardState(page)).legal[0]!;
  // It falls for less than half a second: the page itself looks, in the first frame of the film.
  const seen = await page.evaluate(async (id) => {
    document.documentElement.dataset.motion = "slow";
    const square = document.getElementById(id)!;
    square.click();
    while (!document.getAnimations().some(({ id }) => id === "film")) await new Promise(requestAnimationFrame);
    return { falls: square.hasAttribute("data-fall"), zIndex: getComputedStyle(square).zIndex };
  }, first);
  expect(seen).toEqual({ falls: true, zIndex: "1" });
  await expect(page.locator("[data-fall]"), "and gives the place back").toHaveCount(0);
});
