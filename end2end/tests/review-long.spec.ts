//! Reviews games of Kalah in the browser, as a player would, and says how much of each is proved in which time. Its answers
//! are compared with a solver of their own afterwards (docs/DEVELOPING.md, "Tools for rules and engine").
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { press } from "../computer.ts";
import { expect, ready, test } from "../fixtures.ts";
import { LONG } from "../games.ts";

/** Games of two levels with chance, Easy to Hard: `cargo run --release -p engine-worker --example review -- 12 --games`. */
const GAMES = new URL("../kalah-games.txt", import.meta.url);
/** What the engine was asked and has answered. */
const ANSWERS = new URL("../test-results/review-answers.txt", import.meta.url);
/** Whole reviews end within 90 s; the rest is the page's own. */
const MOST_SECONDS = 95;

test("games of Kalah are reviewed in time, most plies proved", LONG, async ({ player }) => {
  test.setTimeout(3_600_000);
  const { page, context } = await player("Anna");
  const lines = (await readFile(GAMES, "utf8")).trimEnd().split("\n").slice(0, Number(process.env.GAMES ?? 12));
  await mkdir(new URL(".", ANSWERS), { recursive: true });
  await writeFile(ANSWERS, "");
  await context.exposeFunction("answered", (line: string) => appendFile(ANSWERS, `${line}\n`));
  await context.addInitScript(() => {
    const Real = Worker;
    globalThis.Worker = class extends Real {
      #question = "";
      override postMessage(message: unknown) {
        if (typeof message === "string") this.#question = message;
        super.postMessage(message);
      }
      override set onmessage(hear: ((event: MessageEvent) => void) | null) {
        super.onmessage = hear && ((event) => {
          if (typeof event.data === "string") (globalThis as unknown as { answered: (line: string) => void }).answered(`${this.#question}\t${event.data}`);
          hear(event);
        });
      }
    };
  });
  const [seconds, shares]: [number[], [number, number][]] = [[], []];
  for (const [number, moves] of lines.entries()) {
    await page.goto("/games/import");
    await page.getByRole("textbox").fill(moves);
    await press(page, "Import");
    await press(page, "Analyse");
    await page.waitForURL(/\/review\//);
    await ready(page);
    const begun = Date.now();
    await press(page, "Review");
    const bars = page.getByRole("dialog", { name: "Game review" }).getByRole("img").locator("i");
    await expect(bars.first()).toBeAttached();
    await expect(page.locator(".review-waits")).toHaveCount(0, { timeout: MOST_SECONDS * 1_000 });
    seconds.push((Date.now() - begun) / 1_000);
    const text = await page.getByRole("dialog", { name: "Game review" }).innerText();
    const all = await bars.count();
    // The verdict on a move needs the position after it as well.
    const from = /Every figure is proved/.test(text) ? 0 : Number(/Proved from move (\d+)/.exec(text)?.[1] ?? all + 1) - 1;
    shares.push([all - from, all]);
    console.log(`game ${number}: ${all - from} of ${all} plies proved, ${seconds.at(-1)?.toFixed(1)} s`);
  }
  const [proved, all] = shares.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  seconds.sort((a, b) => a - b);
  console.log(`${proved} of ${all} plies proved (${((100 * proved) / all).toFixed(1)} %)`);
  console.log(`seconds a game: median ${seconds[Math.floor(seconds.length / 2)]?.toFixed(1)}, worst ${seconds.at(-1)?.toFixed(1)}`);
  expect(proved / all).toBeGreaterThan(0.8);
});
