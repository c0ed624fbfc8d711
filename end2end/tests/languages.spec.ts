//! Six languages: no page says in one of them what it says in English, and in Arabic, which runs from right to left, both
//! games are played by keyboard.
import type { Page } from "@playwright/test";
import { axeDayAndNight, expect, ready, test } from "../fixtures.ts";
import { fits } from "../flaws.ts";
import { GAMES, LONG, FACTS } from "../games.ts";

const LOCALES = ["de", "pt-BR", "es", "fr", "ar"];
const PAGES = [
  "/", "/nowhere", "/r/HAAAAAAA", "/local", "/local/mapello", "/computer", "/computer/mapello", "/review/mancala", "/boards/edit",
  "/find", "/find/mapello", "/games", "/games/import", "/notifications", "/me", "/security", "/privacy", "/rules/mancala",
  "/rules/mapello", "/learn/mancala", "/learn/mapello", "/puzzles/mancala", "/puzzles/mapello", "/mistakes", "/offline",
];

/** What is the same in two languages: what formats, browsers and games are called, texts in a format of their own, a word of French. */
const SAME = /^(Duello|Mancala|Mapello|Notifications)\b|Kalah|KGP|JSON|^[A-Z]{4}-[A-Z]{4}$/;

/**
 * Everything of a page that reads as two words or more, as texts and as names of what has none. It leaves out the running games, such as
 * those of earlier tests, which say the names of players.
 */
async function says(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    for (const game of document.querySelectorAll("[aria-labelledby=now] li")) game.remove();
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest("script, style, code, pre, [lang]:not(html)")) found.push(walker.currentNode.textContent ?? "");
    }
    const named = ["aria-label", "title", "placeholder", "alt"];
    for (const name of named) for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name) ?? "");
    return [document.title, ...found];
  });
  return texts.map((text) => text.trim()).filter((text) => /\p{Letter}{2,}\P{Letter}+\p{Letter}{2,}/u.test(text) && !SAME.test(text));
}

for (const locale of LOCALES) {
  test(`no page says anything in English to who reads ${locale}`, locale === "ar" ? {} : LONG, async ({ player }) => {
    test.slow();
    const [anna, bert] = [await player("Anna", { locale: "en" }), await player("Bert", { locale })];
    for (const one of [anna, bert]) one.allow(/404/);
    for (const path of PAGES) {
      for (const one of [anna, bert]) {
        await one.page.goto(path);
        // Pages without a program are ready at once.
        if ((await one.page.locator("#program, #words").count()) > 0) await ready(one.page);
      }
      await expect(bert.page.locator("html"), path).toHaveAttribute("lang", locale);
      const english = new Set(await says(anna.page));
      expect(english.size, path).toBeGreaterThan(0);
      expect.soft((await says(bert.page)).filter((text) => english.has(text)), path).toEqual([]);
    }
  });
}

for (const game of GAMES) {
  test(`${game} is played in Arabic by keyboard, on a board as everywhere`, async ({ player }) => {
    const anna = await player("Anna", { locale: "ar", reducedMotion: "reduce" });
    const { page } = anna;
    await anna.open(FACTS[game].local);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    const board = page.locator(".board");
    expect(await board.evaluate((board) => getComputedStyle(board).direction)).toBe("ltr");
    const focused = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().x ?? NaN);
    await board.locator("[data-legal]").first().focus();
    const before = await focused();
    await page.keyboard.press("ArrowRight");
    expect(await focused(), "the right arrow goes right").toBeGreaterThan(before);
    for (let move = 0; move < 4; move += 1) {
      await expect(board.locator("[data-legal]").first()).toBeVisible();
      const said = await page.locator("#spoken").textContent();
      await board.locator("[data-legal]").first().focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("#spoken").textContent()).not.toBe(said);
    }
    expect(await page.locator("#spoken").textContent()).toMatch(/نقلة|نقلتك|دور/);
    await fits(page, game);
    await axeDayAndNight(page);
    // A move back, and on: as with media, on is to the right.
    await board.locator("[data-legal]").first().focus();
    await page.keyboard.press("[");
    const slider = page.locator(".replay input[type=range]");
    await expect(slider).toBeVisible();
    const at = Number(await slider.inputValue());
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    expect(Number(await slider.inputValue())).toBe(at + 1);
    await page.keyboard.press("ArrowLeft");
    expect(Number(await slider.inputValue())).toBe(at);
  });
}

test("games and keys run from left to right in Arabic as everywhere", async ({ player }) => {
  const anna = await player("Anna", { locale: "ar", viewport: { width: 390, height: 844 } });
  const { page } = anna;
  await page.goto("/games/import");
  const text = page.locator("textarea");
  expect(await text.evaluate((field) => getComputedStyle(field).direction), "the text of a game").toBe("ltr");
  await text.fill("1. C-F 2. a 3. B");
  await page.locator("form .primary").click();
  const names = page.locator(".record-name .name");
  await expect(names).toHaveText(["الشمال", "الجنوب"]);
  const [far = NaN, near = NaN] = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().x));
  expect(far, "North stands over its own pits, on the left of an upright board").toBeLessThan(near);
  await page.goto("/rules/mancala");
  const keys = await page.locator(".keys kbd").evaluateAll((all) => all.map((key) => [key.textContent, getComputedStyle(key).direction]));
  expect(keys).toContainEqual(["[, ]", "ltr"]);
  expect(keys.filter(([name, direction]) => /\p{Script=Arabic}/u.test(name ?? "") && direction !== "rtl")).toEqual([]);
  const [picture, said] = await Promise.all([".boards > svg", "figcaption"].map((one) => page.locator(`.rulebook figure ${one}`).first().boundingBox()));
  const end = (box: typeof picture) => (box?.x ?? NaN) + (box?.width ?? NaN);
  expect(Math.abs(end(picture) - end(said)), "a picture begins where what is said of it does").toBeLessThan(2);
});
