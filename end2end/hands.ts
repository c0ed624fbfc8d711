//! Two at a table, and what a test of their hands looks at: a board's pits, what is planned, what was played.
import type { Page } from "@playwright/test";
import type { Player } from "./player.ts";
import type { GameName } from "./games.ts";
import { Table } from "./table.ts";

/** Two in a running game without a clock, the one first who is to move. */
export async function playing(player: (name: string) => Promise<Player>, game: GameName = "Mancala") {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game, clock: "None" });
  const [moves, waits] = (await table.mover()) === anna.page ? [anna, bert] : [bert, anna];
  return { table, moves, waits, pages: [moves.page, waits.page] as const };
}

/** The bar of what is planned or waits for its confirmation. */
export const plan = (page: Page) => page.locator(".plan");
export const pit = (page: Page, row: "north" | "south", letter: string) => page.locator(`#${row}-${letter}`);
/** All moves of the list, as it shows them. */
export const played = async (page: Page) => (await page.locator(".moves .turn-token").allTextContents()).join(" ");
/** Sets a setting of the page. */
export const set = (page: Page, name: string, value: string) =>
  page.evaluate(([name = "", value = ""]) => document.documentElement.setAttribute(`data-${name}`, value), [name, value]);
