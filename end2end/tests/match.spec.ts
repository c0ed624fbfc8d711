//! A match of two games of Mancala: from one start with sides swapped, decided by the stones of both.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { Table } from "../table.ts";

const dialog = (page: Page) => page.getByRole("dialog");

async function resign(page: Page): Promise<void> {
  await page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await dialog(page).getByRole("button", { name: "Resign" }).click();
}

/** The two numbers of a line of the result card, the own side's first. */
async function line(page: Page, name: string): Promise<number[]> {
  const text = await dialog(page).locator(".result-how div", { hasText: name }).locator("dd").innerText();
  return text.split("–").map((part) => Number.parseInt(part));
}

/** A room in which Anna has chosen a match from a fair start, and its first game runs. */
async function matchOf(table: Table): Promise<void> {
  const [host] = table.pages;
  await host?.getByLabel("Rules", { exact: true }).selectOption("Kalah, fair start");
  await host?.getByRole("group", { name: "Match" }).getByText("Two games, each begins once").click();
  for (const page of table.pages) await expect(page.locator(".rules")).toContainText("A match of two games");
  await table.ready();
  await table.inStep();
}

test("a match is two games from one start, and its stones decide it", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert);
  await matchOf(table);
  for (const { page } of [anna, bert]) await expect(page.locator(".bar")).toContainText("Game 1 of 2");
  const { board } = await boardState(anna.page);
  expect(await table.mover(), "whoever invited begins").toBe(anna.page);
  await table.play(6);
  await resign(bert.page);

  // In the break one sees how the match stands, and can only start.
  await expect(dialog(anna.page).getByRole("heading")).toHaveText("You win");
  const first = await line(anna.page, "Match");
  expect(first[0]).toBeGreaterThan(24);
  expect((first[0] ?? 0) + (first[1] ?? 0), "every stone counts").toBe(48);
  await expect(dialog(anna.page).getByRole("status")).toContainText("The second game starts by itself");
  for (const name of ["Play again", "Change"]) await expect(dialog(anna.page).getByRole("button", { name })).toHaveCount(0);
  // Whoever closes the card finds the same below the board, with the time that is left.
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator(".offer")).toContainText("The second game starts by itself");
  await expect(anna.page.locator(".offer").getByRole("timer")).toHaveText(/^In \d+ seconds?\.$/);
  await anna.page.locator(".offer").getByRole("button", { name: "Start now" }).click();
  await expect(anna.page.locator(".offer")).toContainText("Waiting for");
  await dialog(bert.page).getByRole("button", { name: "Start now" }).click();

  for (const { page } of [anna, bert]) await expect(page.locator(".bar")).toContainText("Game 2 of 2");
  await expect(anna.page.locator(".bar")).toContainText(first.join("–"));
  await table.inStep((now) => now === board);
  expect(await table.mover(), "with sides swapped").toBe(bert.page);
  await table.play(4);
  await resign(anna.page);
  let sum: number[] = [];
  for (const { page } of [anna, bert]) {
    const [one, two] = [await line(page, "Game 1"), await line(page, "Game 2")];
    const points = (await page.locator(".result .points").allInnerTexts()).map(Number);
    expect(points).toEqual([0, 1].map((side) => (one[side] ?? NaN) + (two[side] ?? NaN)));
    expect(points[0]! + points[1]!, "both games").toBe(96);
    sum = points;
    const won = points[0]! > points[1]! ? "You win the match" : points[0]! < points[1]! ? / wins the match$/ : "The match is a draw";
    await expect(dialog(page).getByRole("heading")).toHaveText(won);
  }
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "Play again" }).click();
  await expect(anna.page.locator(".bar")).toContainText("Game 1 of 2");
  await expect(anna.page.locator(".bar")).toContainText("Series");

  // Afterwards both games say what they were of the match.
  await bert.page.goto("/games");
  const games = bert.page.getByRole("region", { name: "Finished" }).getByRole("link");
  await expect(games.filter({ hasText: "Game 1 of 2" })).toHaveCount(1);
  await games.filter({ hasText: "Game 2 of 2" }).click();
  const result = bert.page.getByRole("region", { name: /wins|Draw/ });
  await expect(result).toContainText("Game 2 of 2");
  const [, south, north] = /(?:wins the match|The match is a draw) (\d+)–(\d+)/.exec(await result.innerText()) ?? [];
  expect([Number(south), Number(north)].sort(), "the stones of both games").toEqual([...sum].sort());
});

test("the second game of a match starts by itself", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert);
  await matchOf(table);
  await table.play(2);
  await resign(anna.page);
  await expect(dialog(bert.page).getByRole("heading")).toHaveText("You win");
  await expect(bert.page.locator(".bar")).toContainText("Game 2 of 2", { timeout: 20_000 });
  await expect(dialog(bert.page)).toBeHidden();
  expect(await table.mover()).toBe(bert.page);
});
