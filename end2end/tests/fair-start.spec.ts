//! Fair starts of Mancala: chosen in the settings of a room, seen by both, played by both, and then another one.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { openRoom, Table } from "../table.ts";

const picture = (page: Page) => page.locator(".settings").getByRole("img", { name: /^The start\./ });

/** The stones in the pits of a side, as the picture of the start says them: from their owner's left. */
async function pictured(page: Page): Promise<{ south: string; north: string }> {
  const [, south = "", north = ""] = /South’s pits: ([\d, ]+)\. North’s pits: ([\d, ]+)\./.exec((await picture(page).getAttribute("aria-label")) ?? "") ?? [];
  return { south, north };
}

/** The same of the board that is played on. */
async function onBoard(page: Page): Promise<{ south: string; north: string }> {
  const { board } = await boardState(page);
  const row = (side: string) => [...board.matchAll(new RegExp(`${side}-[a-f] (\\d+)`, "g"))].map(([, stones]) => stones).join(", ");
  return { south: row("south"), north: row("north") };
}

/** Gives the game up, and both want another one. */
async function resignAndPlayAgain(loser: Page, winner: Page): Promise<void> {
  await loser.getByRole("button", { name: "Resign" }).click();
  await loser.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const page of [winner, loser]) await page.getByRole("button", { name: "Play again" }).click();
  for (const page of [winner, loser]) await expect(page.getByRole("dialog")).toBeHidden();
}

test("a fair start is drawn in the room, played by both, then changes", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert);
  const { pages } = table;
  await anna.page.getByLabel("Rules", { exact: true }).selectOption("Kalah, fair start");
  for (const page of pages) {
    await expect(page.locator(".rules")).toContainText("Proved fair: with best play, the game is a draw.");
    await expect(page.getByLabel("Rules", { exact: true })).toHaveValue(await anna.page.getByLabel("Rules", { exact: true }).inputValue());
  }
  const first = await pictured(anna.page);
  expect(first).not.toEqual({ south: "", north: "" });
  // One of more than three hundred is drawn: the same twice in a row is possible, four times it is not.
  await expect(async () => {
    await anna.page.getByRole("button", { name: "Another start" }).press("Enter");
    expect(await pictured(anna.page)).not.toEqual(first);
  }).toPass({ intervals: [500, 500, 500] });
  const drawn = await pictured(anna.page);
  await expect.poll(() => pictured(bert.page)).toEqual(drawn);

  await table.ready();
  await table.inStep();
  expect(await onBoard(anna.page)).toEqual(drawn);
  expect(await table.mover(), "South begins").toBe(anna.page);
  await table.play(2);
  await resignAndPlayAgain(bert.page, anna.page);
  await expect.poll(() => onBoard(anna.page), "the same start once more").toEqual(drawn);
  expect(await table.mover(), "with sides swapped").toBe(bert.page);
  await table.play(2);
  await resignAndPlayAgain(bert.page, anna.page);
  for (const page of pages) await expect(page.locator(".moves .turn-token"), "a new game").toHaveCount(0);
  await table.inStep();
  expect(await onBoard(anna.page), "another start").not.toEqual(drawn);
});

test("an option that no proof covers makes a fair start a custom game", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await openRoom(anna);
  const rules = page.getByLabel("Rules", { exact: true });
  await rules.selectOption("Empty Capture, fair start");
  await expect(page.locator(".rules")).toContainText("Proved fair");
  await page.locator("summary", { hasText: "Change the rules" }).click();
  await page.getByLabel("Extra turn").selectOption("Off");
  await expect(page.locator(".rules")).not.toContainText("Proved fair");
  await expect(page.locator(".rules")).toContainText("elsewhere than usual");
  await expect(rules.locator("option:checked")).toHaveText("Custom");
  await rules.selectOption("Kalah");
  await expect(page.locator(".rules")).not.toContainText("elsewhere");
  await expect(picture(page)).toHaveCount(0);
});

test("Prove it proves the start again in the page, and can be stopped", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  const { page } = anna;
  await openRoom(anna);
  const rules = page.getByLabel("Rules", { exact: true });
  await rules.selectOption("Kalah, fair start");
  const prove = page.getByRole("button", { name: "Prove it" });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  const bar = page.getByRole("progressbar", { name: "Prove it" });
  await prove.press("Enter");
  await expect(page.getByText(/^Proving first move \d of \d…$/)).toBeVisible();
  await stop.press("Enter");
  await expect(bar).toHaveCount(0);
  // Quick has so few stones that its proof takes no time.
  await rules.selectOption("Quick, fair start");
  await prove.press("Enter");
  const done = page.getByText(/^Proved again here in \d+ seconds?, after [\d\u202f]+ positions: .* hold the draw: [1-4] of \d; first moves that win: 0\.$/);
  await expect(done).toBeVisible({ timeout: 30_000 });
  expect(await bar.getAttribute("aria-valuenow")).toBe(await bar.getAttribute("aria-valuemax"));
  // Another start is another proof.
  await page.getByRole("button", { name: "Another start" }).press("Enter");
  await expect(done).toHaveCount(0);
  await expect(prove).toBeVisible();
});

test("a proof that the engine cannot finish ends, and can be begun again", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  // An engine without an answer to any question.
  await page.addInitScript(() => {
    Object.assign(globalThis, { questions: 0 });
    const Real = Worker;
    globalThis.Worker = class extends Real {
      override postMessage(message: unknown) {
        if (typeof message !== "string") return super.postMessage(message);
        (globalThis as unknown as { questions: number }).questions += 1;
        const answer = new MessageEvent("message", { data: '{"moves":[],"depth":0,"nodes":7}' });
        setTimeout(() => this.dispatchEvent(answer), 20);
      }
    };
  });
  await openRoom(anna);
  await page.getByLabel("Rules", { exact: true }).selectOption("Quick, fair start");
  const prove = page.getByRole("button", { name: "Prove it" });
  const questions = () => page.evaluate(() => (globalThis as unknown as { questions: number }).questions);
  for (const asked of [1, 2]) {
    await prove.press("Enter");
    await expect(page.getByText("The proof could not be finished on this device. Please try again.")).toBeVisible();
    // Another question would be asked with the answer to this one.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    expect(await questions(), "one question each").toBe(asked);
  }
});
