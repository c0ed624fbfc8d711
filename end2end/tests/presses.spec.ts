//! What one press on a board of this device means: a finger that rests looks and plays nothing, a double click plays once.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { boardState, FACTS, GAMES } from "../games.ts";
import { played } from "../hands.ts";
import { doubleClick } from "../pointer.ts";

/** Collects the toasts of the pages that are opened from now on: each is gone after a moment. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const toasts: string[] = [];
    Object.assign(globalThis, { toasts });
    const look = () => {
      const text = document.querySelector(".toast")?.textContent?.trim();
      if (text && text !== toasts.at(-1)) toasts.push(text);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { toasts: string[] }).toasts);
}

test("Mapello: a finger that rests on a square sees the preview @phone", async ({ player }) => {
  const both = await player("both");
  await both.open(FACTS.Mapello.local);
  const { page, context } = both;
  const before = (await boardState(page)).board;
  const place = page.locator(`#${(await boardState(page)).legal[0]}`);
  const box = await place.boundingBox();
  if (box === null) throw new Error("no square is legal");
  const devtools = await context.newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(page.locator(".board [data-turns], .board [data-preview]").first()).toBeVisible();
  // So long a finger rests that looks: longer than HOLD_MS of src/app/game/view/choosing.rs.
  await page.waitForTimeout(700);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(page.locator(".toast")).toHaveText("Tap again to play.");
  expect((await boardState(page)).board, "it is not played by being let go").toBe(before);
  await place.tap();
  await expect.poll(async () => (await boardState(page)).board).not.toBe(before);
  await expect.poll(() => played(page)).toMatch(/^\S+$/);
});

for (const game of GAMES) {
  test(`${game}: a double click in pass and play plays once and says nothing`, async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    const toasts = await recordToasts(page);
    await both.open(FACTS[game].local);
    // In Mancala first a move after which the same side moves again: its pit is empty then.
    const ids = game === "Mancala" ? ["south-c", "south-a"] : (await boardState(page)).legal.slice(0, 1);
    for (const [made, id] of ids.entries()) {
      await doubleClick(page.locator(`#${id}`));
      await expect.poll(async () => (await played(page)).match(/[a-h]/gi)?.length, "moves of the list").toBe(made + 1);
    }
    await expect(page.locator(".plate-far"), "the other one is to move").toHaveAttribute("data-turn");
    const { legal, board } = await boardState(page);
    await page.locator(`#${legal[0]}`).click();
    await expect.poll(async () => (await boardState(page)).board).not.toBe(board);
    expect(await toasts(), "nobody is told off").toEqual([]);
  });
}

test("Mancala: a pit of the opponent that is meant is refused in words", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  const toasts = await recordToasts(page);
  await both.open("/local");
  await page.locator("#north-a").click({ force: true });
  await expect.poll(toasts).toEqual(["That’s your opponent’s pit."]);
});
