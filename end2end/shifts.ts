//! What moved in a page without having been moved, as its browser measures it (layout shifts).
import type { Page } from "@playwright/test";

/** Runs in the page. What follows an input counts as well. */
const watch = () => {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      // Less than a pixel of a line: the browser rounds.
      if (entry.value < 0.0001) continue;
      const who = entry.sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement)?.className ?? "something drawn");
      shifts.push(`${entry.value.toFixed(4)}: ${who.join(", ")}`);
    }
  }).observe({ type: "layout-shift" });
};

/** Has it noted from now on. */
export const watchShifts = (page: Page) => page.evaluate(watch);

/** Has it noted in every page that is opened from now on, from its beginning. */
export const watchShiftsOfPages = (page: Page) => page.addInitScript(watch);

/** What has moved, and how far: a line each. */
export const shifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
