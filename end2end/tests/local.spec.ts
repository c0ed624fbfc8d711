//! Pass and play: two on one device, with no server behind the game.
import { expect, test, type Player } from "../fixtures.ts";
import { drawn, look, Table } from "../table.ts";

/** A table on one device. */
async function device(player: (name: string) => Promise<Player>) {
  const both = await player("both");
  await both.open("/local");
  return { both, page: both.page, table: new Table([both.page]) };
}

test("a game is played to its end on one device, and the next one begins", async ({ player }) => {
  const { page, table } = await device(player);
  await table.playToTheEnd();
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(/^(South|North) wins$|^A draw$/);
  const points = (await page.locator(".result .points").allInnerTexts()).map(Number);
  expect(points.reduce((one, other) => one + other)).toBe(48);
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await table.inStep((stones) => stones.includes("south-a 4"));
  await table.play(3);
});

test("undo takes a whole turn back at once", async ({ player }) => {
  const { page, table } = await device(player);
  const start = await table.stones();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
  // c ends in the store and plays again, a ends the turn: both are one turn.
  await page.locator("#south-c").click();
  await expect(page.getByText("South plays again", { exact: true })).toBeVisible();
  await page.locator("#south-a").click();
  await expect.poll(async () => (await look(page)).legal[0]).toMatch(/^north/);
  await page.getByRole("button", { name: "Undo" }).click();
  await table.inStep((stones) => stones === start);
  expect((await look(page)).legal).toHaveLength(6);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
});

test("the game is still there after a reload, and after a visit elsewhere", async ({ player }) => {
  const { both, page, table } = await device(player);
  await table.play(5);
  const before = await table.stones();
  await both.reload();
  expect(await table.stones()).toBe(before);
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("link", { name: "Pass and play" }).click();
  expect(await table.stones()).toBe(before);
  await expect.poll(() => drawn(page)).toBe(before);
  await table.play(3);
});

test("the board turns around, and the pits stay what they are", async ({ player }) => {
  const { page, table } = await device(player);
  await table.play(2);
  const before = await table.stones();
  await expect(page.locator(".row.near #south-a")).toBeVisible();
  await page.getByRole("button", { name: "Flip", exact: true }).click();
  await expect(page.locator(".row.near #north-a")).toBeVisible();
  expect(await table.stones()).toBe(before);
  await expect.poll(() => drawn(page)).toBe(before);
  await table.play(2);
});

test("a move of the board needs no network", async ({ player }) => {
  const { both, table } = await device(player);
  await both.context.setOffline(true);
  await table.play(6);
  await both.context.setOffline(false);
});
