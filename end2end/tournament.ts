//! Tournaments as people open them, enter them, and come back from their games.
import type { Page } from "@playwright/test";
import { axe, expect, ready, type Player } from "./fixtures.ts";
import { Table } from "./table.ts";

/** The visitor's own part of the page of a tournament. */
export const own = (page: Page) => page.getByRole("region", { name: "Your tournament" });

/** Fills in the form, and opens the tournament; its address. */
export async function openTournament({ page }: Player, { title, format, starts = "0" }: { title: string; format: string; starts?: string }): Promise<string> {
  await page.goto("/events");
  await page.getByRole("link", { name: "Open a tournament" }).click();
  await page.getByLabel("Title").fill(title);
  await page.locator("label", { hasText: /^Mapello$/ }).click();
  await page.locator("label", { hasText: new RegExp(`^${format}$`) }).click();
  if (format === "Swiss") {
    await page.getByRole("group", { name: "Rounds" }).locator("label", { hasText: /^3$/ }).click();
    await page.getByRole("group", { name: "Pause between rounds" }).locator("label", { hasText: "30 s" }).click();
  }
  await axe(page);
  // A minute or none at all is not offered, and would be long for a test.
  await page.locator("#event-start").evaluate((select: HTMLSelectElement, value) => {
    select.options[0]!.value = value;
    select.selectedIndex = 0;
  }, starts);
  await page.getByRole("button", { name: "Open the tournament" }).click();
  await page.waitForURL("**/e/*");
  await ready(page);
  return new URL(page.url()).pathname;
}

export async function enter(player: Player, path: string): Promise<void> {
  if (new URL(player.page.url(), "http://x").pathname !== path) await player.open(path);
  await own(player.page).getByRole("button", { name: "Enter" }).click();
  await expect(own(player.page).getByRole("button", { name: "Enter" })).toHaveCount(0);
  await ready(player.page);
}

/** Both move, and one gives up: whoever loses without a move is taken for away. */
export async function lose({ page }: Player, opponent: Player): Promise<void> {
  await Promise.all([page, opponent.page].map(ready));
  await new Table([page, opponent.page]).play(2);
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

/** Goes from the result of a game to the page of the tournament. */
export async function back({ page }: Player, path: string): Promise<void> {
  await page.getByRole("dialog").getByRole("link", { name: "Back to the tournament" }).click();
  await page.waitForURL(`**${path}`);
  await ready(page);
}
