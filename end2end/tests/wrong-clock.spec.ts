//! F10: machines whose clocks are days off. Pages go by the server's time: both show the same clocks, which run, and play.
import { expect, test } from "../fixtures.ts";
import { clocks, knownClocks, Table } from "../table.ts";

const DAY = 24 * 3600 * 1000;

test("a device whose clock is days off shows the same game clocks", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await anna.page.clock.install({ time: Date.now() - 3 * DAY });
  await bert.page.clock.install({ time: Date.now() + 2 * DAY });
  const table = await Table.start(anna, bert, { game: "Mapello" });
  await table.play(4);
  for (const page of table.pages) {
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now()), "it is still off").toBeGreaterThan(DAY);
  }
  const mover = await table.mover();
  if (mover === undefined) throw new Error("the game is over");
  const before = await knownClocks(mover);
  const own = async () => (await clocks(mover))[1];
  await expect.poll(own, { message: "the clock of who is to move runs" }).toBeLessThan(before[1] - 2);
  expect(await own(), "and no faster than time").toBeGreaterThan(before[1] - 60);
  await expect(async () => {
    const [one, other] = await Promise.all(table.pages.map((page) => clocks(page)));
    if (one === undefined || other === undefined) throw new Error("there are two");
    expect(Math.abs(one[0] - other[1])).toBeLessThanOrEqual(1);
    expect(Math.abs(one[1] - other[0])).toBeLessThanOrEqual(1);
  }).toPass({ timeout: 20_000 });
  await table.play(2);
});
