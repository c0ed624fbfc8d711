//! Two who share a device: they name themselves on their bars.
import { press } from "../computer.ts";
import { axe, expect, ready, test } from "../fixtures.ts";
import { Table } from "../table.ts";
import type { Page } from "@playwright/test";

const bar = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const change = (page: Page, name: string) => page.getByRole("button", { name: `Change the name of ${name}` });
const field = (page: Page, name: string) => page.getByRole("textbox", { name: `Change the name of ${name}` });

/** Names a player, and waits until the bar has the name. */
async function name(page: Page, before: string, now: string): Promise<void> {
  await rename(page, before);
  await page.keyboard.type(now);
  await page.keyboard.press("Enter");
  await expect(bar(page, now)).toBeVisible();
}

/** Opens the field for the name of a player, by key: a second click so soon would be the other half of a double click. */
async function rename(page: Page, name: string): Promise<void> {
  await change(page, name).press("Enter");
  await expect(field(page, name)).toBeFocused();
}

test("names are changed in place, and stay with the players @everywhere", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  await change(page, "South").click();
  await expect(field(page, "South")).toBeFocused();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await expect(bar(page, "Ada")).toBeVisible();
  await expect(page.locator(".status")).toHaveText("Ada to move");
  await rename(page, "North");
  await page.keyboard.type("Bo");
  // Whoever goes on playing has given the name as well.
  const table = new Table([page]);
  await table.move();
  await expect(bar(page, "Bo")).toBeVisible();
  await axe(page);
  await page.reload();
  await ready(page);
  for (const name of ["Ada", "Bo"]) await expect(bar(page, name)).toBeVisible();
  // The next game has the sides changed, and the people are the same.
  await table.playToTheEnd();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toHaveText(/^(Ada|Bo) wins$|^A draw$/);
  await dialog.getByRole("button", { name: "Play again" }).click();
  for (const name of ["Ada", "Bo"]) await expect(bar(page, name)).toBeVisible();
});

test("what is no name is said, and an empty one takes the name away", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local/mapello");
  await rename(page, "Black");
  await page.keyboard.type("A");
  await page.keyboard.press("Enter");
  await expect(page.locator(".toast")).toContainText("2");
  await expect(field(page, "Black")).toBeFocused();
  await page.keyboard.type("da");
  await page.keyboard.press("Enter");
  await expect(bar(page, "Ada")).toBeVisible();
  await rename(page, "Ada");
  await page.keyboard.type("Cleo");
  await page.keyboard.press("Escape");
  await expect(bar(page, "Ada")).toBeVisible();
  await rename(page, "Ada");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Enter");
  await expect(bar(page, "Black")).toBeVisible();
});

test("a new game begins with the same names", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  await name(page, "South", "Ada");
  await new Table([page]).play(2);
  await page.locator("summary[aria-label=Menu]").click();
  await press(page, "New game");
  await press(page, "Start");
  await expect(bar(page, "Ada")).toBeVisible();
});
