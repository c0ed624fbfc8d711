//! Games of Reversi from a random opening: eight moves are on the board when the game begins, and they are nobody's.
import { discs } from "../games.ts";
import { expect, test } from "../fixtures.ts";
import { resign } from "../finished.ts";
import { Table } from "../table.ts";

/** Whether this is the board behind eight moves, none of which is a pass. */
const isOpening = (board: string) => discs(board).reduce((sum, count) => sum + count, 0) === 12;

test("two begin behind an opening, and the page of their game has all moves", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.open(anna, bert, { game: "Mapello" });
  await bert.page.getByLabel("Board", { exact: true }).selectOption("Reversi, random opening");
  await expect(anna.page.getByLabel("Board", { exact: true }).locator("option:checked")).toHaveText("Reversi, random opening");
  await expect(anna.page.getByText("picked at random from 1,024 balanced openings")).toBeVisible();
  await table.ready();
  await table.inStep(isOpening);
  const begun = await table.board();
  const moves = bert.page.getByRole("list", { name: "Moves" }).getByRole("button");
  await expect(moves).toHaveCount(8);
  await table.play(1);
  await expect(moves).toHaveCount(9);
  // Whoever comes back finds the opening on the board, and whoever takes back does not get behind it.
  await bert.page.reload();
  await table.inStep((board) => board !== begun && board !== "");
  const ended = await resign(anna, bert);
  await anna.page.goto(ended);
  const href = await anna.page.getByRole("link", { name: "GGF" }).getAttribute("href");
  const file = await (await anna.page.request.get(href ?? "")).text();
  expect(file.match(/[BW]\[[a-h][1-8]\]/g)).toHaveLength(9);
});

test("the link of a shared game says that its first moves were nobody's", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await anna.open("/local/mapello?board=opening");
  const table = new Table([anna.page]);
  await table.inStep(isOpening);
  await table.play(2);
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Share" }).click();
  await expect.poll(() => anna.page.evaluate(() => navigator.clipboard.readText())).toContain("/games/import?");
  const shared = await anna.page.evaluate(() => navigator.clipboard.readText());
  const link = new URL(/http\S+/.exec(shared)?.[0] ?? "");
  expect(link.searchParams.get("text")).toMatch(/\[RandomOpening "\d+"\]/);
  await bert.page.goto(link.href);
  await expect(bert.page.locator("#understood ~ *").getByText(/10 moves/)).toBeVisible();
});

test("on one device nobody takes back an opening, also after a reload", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/local/mapello?board=opening");
  const table = new Table([page]);
  await table.inStep(isOpening);
  const begun = await table.board();
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await table.play(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await table.inStep((board) => board === begun);
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await page.reload();
  await table.inStep((board) => board === begun);
});
