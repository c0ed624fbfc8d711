//! Clocks while the network is cut: a page shows the server's truth, or says that it does not know it.
import type { Page } from "@playwright/test";
import { Line, type Cut } from "../cut.ts";
import { expect, test } from "../fixtures.ts";
import { boardState, LONG } from "../games.ts";
import { Table } from "../table.ts";

/** How far a clock may be from the truth, in milliseconds: 250 and what two readings of whole seconds may differ. */
const TOLERANCE = 250 + 1_000;
/** A line that says nothing is noticed after so long: the page's heartbeat and how long it waits for the answer. */
const UNNOTICED = 1_750 + 250;
/** A clock is wrong if it still is after so long: on a busy machine a page shows late what it knows. */
const LATE = 500;

type Seen = { at: number; clocks: number[]; known: boolean };

/** The clocks of a page, the near one first, and whether it says that it does not know them. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const all = [".plate-near", ".plate-far"].map((plate) => document.querySelector<HTMLElement>(`${plate} .clock`));
    const seconds = (text: string) => text.split(":").reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0);
    return {
      at: Date.now(),
      clocks: all.map((clock) => 1_000 * seconds(clock?.textContent ?? "")),
      known: all.every((clock) => clock !== null && !("unknown" in clock.dataset)),
    };
  });

/** What is wrong with what the second page shows as known, if anything is. */
async function wrongClocks(anna: Page, bert: Page): Promise<string | undefined> {
  const [truth, seen] = await Promise.all([look(anna), look(bert)]);
  const apart = Math.abs(truth.at - seen.at);
  const off = truth.clocks.map((clock, index) => Math.abs(clock - (seen.clocks[1 - index] ?? NaN)));
  const isWrong = seen.known && off.some((ms) => !(ms <= TOLERANCE + apart));
  return isWrong ? `${truth.clocks.join()} is shown as ${seen.clocks.join()}` : undefined;
}

/** A game with clocks that run, of which the second page hangs on a line that is cut `cuts` times at moments drawn by this seed. */
async function cutAtRandom(table: Table, line: Line, cuts: number, seed: number): Promise<string[]> {
  const [anna, bert] = table.pages as [Page, Page];
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const wrong: string[] = [];
  const move = async (page: Page) => {
    const { legal } = await boardState(page);
    const id = legal[random(Math.max(1, legal.length))];
    if (id !== undefined) await page.locator(`#${id}`).click({ timeout: 1_000 }).catch(() => {});
  };
  for (let number = 0; number < cuts; number += 1) {
    const cut: Cut = random(2) === 0 ? "closed" : "silent";
    const lasts = 300 + random(3_700);
    await anna.waitForTimeout(random(400));
    await line.down(cut);
    const since = Date.now();
    while (Date.now() - since < lasts) {
      await move(random(2) === 0 ? anna : bert);
      const looked = Date.now() - since;
      if ((await wrongClocks(anna, bert)) === undefined || (cut === "silent" && looked < UNNOTICED)) continue;
      await bert.waitForTimeout(LATE);
      const still = await wrongClocks(anna, bert);
      if (still !== undefined) wrong.push(`cut ${number} (${cut}), after ${looked} ms and ${LATE} ms later: ${still}`);
    }
    await line.up(random(2) === 0);
    // Whoever was cut off is told all, and knows it.
    await expect.poll(async () => (await look(bert)).known, { message: `after cut ${number}` }).toBe(true);
    await expect.poll(async () => (await boardState(bert)).board === (await boardState(anna)).board).toBe(true);
    if ((await boardState(anna)).over) break;
  }
  return wrong;
}

for (const [name, rounds, tag] of [["a few", 1, {}], ["two hundred", 25, LONG]] as const) {
  test(`clocks are true or said to be unknown over ${name} cuts`, tag, async ({ player }) => {
    test.setTimeout(120_000 + rounds * 60_000);
    const [anna, bert] = [await player("Anna"), await player("Bert")];
    bert.expectNetworkFailures();
    const line = await Line.of(bert.page);
    for (let round = 1; round <= rounds; round += 1) {
      const table = await Table.start(anna, bert, { game: "Mapello", clock: "5+5" });
      await table.play(2);
      expect(await cutAtRandom(table, line, 8, round), `round ${round}`).toEqual([]);
    }
  });
}
