//! Before a page's program is there: nothing is said that is not true, nothing jumps when it comes, and no press is lost or done
//! twice. Over a slow line that takes seconds; here the program comes when the test lets it.
import { countClicks, openBeforeHydration, accessibleText, visibleLines } from "../early.ts";
import { expect, ready, test } from "../fixtures.ts";
import { FACTS, GAMES, LONG, boardState } from "../games.ts";
import { ACTS, WAYS } from "../presses.ts";
import { shifts, watchShiftsOfPages } from "../shifts.ts";
import { join, openRoom, Table } from "../table.ts";

/** How it is said that a game is on its way, in each language. */
const LOADING = { "en-GB": "Loading the game…", "de-DE": "Die Partie wird geladen …", "pt-BR": "Carregando a partida…", es: "Cargando la partida…", fr: "Chargement de la partie…", ar: "يجري تحميل المباراة…" };
/** What nobody can know yet: numbers of stones and points, and whose turn it is. */
const UNKNOWN = /\d|South|North|Black|White|You\b|Süd|Nord|Schwarz|Weiß|\bDu\b|Sul|Norte|Pretas|Brancas|Você|\bSur\b|Negras|Blancas|\bSud\b|\bNord\b|\bNoir\b|\bBlanc\b|الجنوب|الشمال|الأسود|الأبيض/;

const PLAYED = ["/", "/local", "/local/mapello", "/computer", "/computer/mapello", "/learn/mancala", "/learn/mapello", "/boards/edit"];

for (const [locale, loading] of Object.entries(LOADING)) {
  test(`before hydration nothing is claimed about a local game: ${locale}`, ["en-GB", "ar"].includes(locale) ? {} : LONG, async ({ player }) => {
    const anna = await player("Anna", { locale });
    const { page } = anna;
    for (const game of GAMES) {
      const come = await openBeforeHydration(anna, FACTS[game].local);
      await expect(page.locator(".status")).toHaveText(loading);
      expect((await visibleLines(page)).filter((line) => UNKNOWN.test(line)), game).toEqual([]);
      const told = (await accessibleText(page)).replaceAll(/level=\d/g, "");
      expect(told.split("\n").filter((line) => UNKNOWN.test(line) && !/banner|url:/.test(line)), `${game}, read aloud`).toEqual([]);
      const board = page.locator(".board");
      await expect(board).toHaveAttribute("aria-busy", "true");
      const cell = board.locator(".pit, button.sq").first();
      expect(await cell.evaluate((cell) => getComputedStyle(cell).cursor), "it looks as if it could not be played").toBe("progress");
      await come();
      await expect(board).not.toHaveAttribute("aria-busy");
      await expect(page.locator(".plate[aria-busy]")).toHaveCount(0);
      await expect(page.locator(".plate-near .score")).toHaveText(game === "Mancala" ? /^0/ : /^2/);
    }
    for (const path of ["/computer", "/computer/mapello"]) {
      const come = await openBeforeHydration(anna, path);
      await expect(page.getByRole("status").filter({ hasText: loading })).toBeVisible();
      await come();
      await expect(page.getByText(loading)).toHaveCount(0);
    }
  });
}

test("text shown before hydration stays true after the progress is known", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  for (const game of GAMES) {
    await page.goto(FACTS[game].local);
    await new Table([page]).play(5);
    await page.evaluate((game) => localStorage.setItem(`duello.learn.${game}`, String(3 * 16 + 2)), game.toLowerCase());
  }
  // Home tells of this moment: who is here is another number in the next.
  for (const path of [...PLAYED.slice(1), "/boards/edit?board=default"]) {
    const come = await openBeforeHydration(anna, path);
    const before = await visibleLines(page);
    await come();
    const after = await visibleLines(page);
    expect(before.filter((line) => !after.includes(line)), path).toEqual([]);
  }
});

test("the first lesson task is rendered on its board before hydration", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  for (const game of GAMES) {
    const come = await openBeforeHydration(anna, `/learn/${game.toLowerCase()}`);
    const before = await boardState(page);
    expect(before.board).not.toBe("");
    expect(before.legal).not.toEqual([]);
    await come();
    expect(await boardState(page)).toEqual(before);
  }
});

test("a room link shows an invitation or that there is no such room", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  cleo.allow(/status of 404/);
  const code = await openRoom(anna, { game: "Mapello" });
  const heading = cleo.page.getByRole("heading", { level: 1 });
  const dora = await player("Dora", { javaScriptEnabled: false });
  await dora.page.goto(`/r/${code}`);
  await expect(dora.page.getByRole("heading", { level: 1 })).toContainText("invites you to play Mapello");
  await expect(dora.page.getByRole("button", { name: "Sit down" })).toBeFocused();
  await join(bert, `/r/${code}`);
  await expect(anna.page.locator(".seat[data-empty]")).toHaveCount(0);
  const come = await openBeforeHydration(cleo, `/r/${code}`);
  await expect(heading).toHaveText("Mapello");
  await expect(cleo.page).toHaveTitle("Mapello · Duello");
  await come();
  await expect(cleo.page.getByText("Both seats are taken")).toBeVisible();
  const hydrate = await openBeforeHydration(cleo, "/r/HAAAAAAA");
  await expect(heading).toHaveText("Room HAAA-AAAA not found");
  await hydrate();
  await expect(heading).toHaveText("Room HAAA-AAAA not found");
});

test("a room opens its socket before its program is there", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const code = await openRoom(anna);
  const hydrate = await openBeforeHydration(bert, `/r/${code}`);
  await expect.poll(() => bert.frames.some((frame) => frame.includes('{"welcome"'))).toBe(true);
  await expect(anna.page.locator(".seat[data-empty]"), "connecting takes no seat").toHaveCount(1);
  expect(bert.frames.filter((frame) => frame.endsWith(" opened"))).toHaveLength(1);
  await hydrate();
  await bert.page.getByRole("button", { name: "Sit down" }).click();
  await expect(bert.page.locator(".seat")).toHaveCount(2);
  expect(bert.frames.filter((frame) => frame.endsWith(" opened")), "the program takes it over").toHaveLength(1);
});

test("without JavaScript a button that needs it looks disabled", async ({ player }) => {
  const anna = await player("Anna", { javaScriptEnabled: false });
  const { page } = anna;
  await page.goto("/");
  await expect(page.locator(".home-head button")).toHaveCSS("cursor", "not-allowed");
  await expect(page.getByRole("button", { name: "Play a friend" }).first()).toHaveCSS("cursor", "pointer");
});

for (const [way, press] of Object.entries(WAYS)) {
  for (const { what, path, open, control, focus, done } of ACTS) {
    test(`a press before hydration is replayed once: ${what}, by ${way}`, way === "mouse" || what === "a pit" ? {} : LONG, async ({ player }) => {
      const anna = await player("Anna", { viewport: { width: 390, height: 844 }, hasTouch: way === "finger" });
      const { page } = anna;
      const come = await openBeforeHydration(anna, path);
      if (open) await page.locator(open).click();
      const clicks = await countClicks(page);
      const pressed = page.locator((way === "keyboard" && focus) || control);
      await press(pressed);
      await press(pressed);
      await expect(page.locator(focus ?? control)).toHaveAttribute("aria-busy", "true");
      await come();
      await done(page);
      await expect(page.locator(focus ?? control)).not.toHaveAttribute("aria-busy");
      // A label is clicked as well, and does nothing itself.
      const own = await clicks();
      expect(own, "once").toBe(focus && way !== "keyboard" ? 3 : 1);
    });
  }
}

for (const game of GAMES) {
  test(`${game}: a press on a board that has just been drawn is a move`, async ({ player }) => {
    const { page } = await player("both");
    // The board is drawn before the page is ready: the first moment that shows a legal move is the earliest for a press.
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const legal = document.querySelector<HTMLElement>(".board [data-legal]");
        if (legal === null) return;
        observer.disconnect();
        Object.assign(globalThis, { early: document.documentElement.dataset.ready === undefined });
        legal.click();
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto(FACTS[game].local);
    await ready(page);
    expect(await page.evaluate(() => (globalThis as unknown as { early?: boolean }).early), "before the page is ready").toBe(true);
    await expect(page.locator(".board [data-changed]").first()).toBeVisible();
  });
}

test("of several presses before hydration the last counts; fields are kept", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  const come = await openBeforeHydration(anna, "/boards/edit");
  await page.getByRole("button", { name: "Default" }).click();
  await page.locator("#symmetry").selectOption({ index: 2 });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator("button[aria-busy]")).toHaveText("Copy link");
  await come();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.locator("#symmetry").evaluate((field: HTMLSelectElement) => field.selectedIndex)).toBe(2);
  await expect(page.locator(".palette small").first(), "the board is as it was").toHaveText("0 of 8");
});

test("a language or name chosen before hydration is used", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  const come = await openBeforeHydration(anna, "/");
  await page.locator(".home-foot select").selectOption("de");
  const loaded = page.waitForEvent("load");
  await Promise.all([come(), loaded]);
  await expect(page.locator("html")).toHaveAttribute("lang", /^de/);
  const again = await openBeforeHydration(anna, "/");
  await page.locator("#name").fill("Anna Früh");
  await page.locator("#name").blur();
  await Promise.all([again(), page.waitForEvent("load")]);
  await expect(page.locator("#name")).toHaveValue("Anna Früh");
});

test("a board code typed before hydration is used by the next press", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await page.goto("/boards/edit?board=default");
  const code = await page.locator("#board-code").inputValue();
  const come = await openBeforeHydration(anna, "/boards/edit");
  await page.locator("#board-code").fill(code);
  await page.getByRole("link", { name: "Pass and play" }).click();
  await expect(page).toHaveURL(/\/boards\/edit$/);
  await come();
  await page.waitForURL(/\/local\/mapello\?game=/);
});

test("a seek pressed before hydration is sent after it", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  const come = await openBeforeHydration(anna, "/find", "**/find.js*");
  await page.getByRole("group", { name: "Clock" }).getByText("5+3").click();
  await page.getByRole("button", { name: "Find an opponent" }).click();
  await expect(page).toHaveURL(/\/find$/);
  await come();
  await expect(page.getByText("Looking for an opponent…")).toHaveCount(1);
  await expect(page.getByText("Looking for an opponent…").locator("..")).toContainText("5+3");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Looking for an opponent…")).toHaveCount(0);
});

test("a press before hydration on a control that changed does nothing", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await page.goto("/local/mapello");
  await new Table([page]).play(2);
  // A game that is not here: instead of the table comes a page that says so.
  const come = await openBeforeHydration(anna, `/local/mapello?game=${"a".repeat(32)}`);
  await page.locator(".menu summary").click();
  await page.locator(".menu-list button").first().click();
  await come();
  await expect(page.getByRole("alert")).toContainText("isn’t on this device");
  await expect(page.locator(".board")).toHaveCount(0);

  const lesson = await openBeforeHydration(anna, "/learn/mancala");
  const before = await boardState(page);
  await page.locator("#south-c").click();
  // As it would be if the position had become another one.
  await page.locator("#south-a").evaluate((pit) => pit.setAttribute("aria-label", "Pit a, 9 stones"));
  const clicks = await countClicks(page);
  await lesson();
  expect(await clicks()).toBe(0);
  await expect(page.locator("[aria-busy]")).toHaveCount(0);
  expect((await boardState(page)).legal).toEqual(before.legal);

  // Whoever is at another step of it presses nothing of the first.
  await page.evaluate(() => localStorage.setItem("duello.learn.mancala", "17"));
  const further = await openBeforeHydration(anna, "/learn/mancala");
  await expect(page.locator("#south-c")).toBeHidden();
  await page.locator("#south-c").dispatchEvent("click");
  await further();
  await expect(page.locator("#south-c")).toBeVisible();
  await expect(page.locator(".said")).toHaveCount(0);
});

for (const [path, program] of [...PLAYED.map((path) => [path, "**/*.wasm"] as const), ["/find", "**/find.js*"] as const]) {
  test(`no layout shift on hydration: ${path} @everywhere`, async ({ player, viewport }) => {
    const anna = await player("Anna", { viewport });
    const { page } = anna;
    await watchShiftsOfPages(page);
    const come = await openBeforeHydration(anna, path, program);
    await come();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await shifts(page)).toEqual([]);
  });
}

test("no layout shift while a slow phone parses a table @phone", async ({ player, viewport }) => {
  const { page, context } = await player("Anna", { viewport });
  await watchShiftsOfPages(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  // A half of these visits showed one before the first picture waited for the whole document.
  for (let visit = 0; visit < 5; visit += 1) {
    await page.goto("/local/mapello");
    await ready(page);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await shifts(page)).toEqual([]);
  }
});

test("no layout shift when hydration finds a local game @everywhere", async ({ player, viewport }) => {
  const anna = await player("Anna", { viewport });
  const { page } = anna;
  await watchShiftsOfPages(page);
  for (const game of GAMES) {
    await page.goto(FACTS[game].local);
    await new Table([page]).play(4);
    const come = await openBeforeHydration(anna, FACTS[game].local);
    await come();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await shifts(page), game).toEqual([]);
  }
});
