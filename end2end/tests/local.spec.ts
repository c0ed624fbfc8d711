//! Pass and play: two on one device, with no server behind the game.
import { expect, test, type Player } from "../fixtures.ts";
import { discs, drawnBoard, FACTS, GAMES, boardState, shownBy, type GameName } from "../games.ts";
import { Table } from "../table.ts";

/** A table on one device. */
async function device(player: (name: string) => Promise<Player>, game: GameName) {
  const both = await player("both");
  await both.open(FACTS[game].local);
  return { both, page: both.page, table: new Table([both.page]) };
}

for (const game of GAMES) {
  const { isStart, sides } = FACTS[game];

  test(`${game}: pass and play to the end, and the next game starts`, shownBy("Mancala", game), async ({ player }) => {
    const { page, table } = await device(player, game);
    await table.playToTheEnd();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(new RegExp(`^(${sides.join("|")}) wins$|^A draw$`));
    const points = (await page.locator(".result .points").allInnerTexts()).map(Number);
    const sum = points.reduce((one, other) => one + other);
    const [black, white] = discs(await table.board());
    if (game === "Mancala") expect(sum).toBe(48);
    else expect((sum - black - white) % 3, "discs, and three points a bonus").toBe(0);
    await page.getByRole("button", { name: "Play again" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await table.inStep(isStart);
    await table.play(3);
  });

  test(`${game}: undo takes back the last move at once`, async ({ player }) => {
    const { page, table } = await device(player, game);
    const undo = page.getByRole("button", { name: "Undo" });
    const start = await boardState(page);
    await expect(undo).toHaveAttribute("aria-disabled", "true");
    await page.locator(game === "Mancala" ? "#south-a" : "#sq-35").click();
    await expect(page.locator(".status")).toHaveText(`${sides[1]} to move`);
    await undo.click();
    await table.inStep((board) => board === start.board);
    expect((await boardState(page)).legal).toEqual(start.legal);
    await expect(undo).toHaveAttribute("aria-disabled", "true");
  });

  test(`${game}: a local game survives a reload and a visit to another page`, shownBy("Mapello", game), async ({ player }) => {
    const { both, page, table } = await device(player, game);
    await table.play(5);
    const before = await table.board();
    await both.reload();
    expect(await table.board()).toBe(before);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("region", { name: game }).getByRole("link", { name: "Pass and play" }).click();
    expect(await table.board()).toBe(before);
    await expect.poll(() => drawnBoard(page)).toBe(before);
    await table.play(3);
  });

  test(`${game}: flipping the board keeps what every square means`, async ({ player }) => {
    const { page, table } = await device(player, game);
    await table.play(2);
    const before = await table.board();
    const first = page.locator(game === "Mancala" ? ".row.near button.pit" : "button.sq").first();
    await expect(first).toHaveAccessibleName(game === "Mancala" ? /^South/ : /^a1, /);
    await page.locator("summary[aria-label=Menu]").click();
    await page.getByRole("button", { name: "Flip board" }).click();
    await expect(page.locator(".plate-near .name")).toHaveText(sides[1]);
    await expect(first).toHaveAccessibleName(game === "Mancala" ? /^North|^Pit a/ : /^h8, /);
    expect(await table.board()).toBe(before);
    await expect.poll(() => drawnBoard(page)).toBe(before);
    await table.play(2);
  });

  test(`${game}: a local move needs no network`, async ({ player }) => {
    const { both, table } = await device(player, game);
    // What the page fetches of itself, down to its icon, is here.
    await both.page.waitForLoadState("networkidle");
    await both.context.setOffline(true);
    await table.play(6);
    await both.context.setOffline(false);
  });

  test(`${game}: the menu sets up a new game, and each game keeps its page`, shownBy("Mancala", game), async ({ player }) => {
    const { both, page, table } = await device(player, game);
    await table.play(2);
    const before = await table.board();
    const newGame = async () => {
      await page.locator("summary[aria-label=Menu]").click();
      await page.getByRole("button", { name: "New game" }).click();
    };
    const address = page.url();
    await newGame();
    await page.getByRole("button", { name: "Back to the game" }).click();
    await table.inStep((board) => board === before);
    await newGame();
    await both.reload();
    await table.inStep((board) => board === before);
    await newGame();
    const other = game === "Mancala" ? "Mapello" : "Mancala";
    await page.getByRole("group", { name: "Game" }).getByText(other).click();
    await page.getByRole("button", { name: "Start" }).click();
    await table.inStep(FACTS[other].isStart);
    await table.play(2);
    const after = await table.board();
    await both.reload();
    await table.inStep((board) => board === after);
    expect(new URL(page.url()).pathname, "each game has its own page").toBe(FACTS[other].local);
    expect(page.url(), "and each game its address").not.toBe(address);
    await both.open(FACTS[game].local);
    await table.inStep((board) => board === before);
    expect(page.url()).toBe(address);
  });
}

test("Mancala: a takeback undoes a turn of two sowings at once", async ({ player }) => {
  const { page, table } = await device(player, "Mancala");
  const start = await table.board();
  // c ends in the store and plays again, a ends the turn.
  await page.locator("#south-c").click();
  await expect(page.getByText("South moves again", { exact: true })).toBeVisible();
  await page.locator("#south-a").click();
  await expect.poll(async () => (await boardState(page)).legal[0]).toMatch(/^north/);
  await page.getByRole("button", { name: "Undo" }).click();
  await table.inStep((board) => board === start);
  expect((await boardState(page)).legal).toHaveLength(6);
});
