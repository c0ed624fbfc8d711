//! The level Perfect: its moves are proved, it says so, and it plays only where they can be.
import type { Page } from "@playwright/test";
import { choose, face, LEVELS, myTurn, newGame, openSettings, press, start } from "../computer.ts";
import { expect, test } from "../fixtures.ts";
import { boardState } from "../games.ts";

const told = (page: Page) => page.locator(".plate-far .presence");
const heading = (page: Page) => page.getByRole("dialog").getByRole("heading");
const faces = (page: Page) => page.locator(".faces strong");
const level = (page: Page) => page.getByLabel("Level", { exact: true });
const REPLACED = "Perfect can’t prove every move of this game: Master plays instead.";

/** Plays what the hint says, by keyboard, until the game is over; the proof of every answer is told. */
async function playHints(page: Page): Promise<void> {
  while (await myTurn(page)) {
    await expect(told(page)).toHaveText("move proved");
    await press(page, "Hint");
    await page.locator(".board .pit[data-legal][data-preview]").first().press("Enter");
    await expect.poll(async () => (await boardState(page)).over || (await myTurn(page))).toBe(true);
  }
}

test("Quick: every move of Perfect is proved, and it wins when it begins", async ({ player }) => {
  test.slow();
  const page = await start(await player("Anna"), "Mancala", { level: "Perfect", rules: "Quick", begins: "Computer" });
  await playHints(page);
  await expect(heading(page)).toHaveText("The computer wins");
  // The value of the game (Irving, Donkers and Uiterwijk 2000): 15 to 9.
  await expect(page.locator(".plate-far .score")).toHaveText(/^15\b/);
  await page.getByRole("dialog").getByRole("button", { name: "Try Master" }).click();
  await expect(page.locator(".plate-far")).toHaveAccessibleName("Computer (Master)");
});

test("a draw against Perfect from a fair start is noticed", async ({ player }) => {
  test.slow();
  const page = await start(await player("Anna"), "Mancala", { level: "Perfect", rules: "Quick, fair start", begins: "Computer" });
  await playHints(page);
  await expect(heading(page)).toHaveText("Draw");
  await expect(page.locator(".achievement")).toHaveText("A draw from a fair start: against perfect play, nobody can do better.");
});

test("Kalah: Perfect begins at once with the only best move", async ({ player }) => {
  const page = await start(await player("Anna"), "Mancala", { level: "Perfect", begins: "Computer" });
  // C, which ends in the store, and then another move.
  await expect(page.locator(".moves")).toContainText("C-", { timeout: 3_000 });
  expect(await myTurn(page)).toBe(true);
  await expect(told(page)).toHaveText("move proved");
});

test("a proof is seen to run on the plate until it is called off", async ({ player }) => {
  const page = await start(await player("Anna"), "Mancala", { level: "Perfect", rules: "Quick", pace: "Like a human" });
  const plate = page.locator(".plate-far");
  await expect(told(page)).toHaveText("Perfect");
  await expect(plate).not.toHaveAttribute("data-proof");
  await expect.poll(() => page.workers()[0]?.evaluate(() => !String(onmessage).includes("catch")), { message: "it has its program" }).toBe(true);
  await page.workers()[0]?.evaluate(() => { onmessage = () => { for (;;) ; }; });
  await page.locator("#south-a").press("Enter");
  await expect(told(page)).toHaveText("proving…");
  await expect(plate).toHaveAttribute("data-proof", "1");
  await press(page, "Undo");
  await expect(told(page)).toHaveText("Perfect");
  await expect(plate).not.toHaveAttribute("data-proof");
});

test("Perfect is offered only where its moves can be proved", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/computer/mapello");
  await expect(faces(page)).toHaveText(LEVELS);
  await anna.open("/computer");
  await expect(faces(page)).toHaveText([...LEVELS, "Perfect"]);
  await openSettings(page);
  for (const [rules, offered] of [["Avalanche", false], ["Quick", true], ["Kalah 6 stones", false], ["Empty Capture", true]] as const) {
    await page.getByLabel("Rules").selectOption(rules);
    await expect(faces(page), rules).toHaveText(offered ? [...LEVELS, "Perfect"] : LEVELS);
    await expect(level(page).getByRole("option"), rules).toHaveText(offered ? [...LEVELS, "Perfect"] : LEVELS);
  }
});

test("where Perfect cannot play, Master does, and the page says so", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  const toast = page.locator(".toast");
  await anna.open("/computer/mapello?level=8");
  await expect(toast).toHaveText(REPLACED);
  await openSettings(page);
  await expect(level(page)).toHaveValue(String(LEVELS.indexOf("Master")));
  // The level of the last game, for another one.
  await anna.open("/computer");
  await face(page, "Perfect").click();
  await expect(told(page)).toHaveText("Perfect");
  await newGame(page);
  await openSettings(page);
  await expect(level(page).locator("option:checked")).toHaveText("Perfect");
  await expect(toast).toHaveCount(0);
  await choose(page, "Mapello");
  await expect(toast).toHaveText(REPLACED);
  await expect(level(page).locator("option:checked")).toHaveText("Master");
  // It does not come back by itself.
  await choose(page, "Mancala");
  await expect(level(page).locator("option:checked")).toHaveText("Master");
});

test("fair starts drawn for Perfect are those that it plays", async ({ player }) => {
  const page = await start(await player("Anna"), "Mancala", { level: "Perfect", rules: "Kalah, fair start" });
  await expect(told(page)).toHaveText("Perfect");
  await newGame(page);
  await openSettings(page);
  for (let drawn = 0; drawn < 10; drawn += 1) {
    await press(page, "Another start");
    await expect(level(page).locator("option:checked")).toHaveText("Perfect");
    await expect(page.locator(".rules")).toContainText("Proved fair");
  }
  await expect(page.locator(".toast")).toHaveCount(0);
});
