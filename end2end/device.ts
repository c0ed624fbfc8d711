//! Games that the device keeps by itself, as the tests make them, list them, and take them along as files.
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { press } from "./computer.ts";
import { expect, type Player } from "./fixtures.ts";
import { FACTS, boardState, type GameName } from "./games.ts";
import { Table } from "./table.ts";

export const rows = (page: Page) => page.locator("#kept li");
export const say = (page: Page) => page.locator("#kept [role=status]");

/** The list of my games, once its script has filled it in. */
export async function list(page: Page): Promise<Locator> {
  await page.goto("/games");
  await expect(page.locator("#kept")).toBeVisible();
  return rows(page);
}

/** Gives up the game that goes on. */
export async function resign(page: Page): Promise<void> {
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator("#result")).toBeVisible();
}

/** A short game of two people at this device, which North or White wins. */
export async function short(player: Player, game: GameName = "Mancala", moves = 3): Promise<Page> {
  await player.open(FACTS[game].local);
  const table = new Table([player.page]);
  if ((await boardState(player.page)).over) {
    await press(player.page, "Play again");
    await table.inStep(FACTS[game].isStart);
  }
  await table.play(moves);
  await resign(player.page);
  return player.page;
}

export async function fileOf(download: Promise<Download>): Promise<{ name: string; text: string }> {
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Has a file of games read. */
export async function bring(page: Page, text: string | Buffer): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Read games from a file" }).click();
  await (await chosen).setFiles({ name: "games.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await expect(say(page)).not.toBeEmpty();
}
