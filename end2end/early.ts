//! A page before its program is there: held back for as long as a test wishes, and looked at meanwhile.
import type { Page } from "@playwright/test";
import { ready, type Player } from "./fixtures.ts";

/** Opens a page whose program stays away; what is returned lets it come, and waits until the page is ready. */
export async function openBeforeHydration(player: Player, path: string, program = "**/*.wasm"): Promise<() => Promise<void>> {
  const { page } = player;
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  const requested = new Promise<void>((done) => {
    void page.route(program, async (route) => {
      done();
      await opened;
      await route.continue();
    });
  });
  await page.goto(path, { waitUntil: "commit" });
  // What the server has drawn has been seen by then.
  await requested;
  // A script that is loaded early can be requested while the page is still being laid out.
  await page.waitForFunction(() => document.readyState !== "loading");
  return async () => {
    open();
    await ready(page);
    await page.unroute(program);
  };
}

/** All that can be read on a page, a line each: without what says that something is on its way, and the letters on a board. */
export async function visibleLines(page: Page): Promise<string[]> {
  const text = await page.locator("#main, .game").first().evaluate((main: HTMLElement) => main.innerText);
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !/…$/.test(line));
}

/** What those hear who do not see the page: names and values of everything in it. */
export const accessibleText = (page: Page): Promise<string> => page.locator("body").ariaSnapshot();

/** Counts the clicks that reach somebody. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    document.addEventListener("click", () => ((globalThis as unknown as { clicks: number }).clicks += 1));
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
}
