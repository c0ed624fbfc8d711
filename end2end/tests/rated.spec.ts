//! Rated games: what is said of ratings before, during and after a game of strangers, and nothing of them among friends.
import type { Page } from "@playwright/test";
import { expect, ready, test, type Player } from "../fixtures.ts";
import { untilNoSeeks, Table } from "../table.ts";

test.beforeEach(({ request }) => untilNoSeeks(request));

const plates = (player: Player) => player.page.locator(".plate .rating > [aria-hidden]");

test("strangers see both ratings, and what the game brought them", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert", { viewport: { width: 390, height: 844 } })] as const;
  const [anna, bert] = players;
  for (const { page } of players) {
    await page.goto("/find");
    await ready(page);
    await expect(page.getByRole("button", { name: "Find an opponent" })).toBeVisible();
    await expect(page.locator("#seek"), "before").toContainText("rated");
    await page.getByRole("button", { name: "Find an opponent" }).click();
  }
  await Promise.all(players.map(({ page }) => page.waitForURL("**/r/*").then(() => ready(page))));
  const table = new Table([anna.page, bert.page]);
  await table.inStep();
  for (const one of players) await expect(plates(one)).toHaveText(["1500?", "1500?"]);
  await expect(anna.page.locator(".plate-near")).toContainText("Rating 1500, provisional");
  // Also where there is little room it is not cut off.
  const cut = (page: Page) =>
    page.locator(".plate .rating").evaluateAll((all) =>
      all.filter((rating) => {
        const [own, name] = [rating, rating.closest(".name") ?? rating].map((part) => part.getBoundingClientRect());
        return !own || !name || own.bottom > name.bottom + 2 || own.right > name.right + 1;
      }).length,
    );
  for (const { page } of players) expect(await cut(page)).toBe(0);
  // Six moves of each side.
  await table.play(20);
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  const card = (one: Player) => one.page.getByRole("dialog").locator(".result-how");
  await expect(card(anna)).toContainText("1338 (−162)");
  await expect(card(bert)).toContainText("1662 (+162)");
  for (const { page } of players) await page.getByRole("button", { name: "Play again" }).click();
  await expect(plates(anna)).toHaveText(["1662?", "1338?"]);
  await expect(anna.page.locator(".bar")).toContainText("Series 0–1");
  await expect(bert.page.locator(".bar")).toContainText("Series 1–0");
});

test("a rated game that ends at once says that it was not rated", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert")] as const;
  for (const { page } of players) {
    await page.goto("/find/mapello");
    await ready(page);
    await page.getByRole("button", { name: "Find an opponent" }).click();
  }
  await Promise.all(players.map(({ page }) => page.waitForURL("**/r/*").then(() => ready(page))));
  const [anna, bert] = players;
  const table = new Table([anna.page, bert.page]);
  await table.inStep();
  await table.play(2);
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(bert.page.getByRole("dialog").locator(".result-how")).toContainText("This game was not rated.");
});

test("friends see no ratings, and ask for none", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert")] as const;
  const asked: string[] = [];
  for (const { page } of players) page.on("request", (request) => void asked.push(request.url()));
  const table = await Table.start(...players);
  await table.play(2);
  for (const one of players) await expect(plates(one)).toHaveCount(0);
  expect(asked.filter((url) => url.includes("/ratings"))).toEqual([]);
});
