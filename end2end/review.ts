//! The review of a game, as the tests come to it.
import type { Page } from "@playwright/test";
import { playOut, start } from "./computer.ts";
import { expect, type Player } from "./fixtures.ts";

export const card = (page: Page) => page.getByRole("dialog", { name: "Game review" });

/** Waits until every move is judged. */
export const analysed = (page: Page) => expect(page.locator(".review-waits")).toHaveCount(0, { timeout: 100_000 });

/** Plays a small game to its end, the same one every time. */
export async function playedSmall(player: Player): Promise<Page> {
  const page = await start(player, "Mancala", { level: "Master", rules: "Quick" });
  await playOut(page, async (legal) => legal[0]);
  return page;
}

/** Plays a small game, and opens its review. */
export async function reviewed(player: Player): Promise<Page> {
  const page = await playedSmall(player);
  await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  await expect(card(page).getByRole("img")).toBeVisible();
  await analysed(page);
  return page;
}
