//! The engine in its worker: what it answers, when it fails, what is dropped, and that the page stays smooth.
import { readFile } from "node:fs/promises";
import type { CDPSession } from "@playwright/test";
import { answers, scriptAnswers, myTurn, press, start } from "../computer.ts";
import { askAll } from "../engine.mjs";
import { expect, test } from "../fixtures.ts";
import { GAMES, boardState, shownBy } from "../games.ts";

test("F13: a failed or silent engine worker is replaced, even offline", async ({ player }) => {
  test.slow();
  const anna = await player("Anna");
  const page = await start(anna, "Mancala", { level: "Master", rules: "Kalah", pace: "Like a human" });
  await expect.poll(() => page.workers().length).toBe(1);
  await anna.context.setOffline(true);
  const faults = [
    // It fails over the next question; it keeps silent; it fails while it has nothing to do.
    () => { onmessage = () => { throw new Error("the test breaks this worker"); }; },
    () => { onmessage = null; },
    () => void setTimeout(() => { throw new Error("the test breaks this worker"); }),
  ];
  for (const fault of faults) {
    await expect.poll(() => page.workers().length).toBe(1);
    await page.workers()[0]?.evaluate(fault);
    await page.locator("button.pit[data-legal]").first().click();
    expect(await myTurn(page)).toBe(true);
  }
  await anna.context.setOffline(false);
});

test("an engine answer for one position is not played in another", async ({ player }) => {
  const anna = await player("Anna");
  // The worker's answers are known: the second pit for the first question, the fourth for the next.
  await scriptAnswers(anna.context, [1, 3]);
  const page = await start(anna, "Mancala", { level: "Easy", pace: "Like a human" });
  await page.locator("#south-e").click();
  // The answer is there and waits for the last stone to fall.
  await expect.poll(() => answers(page)).toBe(1);
  await press(page, "Undo");
  await page.locator("#south-f").click();
  expect(await myTurn(page)).toBe(true);
  await expect(page.locator(".turn-token").nth(1)).toHaveText(/^d\b/);
});

/** For how long the page's own thread has worked so far, in ms of the processor: other work on this machine does not count. */
async function worked(measure: CDPSession): Promise<number> {
  const { metrics } = await measure.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1_000;
}

for (const game of GAMES) {
  test(`${game}: the page has no task over 50 ms during an engine search`, shownBy("Mapello", game), async ({ player }) => {
    const anna = await player("Anna", { reducedMotion: "reduce" });
    const page = await start(anna, game, { level: "Master" });
    const measure = await anna.context.newCDPSession(page);
    await measure.send("Performance.enable", { timeDomain: "threadTicks" });
    const presence = page.locator(".plate-far .presence");
    for (let thoughts = 0; thoughts < 3; ) {
      expect(await myTurn(page)).toBe(true);
      const { legal } = await boardState(page);
      await page.locator(`#${legal.at(-1)}`).click();
      // A move may have brought another one.
      if ((await boardState(page)).legal.length > 0) continue;
      // On a busy machine the thought may have ended; what was measured is the answer too, then.
      if ((await presence.textContent()) !== "thinking…") continue;
      const before = await worked(measure);
      await page.waitForTimeout(300);
      const work = (await worked(measure)) - before;
      if ((await presence.textContent()) !== "thinking…") continue;
      thoughts += 1;
      expect(work, "ms of work on the page's own thread in 300 ms of thinking").toBeLessThan(50);
    }
  });
}

test("the wasm engine gives the native engine's move, score and node count", async ({ player }) => {
  test.slow();
  const { page, open } = await player("Anna").then((anna) => ({ page: anna.page, open: (path: string) => anna.open(path) }));
  await open("/");
  const golden = (await readFile(new URL("../questions.jsonl", import.meta.url), "utf8")).trimEnd().split("\n");
  const answers = await page.evaluate(askAll, golden.filter((_, at) => at % 2 === 0));
  expect(answers.map(({ answer }) => answer)).toEqual(golden.filter((_, at) => at % 2 === 1));
});
