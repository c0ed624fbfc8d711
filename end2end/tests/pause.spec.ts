//! Games of a device whose players are away: no clock runs then.
import type { Page } from "@playwright/test";
import { press } from "../computer.ts";
import { expect, test, type Player } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { clocks, knownClocks, Table } from "../table.ts";

/** How long nobody is there, in ms: what a clock that ran would show. */
const AWAY = 3_000;

async function fromMenu(page: Page, entry: string): Promise<void> {
  await page.locator("summary[aria-label=Menu]").click();
  await press(page, entry);
}

/** Two at one device in a game with a clock, past their first turns. */
async function timed(player: Player): Promise<Page> {
  await player.open("/local");
  const { page } = player;
  await fromMenu(page, "New game");
  await page.locator("label", { hasText: "15+10" }).click();
  await press(page, "Start");
  const table = new Table([page]);
  await table.play(6);
  const [far, near] = await knownClocks(page);
  await expect.poll(async () => (await clocks(page)).join(), { message: "a clock runs" }).not.toBe([far, near].join());
  return page;
}

test("a local game is paused from the menu and resumes with the time left", async ({ player }) => {
  const page = await timed(await player("both"));
  const before = await knownClocks(page);
  await fromMenu(page, "Pause");
  await expect(page.locator(".board"), "nobody thinks meanwhile").toHaveCount(0);
  await page.waitForTimeout(AWAY);
  await press(page, "Resume");
  const after = await knownClocks(page);
  expect(after[0], "the far clock").toBeGreaterThanOrEqual(before[0]);
  expect(after[1], "the near clock").toBeGreaterThanOrEqual(before[1]);
  await page.locator("summary[aria-label=Menu]").click();
  await press(page, "Flip board");
  await expect(page.locator(".menu")).not.toHaveAttribute("open");
  await new Table([page]).play(2);
});

test("a local clock stops while its page is closed", async ({ player }) => {
  const both = await player("both");
  const page = await timed(both);
  const { board } = await boardState(page);
  const before = await knownClocks(page);
  await page.goto("about:blank");
  await page.waitForTimeout(AWAY);
  await both.open("/local");
  expect((await boardState(page)).board).toBe(board);
  const after = await knownClocks(page);
  expect(after[0], "the far clock").toBeGreaterThanOrEqual(before[0]);
  expect(after[1], "the near clock").toBeGreaterThanOrEqual(before[1]);
});
