//! Play against the computer: its levels, what it does when one takes back, leaves or begins anew.
import type { Page } from "@playwright/test";
import { choose, face, LEVELS, myTurn, newGame, openSettings, playOut, press, start } from "../computer.ts";
import { expect, test } from "../fixtures.ts";
import { drawnBoard, GAMES, boardState, shownBy } from "../games.ts";
import { MOVING } from "../scene.ts";
import { Table } from "../table.ts";

// The computer answers when the last move has been seen: without films it is too quick to be interrupted.
test.use({ contextOptions: MOVING });

const result = (page: Page) => page.getByRole("dialog").getByRole("heading");

/** Has the computer think about its next turn for as long as it may: on a busy machine it would else be done before anything is pressed. */
async function neverEnds(page: Page): Promise<void> {
  await expect.poll(() => page.workers()[0]?.evaluate(() => !String(onmessage).includes("catch")), { message: "it has its program" }).toBe(true);
  await page.workers()[0]?.evaluate(() => { onmessage = () => { for (;;) ; }; });
}

for (const game of GAMES) {
  test(`${game}: random play loses against Master`, shownBy("Mancala", game), async ({ player }) => {
    test.slow();
    const page = await start(await player("Anna"), game, { level: "Master", begins: "Computer", ...(game === "Mancala" ? { rules: "Quick" } : {}) });
    let moves = 0;
    await playOut(page, async (legal) => legal[(moves++ * 5 + 2) % legal.length]);
    await expect(result(page)).toHaveText("The computer wins");
    await expect.poll(() => drawnBoard(page)).toBe((await boardState(page)).board);
  });

  test(`${game}: computer against computer can be stopped and resumed`, shownBy("Mancala", game), async ({ player }) => {
    const page = await start(await player("Anna"), game, { level: "Medium", watch: "Beginner", pace: "Like a human" });
    await press(page, "Pause");
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    const paused = (await boardState(page)).board;
    // That nothing happens takes time to see: longer than a turn.
    await page.waitForTimeout(1_500);
    expect((await boardState(page)).board, "nobody moves").toBe(paused);
    expect((await boardState(page)).legal, "there is nothing for the one who looks on").toEqual([]);
    await page.getByRole("button", { name: "Speed 1×" }).click();
    await page.getByRole("button", { name: "Speed 2×" }).click();
    await press(page, "Resume");
    await expect(result(page)).toHaveText(/^Computer \((Medium|Beginner)\) wins$|^Draw$/, { timeout: 90_000 });
  });

  test(`${game}: a takeback while the computer thinks, and the game goes on`, shownBy("Mapello", game), async ({ player }) => {
    const page = await start(await player("Anna"), game, { level: "Master", pace: "Like a human" });
    const before = await boardState(page);
    const first = game === "Mancala" ? "south-a" : before.legal[0];
    await neverEnds(page);
    await page.locator(`#${first}`).click();
    await expect(page.locator(".status")).toHaveText("Computer to move");
    await expect(page.locator(".plate-far .presence")).toHaveText("thinking…");
    await press(page, "Undo");
    await expect(page.locator(".status")).toHaveText("Your turn");
    expect(await boardState(page)).toEqual(before);
    await expect.poll(() => page.workers().length, { message: "the computer has let go of it" }).toBe(0);
    expect(await boardState(page)).toEqual(before);
    await page.locator(`#${first}`).click();
    await expect(page.locator(".status")).toHaveText("Computer to move");
    expect(await myTurn(page)).toBe(true);
    // A turn that has been answered is taken back with its answer.
    await press(page, "Undo");
    await expect.poll(() => boardState(page)).toEqual(before);
  });

  test(`${game}: the computer answers after a reload during its search`, shownBy("Mapello", game), async ({ player }) => {
    const anna = await player("Anna");
    const page = await start(anna, game, { level: "Hard", pace: "Like a human" });
    await page.locator(`#${game === "Mancala" ? "south-a" : (await boardState(page)).legal[0]}`).click();
    await expect(page.locator(".status")).toHaveText("Computer to move");
    await anna.reload();
    expect(await myTurn(page)).toBe(true);
    await expect(page.locator(".plate-far .presence"), "it does not think any more").toHaveText("Hard");
  });
}

test("no state of a game leaks into the next one", async ({ player }) => {
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Easy", watch: "Easy", rules: "Quick" });
  await press(page, "Pause");
  await newGame(page);
  await openSettings(page);
  await choose(page, "Me against the computer");
  await press(page, "Start");
  for (let move = 0; move < 3 && (await myTurn(page)); move += 1) await page.locator("button.pit[data-legal]").first().click();
  expect(await myTurn(page), "the pause was the other game's").toBe(true);
  await press(page, "Hint");
  await expect(page.locator(".status")).toHaveText(/^Play /);
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".status")).toHaveText("The computer wins");
  await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("dialog").locator(".review-graph")).toBeVisible();
  await expect(page.locator(".review-waits")).toHaveCount(0, { timeout: 90_000 });
  await expect(page.locator(".review-graph ~ p:not(.review-side)").first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await newGame(page);
  await face(page, "Easy").click();
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".status")).toHaveText("Your turn");
  await expect(page.locator("[data-delta]")).toHaveCount(0);
});

test("playing on from an earlier position starts a new game, even offline", async ({ player }) => {
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Beginner", watch: "Beginner", pace: "Like a human" });
  const storedMoves = () =>
    page.evaluate(() => (localStorage.getItem(`duello.game.${new URLSearchParams(location.search).get("game")}`) ?? "").split('"moved"').length - 1);
  await expect.poll(storedMoves).toBeGreaterThan(2);
  await anna.context.setOffline(true);
  await press(page, "Replay");
  await press(page, "Go to start");
  // The computer goes on at once: how many moves are kept is noted each time, for whoever looks too late.
  await page.evaluate(() => {
    const moves: number[] = [];
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (/^duello\.game\.\w+$/.test(key)) moves.push(text.split('"moved"').length - 1);
      setItem.call(this, key, text);
    };
    Object.assign(globalThis, { moves });
  });
  await press(page, "Play from here");
  await expect(page.locator(".replay")).toHaveCount(0);
  const fewest = () => page.evaluate(() => Math.min(...(globalThis as unknown as { moves: number[] }).moves));
  await expect.poll(fewest).toBeLessThan(2);
  await expect.poll(storedMoves, { message: "it goes on", timeout: 20_000 }).toBeGreaterThan(2);
  await anna.context.setOffline(false);
});

test("a game played online can be continued against the computer", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(5);
  const { page } = anna;
  await expect(page.getByRole("button", { name: "Hint" }), "no help against a person").toHaveCount(0);
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "View the board" }).click();
  await press(page, "Replay");
  await press(page, "Go to start");
  for (let move = 0; move < 2; move += 1) await press(page, "Next move");
  const there = (await boardState(page)).board;
  await press(page, "Play from here");
  await page.waitForURL(/\/computer\/mapello\?game=\w{32}$/);
  // Whoever opened the room has Black, whose turn it is there.
  await expect.poll(async () => (await boardState(page)).board).toBe(there);
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".plate-near .name")).toHaveText("You");
});

test("every level plays and shows its name", async ({ player }) => {
  const anna = await player("Anna");
  const page = await start(anna, "Mapello", { level: "Random" });
  for (const level of LEVELS) {
    await expect(page.locator(".plate-far .name")).toHaveText("Computer");
    await expect(page.locator(".plate-far .presence")).toHaveText(level);
    await page.locator(`#${(await boardState(page)).legal[0]}`).click();
    expect(await myTurn(page)).toBe(true);
    await page.locator("summary[aria-label=Menu]").click();
    await press(page, "New game");
    await openSettings(page);
    const levels = page.getByLabel("Level", { exact: true });
    await expect(levels).toHaveValue(String(LEVELS.indexOf(level)));
    await levels.selectOption(LEVELS[LEVELS.indexOf(level) + 1] ?? level);
    await press(page, "Start");
  }
});
