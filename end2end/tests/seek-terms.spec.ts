//! The terms of a seek: casual ones meet casual ones alone, and a range of ratings keeps out whoever is not in it.
import type { Page } from "@playwright/test";
import { axe, expect, ready, test, type Player } from "../fixtures.ts";
import { codeOf, Table, untilNoSeeks } from "../table.ts";

const find = (page: Page) => page.getByRole("button", { name: "Find an opponent" });
const offers = (page: Page) => page.getByRole("region", { name: "Open challenges" });
const waiting = (page: Page) => page.getByText("Looking for an opponent…");
const rating = (page: Page) => page.getByRole("group", { name: "Opponent’s rating" });

test.beforeEach(({ request }) => untilNoSeeks(request));

async function inRooms(players: readonly Player[]): Promise<void> {
  await Promise.all(players.map(({ page }) => page.waitForURL("**/r/*").then(() => ready(page))));
}

test("a casual seek meets a casual one, and the form remembers it", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  for (const one of [anna, bert, cleo]) await one.open("/find");
  await expect(anna.page.getByRole("radio", { name: "Rated" })).toBeChecked();
  // By keyboard: the radio buttons are one stop, and arrows choose.
  await anna.page.getByRole("radio", { name: "Rated" }).focus();
  await anna.page.keyboard.press("ArrowRight");
  await expect(anna.page.getByRole("radio", { name: "Casual" })).toBeChecked();
  await find(anna.page).focus();
  await anna.page.keyboard.press("Enter");
  await expect(waiting(anna.page)).toBeVisible();
  await expect(bert.page.getByRole("button", { name: /^Play .+: Mancala · Kalah · Any clock · Casual$/ })).toBeVisible();

  await find(bert.page).click();
  await expect(waiting(bert.page), "a rated seek is not paired with it").toBeVisible();
  await expect(offers(cleo.page).getByRole("button")).toHaveCount(2);
  await cleo.page.getByRole("group", { name: "Mode" }).getByText("Casual").click();
  await find(cleo.page).click();
  await inRooms([anna, cleo]);
  expect(codeOf(anna.page)).toBe(codeOf(cleo.page));
  await expect(waiting(bert.page)).toBeVisible();
  // Nothing is at stake, so no ratings are shown.
  await new Table([anna.page, cleo.page]).inStep();
  await expect(anna.page.locator(".plate .rating")).toHaveCount(0);

  await cleo.open("/find");
  await expect(cleo.page.getByRole("radio", { name: "Casual" })).toBeChecked();
});

test("a seek for a range of ratings keeps out whoever is outside", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  for (const one of [anna, bert]) {
    await one.open("/find");
    await find(one.page).click();
  }
  await inRooms([anna, bert]);
  const table = new Table([anna.page, bert.page]);
  await table.inStep();
  const resign = async () => {
    await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
    await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  };
  // A match is rated that has six moves of each side.
  await table.playUntilEachHas(6);
  await resign();
  for (const { page } of [anna, bert]) await page.getByRole("button", { name: "Start now" }).click();
  await expect(anna.page.locator(".bar")).toContainText("Game 2 of 2");
  await table.play(2);
  await resign();
  await expect(bert.page.getByRole("dialog").locator(".result-how")).toContainText("1662 (+162)");

  // Cleo has no rating yet, which counts as 1500.
  await cleo.open("/find");
  await rating(cleo.page).getByLabel("At least").selectOption("200 below yours");
  await rating(cleo.page).getByLabel("At most").selectOption("100 above yours");
  await axe(cleo.page);
  await find(cleo.page).click();
  await expect(waiting(cleo.page)).toBeVisible();
  await bert.open("/find");
  const offer = offers(bert.page).getByRole("button", { name: /· Rated · Rating 1300–1600$/ });
  await offer.click();
  await expect(bert.page.getByRole("alert").first()).toContainText("outside the range");
  await find(bert.page).click();
  await expect(waiting(bert.page), "nor does a seek of one's own lead there").toBeVisible();
  await expect(waiting(cleo.page)).toBeVisible();

  await anna.open("/find");
  await offers(anna.page).getByRole("button", { name: /· Rated · Rating 1300–1600$/ }).click();
  await inRooms([anna, cleo]);
  expect(codeOf(anna.page)).toBe(codeOf(cleo.page));
  await expect(waiting(bert.page)).toBeVisible();
});
