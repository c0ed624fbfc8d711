//! What no page may do in any language and direction: cut a text, let one run out of its button or under another, scroll
//! sideways.
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The sizes that a page has to bear: small phone, phone, phone held sideways, tablet, desk. */
export const SIZES = [
  [320, 568],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1440, 900],
] as const;

/** The flaws of what is shown now, each with its text. A name that is too long may end in dots: it is no one's words. */
export function flaws(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const dialog = document.querySelector("dialog[open]");
    const boxed = "button, .button, summary, .choices span, .badge, dialog, .card, .plate, .replay, .controls";
    type Piece = { text: string; rect: DOMRect; element: Element };
    const pieces: Piece[] = [];
    const words = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const node = words.currentNode;
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "" || element.closest("script, noscript, option, .hidden, .skip, .name")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) if (rect.width > 1) pieces.push({ text, rect, element });
    }
    const say = (what: string, { text, rect }: Piece) => found.push(`${what}: “${text}” at ${[rect.left, rect.top, rect.right, rect.bottom].map(Math.round).join(", ")}`);
    for (const piece of pieces) {
      const { rect, element } = piece;
      let inside: Element | null = element;
      while (inside !== null && inside !== document.documentElement) {
        const { overflowX, overflowY } = getComputedStyle(inside);
        const box = inside.getBoundingClientRect();
        const isBox = inside.matches(boxed);
        const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";
        if ((isBox || clips(overflowX)) && (rect.left < box.left - 1 || rect.right > box.right + 1)) say("runs out sideways", piece);
        // A line is higher than its letters.
        if ((isBox || clips(overflowY)) && (rect.top < box.top - 4 || rect.bottom > box.bottom + 4) && overflowY !== "auto") say("runs out above or below", piece);
        if (overflowY === "auto" || overflowY === "scroll" || inside === dialog) break;
        inside = inside.parentElement;
      }
      if (rect.left < -1 || rect.right > innerWidth + 1) say("beyond the edge", piece);
    }
    // The browser cuts what is chosen of a list without a trace.
    const pen = document.createElement("canvas").getContext("2d");
    for (const select of (dialog ?? document).querySelectorAll("select")) {
      if (pen === null || !select.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      pen.font = font;
      const text = select.selectedOptions[0]?.textContent?.trim() ?? "";
      const room = select.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      if (pen.measureText(text).width > room + 1) found.push(`cut in its list: “${text}” in ${Math.round(room)} px`);
    }
    // Texts on the board lie over what they count; what comes and goes, and what stays while one scrolls, over everything.
    const above = ".board, .tray, .toast, .banner, .offer, .menu-list, .ready-bar";
    const apart = pieces.filter(({ element }) => element.closest(above) === null);
    // So does the foot of a card that is scrolled, with what is scrolled past it.
    const foot = dialog !== null && dialog.scrollHeight > dialog.clientHeight ? dialog.querySelector(":scope > .actions") : null;
    for (const [place, one] of apart.entries()) {
      for (const other of apart.slice(place + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (foot !== null && foot.contains(one.element) !== foot.contains(other.element)) continue;
        const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        if (wide > 1 && high > 4) say(`over “${other.text}”`, one);
      }
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`scrolls sideways by ${scrollWidth - innerWidth}`);
    return found;
  });
}

/** Asserts that what is shown has no flaw in any of the sizes. */
export async function fits(page: Page, what: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.soft.poll(() => flaws(page), `${what} at ${width}×${height}`).toEqual([]);
  }
}
