//! Games that the device keeps by itself, as the tests make them, list them, and take them along as files.
import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { press } from "./computer.ts";
import { expect, ready, type Player } from "./fixtures.ts";
import { FACTS, type GameName } from "./games.ts";
import { Table } from "./table.ts";

export const rows = (page: Page) => page.locator(".games.device li");
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

/** Answers the question of the page before a game is deleted. */
export async function confirmDeletion(page: Page, answer: "Delete" | "Keep it" = "Delete"): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: answer, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** A short game of two people at this device, which North or White wins. */
export async function short(player: Player, game: GameName = "Mancala", moves = 3): Promise<Page> {
  await player.open(FACTS[game].local);
  const table = new Table([player.page]);
  await table.inStep(FACTS[game].isStart);
  await table.play(moves);
  await resign(player.page);
  return player.page;
}

export async function fileOf(download: Promise<Download>): Promise<{ name: string; text: string }> {
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Has a file of games read. */
export async function bring(page: Page, text: string | Buffer, name = "games.json"): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import games" }).click();
  await (await chosen).setFiles({ name, mimeType: name.endsWith(".json") ? "application/json" : "text/plain", buffer: Buffer.from(text) });
  // The press has emptied the status of the import before. Hundreds of games take a while.
  await expect(say(page)).not.toBeEmpty({ timeout: 60_000 });
}

/** Has the import page read a text, and opens its review. */
export async function reviewText({ page }: Player, text: string): Promise<void> {
  await page.goto("/games/import");
  await page.getByRole("textbox").fill(text);
  await press(page, "Import");
  await press(page, "Analyse");
  await page.waitForURL(/\/review\//);
  await ready(page);
}
