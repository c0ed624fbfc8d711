//! Whole games by those who do not see the page: through roles and names alone, and by written commands.
import type { Page } from "@playwright/test";
import { expect, test, type Player } from "../fixtures.ts";
import { type GameName, GAMES, shownBy } from "../games.ts";

/** What one plays on: in Mancala a cell holds the pit's button, in Mapello it is the button. */
const ROLE = { Mancala: "button", Mapello: "gridcell" } as const;
/** What a screen reader is told of a move that was made. */
const MOVED = /^(South|North|Black|White) (plays|swaps) /;
/** What is heard when a game is over. */
const OVER = /The game is over/;

/** From home to a game on one device, as somebody finds it who hears links and headings. */
async function sitDown(player: (name: string) => Promise<Player>, game: GameName): Promise<Page> {
  const both = await player("both");
  const { page } = both;
  await both.open("/");
  await page.getByRole("region", { name: game }).getByRole("link", { name: "Pass and play" }).click();
  await expect(page.getByRole("grid", { name: `${game} board` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: /to move\.$/ })).toHaveCount(1);
  return page;
}

/** The last sentence that was spoken; before it stands what the other one asks. */
const lastAnnouncement = (page: Page) => page.getByRole("main").getByRole("status").nth(2);

/** The names of what can be played now: of the enabled buttons of the side to move, or of the legal squares. */
async function playable(page: Page, game: GameName): Promise<string[]> {
  const tree = await page.getByRole("grid").ariaSnapshot();
  const named = (line: string) => new RegExp(`^\\s*- ${ROLE[game]} "([^"]*)"`).exec(line)?.[1];
  const open = tree.split("\n").filter((line) => !line.includes("[disabled]")).map(named);
  const wanted = game === "Mancala" ? /pit [a-i], \d+ stones?/ : /, legal, flips \d+/;
  return open.filter((name) => name !== undefined).filter((name) => wanted.test(name));
}

for (const game of GAMES) {
  test(`${game}: a whole game through accessible roles and names alone`, shownBy("Mapello", game), async ({ player }) => {
    test.slow();
    const page = await sitDown(player, game);
    const over = page.getByRole("dialog").getByRole("heading", { name: /wins$|^Draw$/ });
    const heard = new Set<string>();
    for (let moves = 0; moves < 120 && !OVER.test((await lastAnnouncement(page).textContent()) ?? ""); moves += 1) {
      const before = await lastAnnouncement(page).textContent();
      const names = await playable(page, game);
      const name = names[moves % names.length];
      if (name === undefined) break;
      await page.getByRole(ROLE[game], { name, exact: true }).press("Enter");
      await expect(lastAnnouncement(page)).not.toHaveText(before ?? "");
      const said = (await lastAnnouncement(page).textContent()) ?? "";
      expect(said).toMatch(MOVED);
      heard.add(said);
    }
    await expect(over).toBeVisible();
    expect(heard.size, "each move is one sentence of its own").toBeGreaterThan(10);
    await expect(page.getByRole("dialog").getByRole("heading")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Play again" })).toBeFocused();
  });

  test(`${game}: a whole game by text commands`, shownBy("Mancala", game), async ({ player }) => {
    test.slow();
    const page = await sitDown(player, game);
    const field = page.getByRole("textbox", { name: "Command" });
    const answer = page.getByRole("main").getByRole("status").nth(3);
    const write = async (text: string) => {
      await field.fill(text);
      await field.press("Enter");
    };
    await page.getByRole("grid").press("/");
    await expect(field).toBeFocused();
    await write("last");
    await expect(answer).toHaveText("No moves yet.");
    await write("clock");
    await expect(answer).toHaveText("No clock");
    await write("what?");
    await expect(answer).toHaveText(/^A move, or: board, last,/);
    const over = page.getByRole("dialog").getByRole("heading", { name: /wins$|^Draw$/ });
    for (let moves = 0; moves < 120 && !OVER.test((await lastAnnouncement(page).textContent()) ?? ""); moves += 1) {
      const before = await lastAnnouncement(page).textContent();
      await write("moves");
      await expect(answer).toHaveText(/^\w+(, \w+)*$/);
      await write(((await answer.textContent()) ?? "").split(", ").at(-1) ?? "");
      await expect(lastAnnouncement(page)).not.toHaveText(before ?? "");
      if (moves === 3) {
        await write("last");
        await expect(answer).toHaveText(MOVED);
        await write("board");
        await expect(answer).toHaveText(game === "Mancala" ? /^South: (\d+, )+\d+; store \d+\. North: .* to move\.$/ : /^black: .* white: .* to move\.$/);
        const board = await answer.textContent();
        await write("undo");
        await expect(lastAnnouncement(page)).toHaveText(/^The last turn was taken back/);
        await write("board");
        await expect(answer).not.toHaveText(board ?? "");
        await write("resign");
        await expect(answer).toHaveText("To resign this game, type: resign yes");
      }
    }
    await expect(over).toBeVisible();
    await page.keyboard.press("Escape");
    await field.focus();
    await write("score");
    await expect(answer).toHaveText(game === "Mancala" ? /^South: \d+\. North: \d+\.$/ : /^Black: \d+\. White: \d+\.$/);
  });
}
