//! What a game against the computer leaves behind: a first win and a streak are noticed, a loss leads on.
import { face, myTurn, press, start } from "../computer.ts";
import { expect, ready, test } from "../fixtures.ts";
import { boardState } from "../games.ts";
import type { Page } from "@playwright/test";

const said = (page: Page) => page.locator(".achievement");
const streak = (page: Page) => page.evaluate(() => localStorage.getItem("duello.met.streak"));

/** Plays what the computer advises until the game is over: whoever plays by chance loses to that. */
async function win(page: Page): Promise<void> {
  while (await myTurn(page)) {
    await press(page, "Hint");
    await page.locator(".board .pit[data-legal][data-preview]").first().press("Enter");
    await expect.poll(async () => (await boardState(page)).over || (await myTurn(page))).toBe(true);
  }
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText("You win");
}

test("a first win and three in a row are noticed, and a loss ends the streak", async ({ player }) => {
  // Two whole games, with a hint for each move.
  test.slow();
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Random" });
  await win(page);
  await expect(said(page)).toHaveText("Your first win against Computer (Random)!");
  expect(await streak(page)).toBe("1");
  // One more was won meanwhile, in another tab.
  await page.evaluate(() => localStorage.setItem("duello.met.streak", "2"));
  await press(page, "Play again");
  await expect.poll(() => myTurn(page)).toBe(true);
  await win(page);
  await expect(said(page)).toHaveText("3 wins in a row!");
  await press(page, "Play again");
  await expect.poll(() => myTurn(page)).toBe(true);
  await page.locator(".board .pit[data-legal]").first().press("Enter");
  await page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator("#result")).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  expect(await streak(page)).toBe("0");
  await expect(page.getByRole("dialog").getByRole("link", { name: "Learn" })).toBeVisible();
});

test("whoever lost is offered the next easier level", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/computer");
  await face(page, "Easy").click();
  await ready(page);
  await expect.poll(() => myTurn(page)).toBe(true);
  await page.locator(".board .pit[data-legal]").first().press("Enter");
  await page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Beginner/ }).click();
  await expect(page.locator(".plate-far .presence")).toHaveText("Beginner");
});
