//! A player's line goes bad in the middle of a game: what was done meanwhile, on either side, is there afterwards, once.
import { expect, test } from "../fixtures.ts";
import { GAMES, boardState, shownBy } from "../games.ts";
import { Table } from "../table.ts";
import type { Page } from "@playwright/test";

const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "No connection" });
const pending = (page: Page) => page.locator(".board [data-pending]");
const opponent = (page: Page) => page.locator(".plate-far .presence");

/** How many moves the list of moves holds; each is written with one letter of a pit or column. */
async function listed(page: Page): Promise<number> {
  const turns = await page.locator(".moves .turn-token:not([data-pass])").allTextContents();
  return turns.join("").match(/[a-h]/gi)?.length ?? 0;
}

/** Makes the one who is to move play the first legal move that leaves the turn to the other. */
async function hand(page: Page): Promise<string> {
  const move = page.locator(".board [data-legal]:not([aria-label*='extra turn'])").first();
  const id = await move.getAttribute("id");
  await move.click();
  return id ?? "";
}

for (const game of GAMES) {
  test(`${game}: a move made offline looks pending and is sent once afterwards`, shownBy("Mancala", game), async ({ player, wire }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game, host: wire.url });
    expect(await table.mover()).toBe(anna.page);
    const before = await table.board();
    anna.expectNetworkFailures();

    wire.freeze();
    const id = await hand(anna.page);
    await expect(anna.page.locator(`#${id}`)).toHaveAttribute("data-pending");
    expect((await boardState(anna.page)).board, "it is shown at once").not.toBe(before);
    expect((await boardState(bert.page)).board, "nobody else knows").toBe(before);
    // A line that is silent, not broken: only the heartbeat can tell.
    await expect(banner(anna.page)).toBeVisible({ timeout: 20_000 });
    await expect(banner(anna.page)).toContainText(game === "Mancala" ? "nothing is lost" : "Your move may not have arrived");

    wire.mend();
    await expect(banner(anna.page)).toBeHidden();
    await expect(pending(anna.page)).toHaveCount(0);
    await table.inStep((board) => board !== before);
    await expect.poll(() => Promise.all(table.pages.map(listed))).toEqual([1, 1]);
    await table.play(4);
    await expect.poll(() => Promise.all(table.pages.map(listed))).toEqual([5, 5]);
  });

  test(`${game}: an unsent move changes neither turn nor clock nor title`, shownBy("Mapello", game), async ({ player, wire }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game, clock: "5+5", host: wire.url });
    await table.play(4);
    while ((await table.mover()) !== anna.page) await table.play(1);
    const { page } = anna;
    const isOwnTurn = async (when: string) => {
      await expect(page.locator(".plate-near"), when).toHaveAttribute("data-turn");
      await expect(page.locator(".plate-far"), when).not.toHaveAttribute("data-turn");
      await expect(page, when).toHaveTitle(/^Your turn/);
      await expect(page.locator("html"), `${when}: the icon`).toHaveAttribute("data-mine");
    };
    await isOwnTurn("before");
    anna.expectNetworkFailures();
    wire.freeze();
    const before = (await boardState(page)).board;
    await hand(page);
    expect((await boardState(page)).board, "it is shown at once").not.toBe(before);
    await expect(page.locator(".status")).toHaveText("Sending your move…");
    await isOwnTurn("on its way");
    await expect(banner(page)).toBeVisible({ timeout: 20_000 });
    await expect(banner(page)).toContainText(/Your move may not have arrived\. Your clock had \d:\d\d left .+ ago, and may be running\./);
    await expect(page.locator(".status")).toHaveText("Sending your move…");
    await isOwnTurn("without a connection");
    for (const clock of await page.locator(".clock").all()) await expect(clock, "no clock is shown as of now").toHaveAttribute("data-unknown");

    wire.mend();
    await expect(banner(page)).toBeHidden();
    await expect(page.locator(".plate-far")).toHaveAttribute("data-turn");
    await expect(page.locator(".plate-near")).not.toHaveAttribute("data-turn");
    await expect(page.locator(".status")).not.toHaveText(/Sending|Your turn/);
    await expect(page).not.toHaveTitle(/^Your turn/);
  });

  test(`${game}: a move whose answer was lost is not made twice`, shownBy("Mapello", game), async ({ player, wire }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game, clock: "None", host: wire.url });
    const before = await table.board();
    anna.expectNetworkFailures();

    wire.freeze("down");
    await hand(anna.page);
    await expect.poll(async () => (await boardState(bert.page)).board, "the move has arrived").not.toBe(before);
    await expect(pending(anna.page)).toHaveCount(1);
    wire.cut();
    await expect(banner(anna.page)).toBeVisible();
    await expect(opponent(bert.page)).toHaveText("away");
    await expect(pending(anna.page)).toHaveCount(1);

    wire.mend();
    await expect(banner(anna.page)).toBeHidden({ timeout: 20_000 });
    await expect(pending(anna.page)).toHaveCount(0);
    await expect(opponent(bert.page)).toHaveText("online");
    await table.inStep();
    await expect.poll(() => Promise.all(table.pages.map(listed))).toEqual([1, 1]);
    await table.play(3);
  });

  test(`${game}: the opponent's moves while offline are there on reconnect`, shownBy("Mancala", game), async ({ player, wire }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game, clock: "None", host: wire.url });
    anna.expectNetworkFailures();
    await hand(anna.page);
    expect(await table.mover()).toBe(bert.page);
    const before = await table.board();

    wire.cut();
    await expect(banner(anna.page)).toBeVisible();
    await expect(opponent(bert.page)).toHaveText("away");
    await hand(bert.page);
    const after = (await boardState(bert.page)).board;
    await bert.page.getByRole("textbox", { name: "Message" }).fill("Are you there?");
    await bert.page.getByRole("button", { name: "Send" }).click();
    expect(after).not.toBe(before);
    expect((await boardState(anna.page)).board).toBe(before);

    wire.mend();
    await expect.poll(async () => (await boardState(anna.page)).board, { timeout: 20_000 }).toBe(after);
    await expect(banner(anna.page)).toBeHidden();
    await expect(anna.page.getByRole("log")).toContainText("Are you there?");
    expect(await table.mover()).toBe(anna.page);
    await table.play(3);
  });
}
