//! What of a page can be measured: whether it scrolls, which of its parts lie over others, what a finger cannot hit. Lengths
//! are CSS px as people see them. What is wrong with texts stands in flaws.ts.
import type { Readable } from "./games.ts";

/**
 * Smallest side of what a finger has to hit; of a pit; of a square or an entry of a list, which has its like on every side; of a
 * square of the border.
 */
export const TOUCH = { control: 44, pit: 44, square: 24, edge: 12 };

/** How far the document is larger than the window: nothing may be scrolled. */
export function overflow(page: Readable): Promise<[number, number]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight];
  });
}

/** What can be pressed and is smaller than a fingertip, or lies outside of the window. */
export function tooSmall(page: Readable, touch = TOUCH): Promise<string[]> {
  return page.evaluate((touch) => {
    const controls = [...document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select")];
    return controls.flatMap((control) => {
      // In the past nothing is played.
      if (control.matches("[data-replay] *")) return [];
      // The label is what is pressed of a radio button; links and fields for keyboards show only with the focus.
      const target = control.closest("label") ?? control;
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest(".hidden, .skip")) return [];
      const { width, height, left, top, right, bottom } = target.getBoundingClientRect();
      const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      const kind = { ".sq.edge": touch.edge, ".sq, .turn-token": touch.square, ".pit": touch.pit };
      const [, least = touch.control] = Object.entries(kind).find(([selector]) => target.matches(selector)) ?? [];
      const fine = width >= least - 0.5 && height >= least - 0.5;
      const name = target.id || target.getAttribute("aria-label") || target.textContent?.trim() || target.tagName;
      const where = [width, height, left, top].map(Math.round);
      return fine && inside ? [] : [`${name}: width, height, left, top ${where.join(", ")}`];
    });
  }, touch);
}

/** The pits and squares whose middle belongs to another element. */
export function covered(page: Readable): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button.pit, .board button.sq")]
      .filter((pit) => {
        const { left, top, width, height } = pit.getBoundingClientRect();
        return !pit.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      })
      .map(({ id }) => id),
  );
}

/** What a toast hides, although a press goes through it: controls, plates, pits and squares, the status, the bar of a room. */
export function underToast(page: Readable): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector(".toast")?.getBoundingClientRect();
    if (!toast) return ["there is no toast"];
    const parts = document.querySelectorAll("a[href], button, summary, input, select, .plate, .tray, .status, .ready-bar");
    return [...parts].flatMap((part) => {
      if (!part.checkVisibility({ visibilityProperty: true }) || part.closest(".hidden, .skip")) return [];
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const wide = Math.min(right, toast.right) - Math.max(left, toast.left);
      const high = Math.min(bottom, toast.bottom) - Math.max(top, toast.top);
      return wide > 1 && high > 1 ? [part.id || part.getAttribute("aria-label") || part.textContent.trim() || part.className] : [];
    });
  });
}

/** Parts of the game page that lie over one another or stick out of the window; so do the numbers and letters of the board. */
export function clashes(page: Readable): Promise<string[]> {
  return page.evaluate(() => {
    type Part = { name: string; element: Element; box: DOMRect };
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility({ visibilityProperty: true }));
    const parts: Part[] = all(".bar > *, .plate, .tray, .tray-disc, .stage .board, .status, .control, .panel").map((element) => {
      let box = element.getBoundingClientRect();
      // The status has a row to itself, and needs of it what is written in it.
      if (element.matches(".status")) {
        const written = document.createRange();
        written.selectNodeContents(element);
        box = written.getBoundingClientRect();
      }
      return { name: element.getAttribute("aria-label") ?? (element.textContent?.trim() || element.className), element, box };
    });
    // Of a line what is inked: figures and small letters fill three fifths of it.
    const figures: Part[] = all(".board .count, .board .letter").map((element) => {
      const written = document.createRange();
      written.selectNodeContents(element);
      const { left, top, width, height } = written.getBoundingClientRect();
      const box = new DOMRect(left, top + height * 0.2, width, height * 0.6);
      return { name: `“${element.textContent}” at ${[left, top].map(Math.round).join(", ")}`, element, box };
    });
    const outside = [...parts, ...figures].filter(({ box: { left, top, right, bottom } }) => {
      return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    });
    const over = (one: Part, other: Part) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return false;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      return wide > 1 && high > 1;
    };
    const pairs = (list: Part[]) => list.flatMap((one, place) => {
      return list.slice(place + 1).filter((other) => over(one, other)).map((other) => `${one.name} and ${other.name}`);
    });
    return [...outside.map(({ name }) => `${name} sticks out`), ...pairs(parts), ...pairs(figures)];
  });
}
