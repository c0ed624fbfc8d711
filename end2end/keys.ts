//! What a person does at a keyboard: looks where the focus is, and goes on with Tab.
import type { Page } from "@playwright/test";

/** What has the focus: its id, or its name; "nothing" when it has fallen to the document. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: at } = document;
    if (at === null || at === document.body || at === document.documentElement) return "nothing";
    return at.id || at.getAttribute("aria-label") || at.textContent?.trim() || at.tagName;
  });
}

/** Presses Tab until what has the focus fits. */
export async function tabTo(page: Page, fits: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press("Tab");
    passed.push(await focused(page));
    if (fits.test(passed.at(-1) ?? "")) return;
  }
  throw new Error(`Tab does not reach ${fits}: ${passed.join(" · ")}`);
}
