//! A finished game with a page of its own.
import { expect, type Player } from "./fixtures.ts";
import { Table } from "./table.ts";

/** How many moves it has, unless a test says otherwise. */
export const MOVES = 6;

/** Plays a few moves, has the first player give up, and follows the result card to the game's page; gives its path. */
export async function finish(anna: Player, bert: Player, board?: string, moves = MOVES): Promise<string> {
  const table = await Table.start(anna, bert, board === undefined ? {} : { board });
  await table.play(moves);
  return resign(anna, bert);
}

/** The first of two players gives up, and follows the result card to the game's page; gives its path. */
export async function resign(anna: Player, bert: Player): Promise<string> {
  await anna.page.getByRole("button", { name: "Resign", exact: true }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const { page } of [anna, bert]) await expect(page.locator("#result")).toBeVisible();
  await anna.page.getByRole("link", { name: "Game link" }).click();
  await anna.page.waitForURL(/\/g\/[0-9a-z]{16}$/);
  return new URL(anna.page.url()).pathname;
}
