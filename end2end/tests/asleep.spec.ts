//! A machine that slept: its clock has gone on without the page, its line is dead; or its time stood still. When it wakes,
//! the board and the clocks are those of the others, and the game goes on.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { clocks, knownClocks, Table } from "../table.ts";

/** Each sees the own clock nearest: both see the same two, up to the second that begins between two looks. */
async function sameClocks(one: Page, other: Page): Promise<void> {
  await expect(async () => {
    const [mine, theirs] = await Promise.all([clocks(one), clocks(other)]);
    expect(Math.abs(mine[0] - theirs[1])).toBeLessThanOrEqual(1);
    expect(Math.abs(mine[1] - theirs[0])).toBeLessThanOrEqual(1);
  }).toPass({ timeout: 20_000 });
}

test("after ten minutes asleep on a dead line a page catches up", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert", { viewport: { width: 390, height: 844 } })];
  await bert.page.clock.install();
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(4);
  await sameClocks(anna.page, bert.page);
  bert.expectNetworkFailures();
  await bert.context.setOffline(true);
  // The server's clock does not jump with the machine's: less time has passed for everybody else.
  await bert.page.clock.fastForward("10:00");
  await new Table([anna.page]).play(1);
  await bert.context.setOffline(false);
  await table.inStep();
  await sameClocks(anna.page, bert.page);
  await table.play(2);
});

test("a suspended page has the current board and clocks when it resumes", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await bert.page.clock.install();
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(4);
  // On a busy machine that moment may have passed when the page hears of it. Its clock stands still then, and the second try succeeds.
  // It must not be further ahead: a page takes a jump of five seconds for sleep.
  await expect(async () => bert.page.clock.pauseAt((await bert.page.evaluate(() => Date.now())) + 3_000)).toPass();
  await new Table([anna.page]).play(1);
  // Longer than what a page takes for sleep.
  const full = (await knownClocks(anna.page))[0];
  await expect.poll(async () => (await clocks(anna.page))[0], { timeout: 30_000 }).toBeLessThan(full - 10);
  await bert.page.clock.resume();
  await table.inStep();
  await sameClocks(anna.page, bert.page);
  await table.play(2);
});
