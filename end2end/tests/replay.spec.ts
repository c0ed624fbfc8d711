//! Looking back at a game while it goes on, and after its end: steps, slider, film, keys, and the list of moves.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { FACTS, GAMES, boardState, shownBy } from "../games.ts";
import { focused } from "../keys.ts";
import { MOVING } from "../scene.ts";
import { Table } from "../table.ts";

test.use({ contextOptions: MOVING });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const slider = (page: Page) => page.getByRole("slider", { name: "Move" });
const leave = (page: Page) => page.getByRole("button", { name: /^Back/ }).click();

/** Asserts that the page looks at the game after so many of its moves, and shows this board. */
async function looksAt(page: Page, ply: number, all: number, board: string | undefined): Promise<void> {
  await expect(slider(page)).toHaveAttribute("aria-valuetext", new RegExp(`^Move ${ply} of ${all}\\b`));
  await expect(slider(page)).toHaveValue(String(ply));
  const seen = await boardState(page);
  expect(seen.board).toBe(board);
  expect(seen.legal, "nothing is played in the past").toEqual([]);
  await expect(page.locator(".board")).toHaveAttribute("data-replay");
}

/** Makes moves, and notes the board before the first and after each. */
async function record(table: Table, moves: number): Promise<string[]> {
  const boards = [await table.board()];
  for (let made = 0; made < moves; made += 1) {
    await table.play(1);
    boards.push(await table.board());
  }
  return boards;
}

for (const game of GAMES) {
  test(`${game}: replaying online while the opponent plays, and returning`, shownBy("Mancala", game), async ({ player }) => {
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    const table = await Table.start(anna, bert, { game });
    const { page } = anna;
    await expect(page.getByRole("button", { name: "Replay" })).toHaveAttribute("aria-disabled", "true");
    const boards = await record(table, 5);
    while ((await table.mover()) !== bert.page) await table.play(1);
    const all = table.moves;
    const now = await table.board();
    await press(page, "Replay");
    await expect(slider(page), "a step back from now").toHaveAttribute("aria-valuetext", new RegExp(`^Move ${all - 1} of ${all}\\b`));
    await press(page, "Go to start");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", new RegExp(`^Move 0 of ${all}\\b`));
    expect(FACTS[game].isStart((await boardState(page)).board)).toBe(true);
    await press(page, "Next move");
    const second = boards[1];
    await looksAt(page, 1, all, second);

    const alone = new Table([bert.page]);
    await alone.play(1);
    const played = await alone.board();
    await looksAt(page, 1, all + 1, second);
    await expect(page.locator("#spoken")).toContainText("The game has moved on");
    await press(page, "Go to end");
    await looksAt(page, all + 1, all + 1, played);
    await press(page, "Previous move");
    await looksAt(page, all, all + 1, now);
    expect((await boardState(bert.page)).board, "nobody else is led back").toBe(played);

    await expect(page.getByRole("button", { name: "Back: your turn" }), "one is told").toBeVisible();
    await page.locator(".board").press("Escape");
    await expect(slider(page)).toHaveCount(0);
    await table.inStep((board) => board !== now);
    await expect(page.locator(".board")).not.toHaveAttribute("data-replay");
    await table.play(3);
  });

  test(`${game}: every replay control leads to the same positions`, shownBy("Mapello", game), async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    await both.open(FACTS[game].local);
    const table = new Table([page]);
    const boards = await record(table, 6);
    const [legal] = (await boardState(page)).legal;
    await press(page, "Replay");
    await looksAt(page, 5, 6, boards[5]);
    await press(page, "Go to start");
    await looksAt(page, 0, 6, boards[0]);
    // What would be legal in the game as it is, is not played unseen.
    for (const attempt of [() => page.locator(`#${legal}`).click({ force: true }), () => page.locator(".board").press("u")]) {
      await attempt();
      await expect(page.locator(".toast")).toHaveText(/^You’re looking at an earlier position/);
      await expect(page.locator(".toast")).toHaveCount(0);
    }
    await looksAt(page, 0, 6, boards[0]);
    for (const ply of [1, 2, 3]) {
      await press(page, "Next move");
      await looksAt(page, ply, 6, boards[ply]);
    }
    for (const ply of [5, 2, 4]) {
      await slider(page).fill(String(ply));
      await looksAt(page, ply, 6, boards[ply]);
    }
    await slider(page).press("ArrowRight");
    await looksAt(page, 5, 6, boards[5]);
    await press(page, "Go to start");
    await looksAt(page, 0, 6, boards[0]);
    await press(page, "Previous move");
    await looksAt(page, 0, 6, boards[0]);
    await press(page, "Go to end");
    await press(page, "Next move");
    await looksAt(page, 6, 6, boards[6]);

    const tokens = page.locator(".moves .turn-token");
    await tokens.first().click();
    await expect(tokens.first()).toHaveAttribute("aria-current", "true");
    await expect(page.locator(".turn-token[aria-current]")).toHaveCount(1);
    if (game === "Mapello") {
      await tokens.nth(3).click();
      await looksAt(page, 4, 6, boards[4]);
    }
    await tokens.last().click();
    await expect(slider(page), "the last one is the game as it is").toHaveCount(0);

    await page.locator(".board").focus();
    for (const ply of [5, 4, 3]) {
      // Some keyboards have this sign with Alt.
      await page.keyboard.press(ply === 4 ? "Alt+[" : "[");
      await looksAt(page, ply, 6, boards[ply]);
    }
    for (const ply of [4, 5]) {
      await page.keyboard.press("]");
      await looksAt(page, ply, 6, boards[ply]);
    }
    await page.keyboard.press("]");
    await expect(slider(page), "past the last move is the game").toHaveCount(0);
    await expect.poll(() => focused(page)).toMatch(FACTS[game].onBoard);
    expect((await boardState(page)).board).toBe(boards[6]);
    await table.play(2);
  });

  test(`${game}: a finished game replays automatically`, shownBy("Mancala", game), async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    await both.open(FACTS[game].local);
    const boards = await record(new Table([page]), 4);
    await press(page, "Resign");
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await press(page, "View the board");
    await press(page, "Replay");
    await press(page, "Go to start");
    const speed = page.getByRole("button", { name: "Speed" });
    const speeds = async (factors: string[]) => {
      for (const factor of factors) {
        await speed.click();
        await expect(speed).toHaveAccessibleName(`Speed ${factor}`);
      }
    };
    await speeds(["2×", "4×", "½×", "1×"]);
    await press(page, "Play");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect(slider(page)).not.toHaveValue("0");
    await press(page, "Pause");
    const at = Number(await slider(page).inputValue());
    await press(page, "Previous move");
    await looksAt(page, at - 1, 4, boards[at - 1]);
    await speeds(["2×", "4×"]);
    await press(page, "Play");
    await expect(slider(page)).toHaveValue("4");
    await expect(page.getByRole("button", { name: "Play", exact: true }), "it stops at the end").toBeVisible();
    await looksAt(page, 4, 4, boards[4]);
    await speeds(["½×"]);
    await press(page, "Play");
    await expect(slider(page), "and begins anew from there").not.toHaveValue("4");
    await leave(page);
    await expect(page.getByRole("button", { name: "Result" })).toBeVisible();
    await press(page, "Result");
    await press(page, "Play again");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect.poll(async () => FACTS[game].isStart((await boardState(page)).board)).toBe(true);
  });
}

test("the focus is kept from the game into the replay and back", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await both.open("/local/mapello");
  await new Table([page]).play(3);
  await page.getByRole("button", { name: "Replay" }).focus();
  await page.keyboard.press("Enter");
  await expect(slider(page)).toBeVisible();
  await expect.poll(() => focused(page), "from the button to the bar").toBe("Previous move");
  await page.getByRole("button", { name: "Play", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => focused(page), "Play becomes Pause").toBe("Pause");
  await page.getByRole("button", { name: "Back", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page), "and back to the board").toMatch(FACTS.Mapello.onBoard);
});
