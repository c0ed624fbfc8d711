//! The page in other languages and in the other direction: which one it speaks, how one changes it, and that everything
//! still has its place.
import type { Page } from "@playwright/test";
import { axe, expect, ready, test, type Player } from "../fixtures.ts";
import { LONG } from "../games.ts";
import { KALAH } from "../kept.ts";
import { fits, flaws, SIZES } from "../flaws.ts";
import { join } from "../table.ts";

/** What a language says at a few places; the rest is up to the words themselves. */
const LANGUAGES = [
  { locale: "de-AT", lang: "de", name: "Deutsch", friend: "Mit Freunden spielen", language: "Sprache", wins: /^(Süd|Nord|Schwarz|Weiß) gewinnt$|^Unentschieden$/, nina: "Nina gewinnt" },
  { locale: "pt-PT", lang: "pt-BR", name: "Português", friend: "Jogar com amigos", language: "Idioma", wins: /^Vitória: (Sul|Norte|Pretas|Brancas)$|^Empate$/, nina: "Vitória: Nina" },
  { locale: "es-MX", lang: "es", name: "Español", friend: "Jugar con un amigo", language: "Idioma", wins: /^Victoria de (Sur|Norte|Negras|Blancas)$|^Empate$/, nina: "Victoria de Nina" },
  { locale: "fr-CA", lang: "fr", name: "Français", friend: "Jouer avec un ami", language: "Langue", wins: /^(Sud|Nord|Noir|Blanc) gagne$|^Partie nulle$/, nina: "Nina gagne" },
  { locale: "ar-EG", lang: "ar", name: "العربية", friend: "اللعب مع صديق", language: "اللغة", wins: /^فاز (الجنوب|الشمال|الأسود|الأبيض)$|^تعادل$/, nina: "فاز \u2068Nina\u2069" },
] as const;

const GAMES = { mancala: { mancala: KALAH }, mapello: { mapello: "default" } };

const still = { reducedMotion: "reduce" } as const;

/** Plays a game of two at one device to its end, whatever the page says. */
async function playOut(page: Page, moves = Infinity): Promise<void> {
  for (let made = 0; made < moves; made += 1) {
    await expect.poll(() => page.locator(".board [data-legal], dialog[open]").count()).toBeGreaterThan(0);
    const legal = page.locator(".board [data-legal]");
    const many = await legal.count();
    if (many === 0) return;
    const before = await page.locator("#spoken").textContent();
    // By the program: a finger is tested elsewhere.
    await legal.nth((made * 5 + 2) % many).evaluate((place) => (place as HTMLElement).click());
    await expect.poll(() => page.locator("#spoken").textContent()).not.toBe(before);
  }
}

/** Opens a room for two, whatever the page says; leads both to its lobby. */
async function meet(host: Player, guest: Player, game: keyof typeof GAMES): Promise<void> {
  // Without a clock: a minute a move is soon over where every size is looked at.
  const settings = { game: GAMES[game], clock: "none", sides: "bottom", undo: "consent", timeout: "loses" };
  const code: unknown = await (await host.page.request.post("/api/create_room", { data: { settings } })).json();
  for (const one of [host, guest]) await join(one, `/r/${String(code)}`);
  await expect(host.page.locator(".seat[data-empty]")).toHaveCount(0);
}

async function rename(player: Player, name: string): Promise<void> {
  await player.page.request.post("/api/rename", { form: { name } });
}

/** Both are ready, and the game begins. */
async function begin(...players: Player[]): Promise<void> {
  for (const { page } of players) await page.locator(".ready-bar button").click();
  for (const { page } of players) await expect(page.locator(".game .board")).toBeVisible();
}

for (const { locale, lang, name, friend, language, wins, nina } of LANGUAGES) {
  // The words of German are longer than those of the others, and Arabic runs from right to left.
  const how = lang === "de" || lang === "ar" ? {} : LONG;

  test(`${name}: a browser set to it gets it on every page without cut words`, how, async ({ player }) => {
    test.slow();
    const anna = await player("Anna", { ...still, locale });
    const { page } = anna;
    anna.allow(/404/);
    for (const path of ["/", "/nowhere", "/r/HAAAAAAA", "/?problem=bad_name", "/boards/edit", "/computer", "/computer/mapello"]) {
      const answer = await page.goto(path);
      expect(await answer?.headerValue("content-language")).toBe(lang);
      expect((await answer?.headerValue("vary"))?.toLowerCase()).toContain("accept-language, cookie");
      await ready(page);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await fits(page, path);
      await axe(page);
    }
  });

  test(`${name}: a room, a game in it, and its result`, lang === "ar" ? {} : LONG, async ({ player }) => {
    test.slow();
    const [anna, bert] = [await player("Anna", { ...still, locale }), await player("Bert", { ...still, locale })];
    await anna.open("/");
    await expect(anna.page.getByRole("button", { name: friend }).first()).toBeVisible();
    await rename(anna, "Nina");
    await bert.open("/");
    for (const game of ["mancala", "mapello"] as const) {
      await meet(anna, bert, game);
      const { page } = anna;
      await page.locator("details.custom").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
      await fits(page, `the room for ${game}`);
      await axe(page);
      await begin(anna, bert);
      await fits(page, game);
      await fits(bert.page, `${game}, the other`);
      await page.locator(".board [data-legal]").first().click();
      await page.locator(".controls button").nth(3).click();
      await fits(page, `${game}, looking back`);
      await page.locator(".replay .button.primary").click();
      await axe(page);
      await bert.page.locator(".controls button").nth(2).click();
      await fits(bert.page, `${game}, to resign?`);
      await bert.page.locator("dialog[open] .danger").click();
      // The card has its text before it opens.
      await expect(bert.page.locator("#result")).toBeVisible();
      await expect(bert.page.locator("#result")).toHaveText(nina);
      await fits(bert.page, `${game}, lost`);
      await axe(bert.page);
    }
    await bert.open("/");
    await fits(bert.page, "home with two games");
  });

  for (const path of ["/local", "/local/mapello"]) {
    test(`${name}: a whole game at ${path}`, path === "/local/mapello" && lang === "de" ? {} : LONG, async ({ player }) => {
      test.slow();
      const anna = await player("Anna", { ...still, locale });
      const { page } = anna;
      await anna.open(path);
      await playOut(page, 6);
      await fits(page, "the game");
      await playOut(page);
      await expect(page.locator("#result")).toHaveText(wins);
      await fits(page, "the result");
      await axe(page);
    });
  }

  test(`${name}: a chosen language is remembered`, async ({ player }) => {
    const anna = await player("Anna");
    const { page } = anna;
    await anna.open("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await Promise.all([page.waitForEvent("load"), page.getByLabel("Language").selectOption(name)]);
    await ready(page);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByLabel(language)).toHaveValue(lang.slice(0, 2));
    expect(new URL(page.url()).pathname).toBe("/");
    await anna.open("/local");
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await anna.open("/");
    await Promise.all([page.waitForEvent("load"), page.getByLabel(language).selectOption("English")]);
    await ready(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
}

test("a language is chosen without JavaScript, and an unknown one is refused", async ({ player }) => {
  const anna = await player("Anna", { javaScriptEnabled: false });
  const { page } = anna;
  // What the browser says of scripts that are not run, as in pages.spec.ts.
  anna.allow(({ kind, text }) => kind === "request" && /\/pkg\/[\w./-]+\.(js: csp|wasm: net::ERR_ABORTED)$/.test(text));
  anna.allow(/was preloaded using link preload but not used/);
  await page.goto("/");
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Anwenden" })).toBeVisible();
  for (const language of ["", "ja", "de; Path=/", "de-DE"]) {
    const answer = await page.request.post("/api/speak", { form: { language }, maxRedirects: 0, headers: { accept: "application/json" } });
    expect(answer.status(), language).toBe(400);
    expect(answer.headers()["set-cookie"] ?? "", language).not.toContain("duello_language");
  }
});

test("a Japanese browser is answered in English", async ({ player }) => {
  const anna = await player("Anna", { locale: "ja-JP" });
  await anna.open("/");
  await expect(anna.page.locator("html")).toHaveAttribute("lang", "en");
  await expect(anna.page.locator("html")).toHaveAttribute("dir", "ltr");
});

test("right-to-left layout is mirrored on every page, and so are arrows", async ({ player }) => {
  test.slow();
  const anna = await player("Anna", still);
  const { page } = anna;
  anna.allow(/404/);
  const turn = () => page.evaluate(() => (document.documentElement.dir = "rtl"));
  const points = (icon: string) => page.locator(icon).first().evaluate((svg) => getComputedStyle(svg).scale);
  for (const path of ["/", "/nowhere", "/boards/edit", "/computer"]) {
    await anna.open(path);
    await turn();
    await fits(page, path);
  }
  expect(await points(".page-head .icon")).toBe("-1 1");
  for (const path of ["/local", "/local/mapello"]) {
    await anna.open(path);
    await turn();
    const board = () => page.locator(".board").evaluate((board) => getComputedStyle(board).direction);
    expect(await board(), "boards are the same everywhere").toBe("ltr");
    await playOut(page, 3);
    await fits(page, path);
    await page.locator(".controls button").nth(3).click();
    await fits(page, `${path}, looking back`);
    expect(await points(".replay .control:first-child .icon"), "a player of media is the same everywhere").toBe("none");
    await page.locator(".replay .button.primary").click();
  }
  const [nina, otto] = [await player("Nina", still), await player("Otto", still)];
  await meet(nina, otto, "mancala");
  await nina.page.evaluate(() => (document.documentElement.dir = "rtl"));
  await fits(nina.page, "the room");
  await begin(nina, otto);
  await fits(nina.page, "the game of two");
});

test("the check for cut or overlapping text finds such text", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/");
  await page.setViewportSize({ width: SIZES[1][0], height: SIZES[1][1] });
  expect(await flaws(page)).toEqual([]);
  // Buttons move softly.
  const shows = (flaw: string) => expect.poll(async () => (await flaws(page)).join()).toContain(flaw);
  const button = page.getByRole("button", { name: "Join", exact: true });
  await button.evaluate((button) => button.setAttribute("style", "inline-size:1.5rem;padding:0;min-inline-size:0;flex:none;white-space:nowrap"));
  await shows("runs out sideways: “Join”");
  await button.evaluate((button) => {
    const label = document.querySelector("label[for=code]")?.getBoundingClientRect() ?? new DOMRect();
    button.removeAttribute("style");
    const { x, y } = button.getBoundingClientRect();
    // The text of the button over that of the label.
    button.setAttribute("style", `translate:${label.x - x}px ${label.y - y - 10}px`);
  });
  await shows("over “");
  await button.evaluate((button) => button.setAttribute("style", "margin-inline-start:30rem"));
  await shows("scrolls sideways");
});
