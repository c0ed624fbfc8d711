//! Games of this device: those that are over are kept, and looked at again; two tabs of one game.
import type { Page } from "@playwright/test";
import { playOut, press, start } from "../computer.ts";
import { list, rows, short } from "../device.ts";
import { expect, ready, test } from "../fixtures.ts";
import { FACTS, GAMES, boardState, shownBy } from "../games.ts";
import { Table } from "../table.ts";

for (const game of GAMES) {
  test(`${game}: a pass-and-play game is archived once with result and replay`, shownBy("Mancala", game), async ({ player }) => {
    test.slow();
    const both = await player("both");
    const { page } = both;
    await both.open(FACTS[game].local);
    await new Table([page]).playToTheEnd();
    const heading = await page.getByRole("dialog").getByRole("heading").innerText();
    const points = await page.locator(".result .points").allInnerTexts();
    const board = (await boardState(page)).board;
    await expect(await list(page)).toHaveCount(1);
    await expect(rows(page).locator(".badge")).toHaveText(heading === "Draw" ? "Drawn" : heading);
    await expect(rows(page).locator(".name")).toHaveText("Pass and play");
    const about = (await rows(page).locator(".small").innerText()).replace(/\s+/g, " ");
    expect(about).toMatch(new RegExp(`^${game} · (Kalah|Default board) · (${points.join("–")}|${points.toReversed().join("–")}) · Moves: \\d+ · (\\d+ \\w+|\\w+ \\d+,) 20\\d\\d$`));
    // Nothing of this makes a second one of it.
    await page.goBack();
    await ready(page);
    await expect(page.locator("#result")).toBeVisible();
    const second = await both.context.newPage();
    await Promise.all([list(second), list(page)]);
    for (const tab of [page, second]) await expect(rows(tab)).toHaveCount(1);
    await second.close();
    // What is looked at is no new game either.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await rows(page).getByRole("link", { name: /^Review: Pass and play/ }).click();
    await page.waitForURL(/\/review\/m/);
    await ready(page);
    await page.getByRole("button", { name: "Go to end" }).click();
    await new Table([page]).inStep((now) => now === board);
    await expect(await list(page)).toHaveCount(1);
  });

  test(`${game}: a game against the computer is archived with its level`, shownBy("Mapello", game), async ({ player }) => {
    test.slow();
    const anna = await player("Anna");
    const page = await start(anna, game, { level: "Random", begins: "Me" });
    await playOut(page, async (legal) => legal[0]);
    const heading = page.getByRole("dialog").getByRole("heading");
    await expect(heading).toBeVisible();
    const drawn = (await heading.innerText()) === "Draw";
    const mine = page.locator(".result-side").filter({ hasNotText: "Random" });
    const won = (await mine.getAttribute("data-winner")) !== null;
    await list(page);
    await expect(rows(page).locator(".name")).toHaveText("Computer (Random)");
    await expect(rows(page).locator(".badge")).toHaveText(drawn ? "Drawn" : won ? "Won" : "Lost");
    await expect(rows(page).locator(".small")).toHaveText(/\s· \d+–\d+\s· Moves: \d+\s· \d\d? [A-Z][a-z]{2} 20\d\d$/);
    await rows(page).getByRole("link", { name: /^Review/ }).click();
    await page.waitForURL(/\/review\//);
    await ready(page);
    await expect(page.getByRole("toolbar", { name: "Replay" })).toBeVisible();
  });
}

test("Mancala: result, slider and my games count the same moves and captures", async ({ player }) => {
  test.slow();
  const both = await player("both");
  const { page } = both;
  await both.open(FACTS.Mancala.local);
  const table = new Table([page]);
  const captured: string[] = [];
  while (await table.move()) {
    const said = page.locator("#spoken");
    // What is said of a move comes after it.
    await expect(said).toContainText(/ plays [a-f], \d+ stones?\b/);
    const [count] = /(?<=captures )\d+/.exec((await said.textContent()) ?? "") ?? [];
    const noted = await page.locator(".moves .turn-token").last().textContent();
    expect(/(?<=x)\d+$/.exec(noted ?? "")?.[0], `${noted} is written, and is said: ${await said.textContent()}`).toBe(count);
    if (count !== undefined) captured.push(count);
  }
  expect(captured.length, "some moves captured").toBeGreaterThan(2);
  const moves = String(table.moves);
  await expect(page.locator(".result-how div", { hasText: "Moves" }).locator("dd")).toHaveText(moves);
  await page.locator(".result").getByRole("button", { name: "View the board" }).click();
  await page.getByRole("button", { name: "Replay" }).click();
  const slider = page.getByRole("slider", { name: "Move" });
  await expect(slider).toHaveAttribute("max", moves);
  await expect(page.locator(".replay-at")).toHaveText(new RegExp(`/${moves}$`));
  await expect(await list(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(new RegExp(`Moves: ${moves}\\b`));
  await rows(page).getByRole("link", { name: /^Review/ }).click();
  await page.waitForURL(/\/review\//);
  await ready(page);
  await expect(slider, "and in its review").toHaveAttribute("max", moves);
});

test("a game that ended as its page closed is archived, like each of several", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  for (const _ of [1, 2]) await short(both);
  await page.getByRole("button", { name: "Play again" }).click();
  await new Table([page]).play(2);
  await press(page, "Resign");
  const tab = await both.context.newPage();
  // The page is gone as soon as it has been done.
  await page.evaluate(() => {
    const button = [...document.querySelectorAll<HTMLElement>("dialog[open] button")].find(({ textContent }) => textContent === "Resign");
    button?.click();
  });
  await page.close();
  await expect(await list(tab)).toHaveCount(3);
  for (const told of ["Moves: 2", "Moves: 3", "Moves: 3"].entries()) await expect(rows(tab).nth(told[0])).toContainText(told[1]);
});

test("two tabs of one local game stay in sync and overwrite nothing", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local");
  const second = await both.context.newPage();
  await second.goto("/local");
  await ready(second);
  // Each move of the one has the other loaded anew.
  const inStep = (moves: number) =>
    expect(async () => {
      expect(await moved(page)).toBe(String(moves));
      await Promise.all([ready(page), ready(second)]);
      expect((await boardState(page)).board).toBe((await boardState(second)).board);
    }).toPass();
  const moved = (tab: Page) => tab.evaluate(() => Object.entries(localStorage).filter(([key]) => /^duello\.game\.\w+$/.test(key)).map(([, log]) => String(log).split('"moved"').length - 1).join());
  await new Table([page]).play(2);
  await inStep(2);
  await new Table([second]).play(2);
  await inStep(4);
  // One that sleeps hears of nothing: what it would write then is not written.
  await second.evaluate(() => {
    addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  });
  await new Table([page]).play(1);
  const { board } = await boardState(page);
  await second.locator(".board [data-legal]").first().evaluate((place) => (place as HTMLElement).click());
  expect(await moved(page)).toBe("5");
  await second.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => false });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await inStep(5);
  expect((await boardState(second)).board).toBe(board);
});

test("deleting a guest's data removes the games on the device", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await short(anna);
  await expect(await list(page)).toHaveCount(1);
  await page.goto("/me");
  await page.getByRole("region", { name: "My data" }).getByRole("link", { name: "My games" }).click();
  // There by then: to go back from a page that is still on its way breaks its request off.
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await page.getByText("Delete my data").click();
  await press(page, "Delete everything");
  await expect(page.getByRole("status").first()).toHaveText("Your data is deleted. You are now a new guest.");
  await expect(await list(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /local|computer|game|archived/.test(key)))).toEqual([]);
});

test("without JavaScript there is no list and no dead control", async ({ player }) => {
  const plain = await player("plain", { javaScriptEnabled: false });
  await plain.page.goto("/games");
  await expect(plain.page.getByRole("region", { name: "On this device" })).toBeVisible();
  await expect(plain.page.locator("#kept")).toBeHidden();
  await expect(plain.page.getByRole("button")).toHaveCount(0);
  await expect(plain.page.getByText("No finished games yet."), "the server knows of none").toBeVisible();
});

for (const game of GAMES) {
  test(`${game}: without storage access a game lasts as long as its page`, shownBy("Mapello", game), async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    await page.addInitScript(() => {
      for (const storage of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      }
    });
    await both.open(FACTS[game].local);
    const table = new Table([page]);
    const before = (await boardState(page)).board;
    await table.play(2);
    expect((await boardState(page)).board).not.toBe(before);
    await expect(page.getByRole("status").filter({ hasText: "This browser doesn’t let the page store anything" }), "it is said").toBeVisible();
    await both.open("/");
    await expect(page.getByRole("region", { name: game })).toBeVisible();
  });
}
