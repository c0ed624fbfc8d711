//! Hints while a game is played, and the review after it.
import { answers, scriptAnswers, playOut, press, start } from "../computer.ts";
import { expect, test } from "../fixtures.ts";
import { boardState } from "../games.ts";

test("Mancala: with the computer's hints a game is won against Random", async ({ player }) => {
  test.slow();
  const page = await start(await player("Anna"), "Mancala", { level: "Random", rules: "Quick" });
  await playOut(page, async () => {
    await press(page, "Hint");
    const best = page.locator("button.pit[data-preview]");
    await expect(best).toHaveAttribute("data-delta", /^[+−]?\d+$/);
    await expect(page.locator(".status")).toHaveText(/^Play [a-d]: .+ \([+−]?\d+\)$/);
    await expect(page.locator("#spoken")).toContainText(/(inning|osing|draw)/);
    await expect(best).toHaveAccessibleName(/, worth [+−]?\d+$/);
    return (await best.getAttribute("id")) ?? undefined;
  });
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText("You win");
});

test("a late hint is not shown for the next position", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await scriptAnswers(both.context, []);
  await both.open("/local");
  // Both at once: the move comes before any answer can.
  await page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLElement>(".control")) if (control.innerText.trim() === "Hint") control.click();
    document.getElementById("south-a")?.click();
  });
  await expect(page.locator(".status")).toHaveText("North to move");
  await expect.poll(() => answers(page)).toBe(1);
  await expect(page.locator(".status")).toHaveText("North to move");
  await press(page, "Hint");
  await expect(page.locator(".status")).toHaveText(/^Play /);
});

test("a game is reviewed, annotated in the move list, and played on from", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  // So small a game is seen to its end from the first move: it is the same one every time.
  const page = await start(anna, "Mancala", { level: "Master", rules: "Quick" });
  await playOut(page, async (legal) => legal[0]);
  await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Game review" });
  await expect(review.getByText(/^Your mistakes cost [^.]*\.$/)).toBeVisible({ timeout: 30_000 });
  await expect(review.getByRole("img").locator("i")).not.toHaveCount(0);
  const decided = review.getByRole("button", { name: /^Turning point: / });
  await expect(decided).toBeVisible();
  const ply = Number(/ move (\d+) /.exec(await decided.innerText())?.[1]) - 1;
  await decided.click();
  await expect(page.getByRole("slider", { name: "Move" })).toHaveValue(String(ply));
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeFocused();
  await expect(page.locator(".replay-note")).toHaveText(/ was better than /);
  await expect(page.locator(".turn-token").filter({ hasText: "?" })).not.toHaveCount(0);
  const there = (await boardState(page)).board;
  await press(page, "Play from here");
  await expect.poll(async () => ((seen) => seen.board === there && seen.legal.length > 0)(await boardState(page))).toBe(true);
  await expect(page.locator(".replay")).toHaveCount(0);
});
