//! What a page shows for a moment only, such as a banner over the board: noted by the page itself, because a test looks now
//! and then, and on a busy machine the moment passes between two looks.
import type { Page } from "@playwright/test";

/**
 * Has the page note every text of the first element that this selector finds, from now on until the page is loaded anew. What
 * is returned reads the notes, oldest first; a text that stays is one note.
 */
export async function recordTexts(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const notes = await page.evaluateHandle((selector) => {
    const texts: string[] = [];
    let last = "";
    const record = () => {
      const text = document.querySelector(selector)?.textContent ?? "";
      if (text !== "" && text !== last) texts.push(text);
      last = text;
    };
    new MutationObserver(record).observe(document, { childList: true, characterData: true, subtree: true });
    record();
    return texts;
  }, selector);
  return () => notes.jsonValue();
}
