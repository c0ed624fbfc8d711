//! The lessons, by keyboard, by touch and by being shown; the rules, which are read without any program.
import type { Page } from "@playwright/test";
import { face } from "../computer.ts";
import { axe, expect, test, type Player } from "../fixtures.ts";
import { FACTS, type GameName, GAMES, LONG, boardState, shownBy } from "../games.ts";
import { focused, tabTo } from "../keys.ts";

/** Of each step a way to go wrong and one to go right, as the moves of a turn: pits, or squares. */
const STEPS: Record<GameName, [wrong: string[], right: string[]][]> = {
  Mancala: [
    [["a"], ["c"]],
    [["a"], ["d"]],
    [["a"], ["c"]],
    [["a", "b"], ["d", "a"]],
    [["a"], ["c"]],
    [["a"], ["b"]],
    [["b"], ["a"]],
    [["b"], ["a"]],
    [["d"], ["c", "d"]],
    [["b"], ["a"]],
  ],
  Mapello: [
    [["c3"], ["d6"]],
    [["d1"], ["e2"]],
    [["c5"], ["e3"]],
    [["e1"], ["d6"]],
    [["f4"], ["e3"]],
    [["g1"], ["h1"]],
    [["e3"], ["d6"]],
    [["c4"], ["d2"]],
    [["b8"], ["c8"]],
    [["g4"], ["c5"]],
  ],
};

const SIZES = [
  [320, 568],
  [390, 844],
  [568, 320],
  [844, 390],
  [820, 1180],
  [1440, 900],
] as const;

function path(game: GameName): string {
  return `/learn/${game.toLowerCase()}`;
}

/** A learner who need not wait for films. */
async function learner(player: (name: string, options?: object) => Promise<Player>, game: GameName, options: object = {}) {
  const anna = await player("Anna", { reducedMotion: "reduce", ...options });
  await anna.open(path(game));
  await expect(dot(anna.page, 0)).toHaveAttribute("aria-current", "step");
  return anna;
}

function dot(page: Page, step: number) {
  return page.getByRole("navigation", { name: "Steps" }).getByRole("button").nth(step);
}

/** Plays with the keys of the board, which has the focus. */
async function press(page: Page, game: GameName, moves: string[]): Promise<void> {
  for (const move of moves) {
    await page.keyboard.type(move);
    if (game === "Mapello") await page.keyboard.press("Enter");
  }
}

function praise(page: Page) {
  return page.locator(".said[data-kind=right]");
}

for (const game of GAMES) {
  const { onBoard } = FACTS[game];

  test(`${game}: the lesson by keyboard, with a wrong move first in every step`, shownBy("Mancala", game), async ({ player }) => {
    test.setTimeout(120_000);
    const anna = await learner(player, game);
    const { page } = anna;
    const next = page.getByRole("button", { name: "Next" });
    await tabTo(page, onBoard);
    for (const [step, [wrong, right]] of STEPS[game].entries()) {
      await expect(dot(page, step)).toHaveAttribute("aria-current", "step");
      await expect(next).toBeHidden();
      const before = await boardState(page);
      expect(before.legal.length, "there is a choice").toBeGreaterThan(1);
      await press(page, game, wrong);
      const hint = page.locator(".said[data-kind=wrong]");
      await expect(hint).toContainText("Try again.");
      if (step === 0) await axe(page);
      // It is taken back by itself, and the focus stays on the board.
      await expect.poll(() => boardState(page)).toEqual(before);
      await expect(hint, "what was wrong stays there to be read").toBeVisible();
      await expect.poll(() => focused(page)).toMatch(onBoard);
      await expect(dot(page, step)).not.toHaveAccessibleName(/done/);
      await press(page, game, right);
      await expect(praise(page)).toBeVisible();
      await expect(dot(page, step)).toHaveAccessibleName(/done$/);
      if (step === 0) await axe(page);
      if (step + 1 < STEPS[game].length) {
        await expect(next).toBeFocused();
        await page.keyboard.press("Enter");
        await expect.poll(() => focused(page)).toMatch(onBoard);
      }
    }
    const onward = page.getByRole("link", { name: "Play the computer" });
    await expect(onward).toBeFocused();
    await axe(page);
    await page.keyboard.press("Enter");
    await expect(page.locator(".face-button[aria-current]")).toContainText("Beginner");
  });

  test(`${game}: the lesson resumes where it was left; steps can be repeated`, shownBy("Mapello", game), async ({ player }) => {
    const anna = await learner(player, game);
    const { page } = anna;
    const next = page.getByRole("button", { name: "Next" });
    const showMe = page.getByRole("button", { name: "Show me" });
    for (const step of [0, 1]) {
      await showMe.click();
      await expect(next).toBeFocused();
      await expect(dot(page, step)).toHaveAccessibleName(/done$/);
      if (step === 0) await next.click();
    }
    // The second step is done, so the third is what is new.
    await anna.reload();
    await expect(dot(page, 2)).toHaveAttribute("aria-current", "step");
    await expect(dot(page, 2)).not.toHaveAccessibleName(/done/);
    await expect(dot(page, 1)).toHaveAccessibleName(/done$/);
    await dot(page, 0).click();
    await expect(dot(page, 0)).toHaveAttribute("aria-current", "step");
    await expect(next).toBeHidden();
    await expect.poll(() => focused(page)).toMatch(onBoard);
    await press(page, game, STEPS[game][0]?.[1] ?? []);
    await expect(next).toBeFocused();
    await anna.reload();
    await expect(dot(page, 1)).toHaveAttribute("aria-current", "step");
  });

  test(`${game}: every solution can be shown, and animations are waited for`, shownBy("Mapello", game), async ({ player }) => {
    test.setTimeout(120_000);
    const anna = await learner(player, game, { reducedMotion: "no-preference" });
    const { page } = anna;
    for (const step of STEPS[game].keys()) {
      await expect(dot(page, step)).toHaveAttribute("aria-current", "step");
      await page.getByRole("button", { name: "Show me" }).click();
      await expect(dot(page, step)).toHaveAccessibleName(/done$/);
      if (step + 1 < STEPS[game].length) await page.getByRole("button", { name: "Next" }).click();
    }
    await page.getByRole("button", { name: "Play a friend" }).click();
    await page.waitForURL(/\/r\/[A-Z]{8}$/);
  });

  test(`${game}: by touch on every screen, without scrolling or clipped parts`, LONG, async ({ player }) => {
    test.setTimeout(180_000);
    for (const locale of ["en", "de", "pt-BR", "es", "fr", "ar"]) {
      const anna = await player(`Anna in ${locale}`, { reducedMotion: "reduce", hasTouch: true, locale });
      const { page } = anna;
      await anna.open(path(game));
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      const dots = page.locator(".dot");
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const where = (step: number) => `${locale} ${width}×${height}, step ${step + 1}`;
        for (const [step, [wrong]] of STEPS[game].entries()) {
          // Where there is little room, with the most that there can be to read.
          const little = Math.min(width, height) === 320;
          if (step % 4 > 0 && !little) continue;
          await dots.nth(step).tap();
          await expect(dots.nth(step)).toHaveAttribute("aria-current", "step");
          if (little) {
            await press(page, game, wrong);
            await expect(page.locator(".said[data-kind=wrong]")).toBeVisible();
          }
          await expect.poll(() => misfits(page), where(step)).toEqual([]);
        }
      }
    }
  });

  test(`${game}: the rules work without JavaScript and load only the page`, async ({ player }) => {
    for (const [locale, heading] of [["en", `Rules of ${game}`], ["de", `Regeln von ${game}`], ["pt-BR", `Regras de ${game}`], ["es", `Reglas de ${game}`], ["fr", `Règles de ${game}`], ["ar", `قواعد \u2068${game}\u2069`]] as const) {
      const { page } = await player(`Anna in ${locale}`, { javaScriptEnabled: false, locale });
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      await page.goto(`/rules/${game.toLowerCase()}`);
      // The title isolates the whole heading once more.
      const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "");
      expect(plain(await page.title())).toBe(plain(`${heading} · Duello`));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      const parts = page.getByRole("heading", { level: 2 });
      const links = page.getByRole("navigation").getByRole("link");
      expect(await links.allInnerTexts()).toEqual(await parts.allInnerTexts());
      expect(await page.locator("figure").count()).toBeGreaterThan(5);
      for (const figure of await page.locator("figure").all()) await expect(figure.locator("svg").first()).toBeVisible();
      expect(loaded.filter((file) => !/^\/rules\/|\.(css|woff2)$|^\/favicon/.test(file))).toEqual([]);
      await expect(page.locator(`a[href="${path(game)}"]`)).toBeVisible();
    }
  });
}

test("the rules pass axe at every width and are linked everywhere", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  for (const game of GAMES) {
    await anna.open("/");
    await page.getByRole("link", { name: `Learn ${game}` }).click();
    await page.getByRole("link", { name: "Rules" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Rules of ${game}`);
    await axe(page);
    for (const width of [320, 700, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await anna.open(FACTS[game].local);
    await page.locator("summary[aria-label=Menu]").click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Rules" }).click();
    const rules = await opened;
    await expect(rules.getByRole("heading", { level: 1 })).toHaveText(`Rules of ${game}`);
    await rules.close();
  }
});

test("a stored local game is unchanged after a lesson", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/computer?level=2");
  await face(page, "Hard").click();
  await expect(page.locator(".plate-far .presence")).toHaveText("Hard");
  await anna.open("/computer?level=2");
  await expect(page.locator(".plate-far .presence")).toHaveText("Hard");
});

/** What scrolls, is cut off, or is too small for a finger. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const found: string[] = [];
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push(`the page is ${scrollWidth} × ${scrollHeight}`);
    for (const text of document.querySelectorAll(".told")) {
      if (text.scrollHeight > text.clientHeight) found.push(`the text is ${text.scrollHeight} of ${text.clientHeight} high`);
    }
    for (const control of document.querySelectorAll(".learn a, .learn button")) {
      const { width, height, left, top, right, bottom } = control.getBoundingClientRect();
      // Ten steps side by side: WCAG's smallest.
      const least = control.matches(".dot, .sq") ? 24 : control.matches(".pit") ? 32 : 44;
      const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      if (width < least - 0.5 || height < least - 0.5 || !inside) {
        const name = control.getAttribute("aria-label") ?? control.textContent;
        found.push(`${name}: ${[width, height, left, top].map(Math.round).join(", ")}`);
      }
    }
    return found;
  });
}
