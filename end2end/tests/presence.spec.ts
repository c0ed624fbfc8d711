//! Who is gone, seen by the one who stays: nothing for a moment, then a countdown on the board, then what may be claimed; one's
//! own lost line; a game that is put away; a seat that moves to another device or is given up.
import type { Page } from "@playwright/test";
import { axe, expect, ready, Server, test as base, type Player } from "../fixtures.ts";
import { recordTexts } from "../moments.ts";
import { Table, codeOf, join, openRoom } from "../table.ts";

/** Games can be claimed after some seconds: longer than a page takes to be loaded anew, which is none of anybody's business. */
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await Server.create({
        DUELLO_ROOMS_PER_HOUR: "0",
        DUELLO_CLAIM_AFTER: "10",
        DUELLO_CLAIM_AFTER_UNTIMED: "10",
      });
      await use(server);
      const { log } = server;
      await server.remove();
      expect(log, "the server's log").not.toContain("panicked at");
    },
    { scope: "worker" },
  ],
});

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** What lies over the board about the opponent. */
const bar = (page: Page) => page.getByRole("group", { name: "Offer" });
const presence = (page: Page) => page.locator(".plate-far .presence");
const result = (page: Page) => page.getByRole("dialog");
/** Long enough for a line that is only silent to be noticed, and then for a claim. */
const PATIENT = { timeout: 45_000 };

async function startGame(anna: Player, bert: Player, game: "Mancala" | "Mapello" = "Mancala"): Promise<Table> {
  const table = await Table.start(anna, bert, { game });
  // The first turn of each is free: without it the game would be called off.
  await table.play(4);
  return table;
}

test("a player who closes the page has left; the opponent claims the win", async ({ player }) => {
  const [anna, bert] = [await player("Anna", { viewport: PHONE }), await player("Bert")];
  await startGame(anna, bert, "Mapello");
  await bert.page.close();
  await expect(presence(anna.page)).toHaveAttribute("data-state", "reconnecting");
  await expect(bar(anna.page), "a moment ago is nothing").toHaveCount(0);
  await expect(bar(anna.page)).toContainText("has left.");
  await expect(bar(anna.page).getByRole("timer")).toContainText("You can claim the win in 0:0");
  await expect(bar(anna.page).getByRole("button"), "not yet").toHaveCount(0);
  const win = bar(anna.page).getByRole("button", { name: "Claim the win" });
  await expect(win).toBeVisible(PATIENT);
  await expect(bar(anna.page)).toContainText("You can claim the win or call a draw.");
  for (const size of [PHONE, DESK]) {
    await anna.page.setViewportSize(size);
    await expect(bar(anna.page).getByRole("button")).toHaveCount(2);
    await axe(anna.page);
    // Whoever would rather play on folds it, and has it back with the same press.
    const folded = bar(anna.page).getByText("You can claim the win or call a draw.");
    await folded.click();
    await expect(win).toBeHidden();
    await folded.click();
    await expect(win).toBeVisible();
  }
  await win.click();
  await expect(result(anna.page).getByRole("heading")).toHaveText("You win");
  await expect(result(anna.page)).toContainText("left, and the win was claimed.");
  const back = await bert.context.newPage();
  await back.goto(anna.page.url());
  await expect(result(back).getByRole("heading")).toHaveText(/ wins$/);
  await expect(result(back)).toContainText("You left, and your opponent claimed the win.");
});

test("a player with a broken line is away; a text command claims a draw", async ({ player }) => {
  const [anna, bert] = [await player("Anna", { viewport: PHONE }), await player("Bert")];
  await startGame(anna, bert);
  bert.expectNetworkFailures();
  await bert.context.setOffline(true);
  await expect(bar(anna.page)).toContainText("is away.", PATIENT);
  await expect(presence(anna.page)).toHaveAttribute("data-state", "away");
  await expect(bar(anna.page).getByRole("button", { name: "Call a draw" })).toBeVisible(PATIENT);
  await expect(bar(anna.page).getByRole("button", { name: "Adjourn the game" })).toBeVisible();
  await anna.page.locator(".board [tabindex='0']").first().focus();
  await anna.page.keyboard.press("/");
  await anna.page.keyboard.type("draw");
  await anna.page.keyboard.press("Enter");
  await expect(result(anna.page).getByRole("heading")).toHaveText("Draw");
  await expect(result(anna.page)).toContainText("A player left, and a draw was called.");
  await bert.context.setOffline(false);
  await expect(result(bert.page).getByRole("heading")).toHaveText("Draw", PATIENT);
});

test("a reload, or closing one of two tabs, is not reported as leaving", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await startGame(anna, bert);
  const texts = await recordTexts(anna.page, ".offer");
  await bert.reload();
  await expect(presence(anna.page)).toHaveAttribute("data-state", "connected");
  const second = await bert.context.newPage();
  await second.goto(bert.page.url());
  await ready(second);
  await expect(second.getByRole("grid")).toBeVisible();
  await second.close();
  await table.play(2);
  // As long as it would take until something was shown.
  await anna.page.waitForTimeout(6_000);
  await expect(presence(anna.page)).toHaveAttribute("data-state", "connected");
  expect(await texts(), "over the board").toEqual([]);
});

test("a player back in time plays on, and claim keys do nothing", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await startGame(anna, bert);
  await bert.page.goto("/");
  await expect(bar(anna.page)).toContainText("has left.", PATIENT);
  await bert.open(new URL(anna.page.url()).pathname);
  await expect(bar(anna.page)).toHaveCount(0);
  await anna.page.locator(".board [tabindex='0']").first().focus();
  await anna.page.keyboard.press("Shift+W");
  await expect(anna.page.locator(".toast")).toContainText("can’t claim the win");
  await table.play(2);
});

test("a key claims the win of an absent opponent", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await startGame(anna, bert);
  await bert.page.close();
  await expect(bar(anna.page).getByRole("button", { name: "Claim the win" })).toBeVisible(PATIENT);
  await anna.page.locator(".board [tabindex='0']").first().focus();
  await anna.page.keyboard.press("Shift+W");
  await expect(result(anna.page).getByRole("heading")).toHaveText("You win");
});

test("after a restart an absence counts anew, and spectators cannot claim", async ({ player, server }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  await startGame(anna, bert);
  await cleo.open(new URL(anna.page.url()).pathname);
  await bert.page.close();
  await expect(bar(anna.page)).toContainText("has left.", PATIENT);
  for (const { page } of [anna, cleo]) await expect(presence(page)).toBeVisible();
  [anna, cleo].forEach((each) => each.expectNetworkFailures());
  await server.kill();
  await expect(anna.page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
  await expect(bar(anna.page), "without a line nobody knows").toHaveCount(0);
  await server.start();
  await expect(bar(anna.page)).toContainText("is away.", PATIENT);
  const draw = bar(anna.page).getByRole("button", { name: "Call a draw" });
  await expect(draw).toBeVisible(PATIENT);
  await expect(bar(cleo.page)).toHaveCount(0);
  await draw.click();
  await expect(result(cleo.page).getByRole("heading")).toHaveText("Draw");
});

test("an own lost connection shows over the board what the clock does", async ({ player, wire }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello", host: wire.url, guest: wire.url });
  await table.play(2);
  const mover = await table.mover();
  [anna, bert].forEach((each) => each.expectNetworkFailures());
  wire.cut();
  const lost = (page: Page) => page.getByRole("alert").filter({ hasText: "No connection" });
  for (const { page } of [anna, bert]) {
    await expect(lost(page)).toContainText(page === mover ? /Your clock is running: it had \d:\d\d left 0:\d\d ago/ : /Your clock stood at 1:00, 0:\d\d ago/);
  }
  if (mover) {
    const shown = await lost(mover).innerText();
    await expect(lost(mover), "it goes on").not.toHaveText(shown);
  }
  wire.mend();
  for (const { page } of [anna, bert]) await expect(lost(page)).toHaveCount(0, PATIENT);
  await table.play(2);
});

test("a game is adjourned by both, listed so, and resumed by a move", async ({ player }) => {
  const [anna, bert] = [await player("Anna", { viewport: { width: 390, height: 844 } }), await player("Bert")];
  const table = await startGame(anna, bert);
  const path = new URL(anna.page.url()).pathname;
  await anna.page.locator(".menu summary").click();
  await anna.page.getByRole("button", { name: "Adjourn the game" }).click();
  await expect(bar(anna.page)).toContainText("Adjournment requested");
  await expect(bar(bert.page)).toContainText("asks to adjourn the game");
  await bert.page.getByRole("button", { name: "Accept" }).click();
  for (const { page } of [anna, bert]) await expect(bar(page)).toContainText("Game adjourned.");
  await bert.open("/");
  await expect(bert.page.getByRole("link", { name: /Adjourned/ })).toBeVisible();
  await bert.open(path);
  await expect(bar(anna.page)).toContainText("Game adjourned.");
  await bar(anna.page).getByRole("button", { name: "Resume" }).click();
  for (const { page } of [anna, bert]) await expect(bar(page)).toHaveCount(0);
  await table.play(2);
});

test("a seat link moves the seat once, and the old device spectates", async ({ player }) => {
  const [anna, bert, phone] = [await player("Anna"), await player("Bert"), await player("Phone", { viewport: DESK })];
  const table = await startGame(anna, bert);
  const code = codeOf(anna.page);
  const name = await anna.page.locator(".plate-near .name").innerText();
  await anna.page.locator(".menu summary").click();
  const [page] = await Promise.all([
    anna.context.waitForEvent("page"),
    anna.page.getByRole("link", { name: "Move to another device" }).click(),
  ]);
  await axe(page);
  await page.getByRole("button", { name: "Show the link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator("#said")).toHaveText("Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/take#[0-9a-f]{32}$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.close();

  // The link is looked at, and nothing happens; the address forgets the secret.
  await phone.page.goto(link);
  await expect(phone.page).toHaveURL(new RegExp(`/r/${code}/take$`));
  await expect(phone.page.getByLabel("The part of the link after #")).toBeHidden();
  for (const size of [DESK, PHONE]) {
    await phone.page.setViewportSize(size);
    await axe(phone.page);
  }
  await table.play(1);
  // It is told for a moment only, while the other page still comes.
  await Promise.all([
    expect(anna.page.locator(".toast")).toContainText("Your seat has moved to your other device."),
    phone.page.getByRole("button", { name: "Take the seat" }).click(),
  ]);
  await phone.page.waitForURL(`**/r/${code}`);
  await ready(phone.page);
  await expect(phone.page.locator(".plate-near .name")).toHaveText(name);
  await expect(anna.page.getByRole("button", { name: "Resign" }), "who watches sees no buttons of players").toHaveCount(0);
  await new Table([phone.page, bert.page]).play(3);

  // Once.
  anna.allow(/status of 410/);
  await anna.page.goto(link);
  await anna.page.getByRole("button", { name: "Take the seat" }).click();
  await expect(anna.page.getByRole("alert")).toContainText("This link has already been used");
});

test("leaving a seat between games asks first, and the next visitor takes it", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const code = await openRoom(anna);
  await join(bert, `/r/${code}`);
  const button = (page: Page) => page.getByRole("button", { name: "Leave the table" });
  const asked = bert.page.getByRole("dialog", { name: "Leave the table" });
  await button(bert.page).click();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(asked).toHaveCount(0);
  await expect(button(bert.page), "the focus is back where it was").toBeFocused();
  await button(bert.page).click();
  await asked.getByRole("button", { name: "Leave the table" }).click();
  await expect(button(bert.page)).toHaveCount(0);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(1);
  await join(cleo, `/r/${code}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  await expect(button(cleo.page)).toBeVisible();
});

test("a new player after a game sees the room, not the previous game", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  await Table.start(anna, bert);
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await bert.page.getByRole("button", { name: "Change the settings" }).click();
  await bert.page.getByRole("button", { name: "Leave the table" }).click();
  await bert.page.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(1);
  await join(cleo, `/r/${codeOf(anna.page)}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  for (const { page } of [anna, cleo]) {
    await expect(page.locator(".ready-bar button")).toHaveText("I’m ready");
    await expect(page.locator("#result")).toBeHidden();
    await expect(page.locator(".say .presets button"), "one greets whom one meets").toHaveText(["Hello", "Good luck", "Have fun"]);
  }
});
