//! Looking back: the page of a finished game, for whoever has its link; its files, its frame, my games, a game from text.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { finish, MOVES } from "../finished.ts";
import { axeDayAndNight, expect, ready, test } from "../fixtures.ts";
import { shownBy } from "../games.ts";
import { MOVING, setAppearance } from "../scene.ts";

/** From one move of a film to the next, in ms (src/app/record.js). */
const PACE = 1_500;
const PHONES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

const at = (page: Page) => page.locator(".record-at");
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("buttons that a script shows on a finished game have their place before", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const path = await finish(anna, bert);
  for (const viewport of PHONES) {
    await anna.page.setViewportSize(viewport);
    await anna.page.goto(path);
    const moved = await anna.page.evaluate(() => {
      const all = [...document.querySelectorAll("#main :is(a, button, p, summary)")];
      const boxes = () => all.map((part) => JSON.stringify(part.getBoundingClientRect()));
      const [shown, buttons] = [boxes(), [...document.querySelectorAll<HTMLElement>("#main button")]];
      for (const button of buttons) button.hidden = true;
      const hidden = boxes();
      return { buttons: buttons.length, moved: all.filter((_, at) => shown[at] !== hidden[at]).map((part) => part.outerHTML) };
    });
    expect(moved.buttons).toBeGreaterThan(3);
    expect(moved.moved, `${viewport.width}×${viewport.height}`).toEqual([]);
  }
});

test("a finished game is stepped through in three dimensions", async ({ player }) => {
  test.slow();
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const path = await finish(anna, bert);
  const { page } = cleo;
  await page.goto(`${path}/0?scene=force`);
  await setAppearance(page, { camera: "table" });
  const canvas = page.locator("[data-scene] > canvas.scene");
  await expect(canvas).toBeVisible({ timeout: 60_000 });
  const [first, drawn] = [await canvas.elementHandle(), await canvas.screenshot()];
  expect(drawn.length).toBeGreaterThan(50_000);
  await page.getByRole("link", { name: "Next move" }).click();
  await expect.poll(async () => (await canvas.screenshot()).equals(drawn)).toBe(false);
  expect(await canvas.evaluate((now, first) => now === first, first)).toBe(true);
});

test("a replay step animates, keeps the focus, and is dropped on stop", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo", MOVING)];
  const path = await finish(anna, bert);
  const { page } = cleo;
  await page.goto(`${path}/0`);
  // Stones are counted as they set out: a moment later all of them have arrived.
  await page.evaluate(() => {
    const moved = new Set<Element>();
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      if (this.matches(".stone")) moved.add(this);
      return animate.apply(this, how);
    };
    Object.assign(globalThis, { stays: true, moved });
  });
  const moved = () => page.evaluate(() => (globalThis as unknown as { moved: Set<Element> }).moved.size);
  await page.getByRole("link", { name: "Next move" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(moved).toBeGreaterThan(3);
  await page.keyboard.press("End");
  await expect(at(page)).toHaveText(`Move ${MOVES} of ${MOVES}`);
  await expect(page.getByRole("link", { name: "Next move" }), "it leads nowhere, and keeps the focus").toBeFocused();
  // The answer to a step of the film is held back until somebody has stopped it, and begun it again elsewhere.
  await page.keyboard.press("Home");
  await expect(at(page)).toHaveText(`Move 0 of ${MOVES}`);
  let asked = 0;
  let release = () => {};
  const held = new Promise<void>((free) => void (release = free));
  await page.route(`**${path}/1`, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => asked).toBe(1);
  await page.getByRole("button", { name: "Pause" }).click();
  const answer = page.waitForResponse(`**${path}/1`);
  release();
  await answer;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(at(page)).toHaveText(`Move 0 of ${MOVES}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(at(page)).toHaveText(`Move ${MOVES} of ${MOVES}`, { timeout: 40_000 });
  await expect(page.getByRole("button", { name: "Play", exact: true }), "the film is over with its last move").toBeVisible();
  expect(await page.evaluate(() => "stays" in globalThis)).toBe(true);
});

for (const board of [undefined, "default"]) {
  const name = board === undefined ? "Mancala" : "Mapello";

  test(`${name}: a visitor with the link steps through a resigned game`, shownBy("Mancala", name), async ({ player }) => {
    const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
    const path = await finish(anna, bert, board);
    const { page } = cleo;
    await page.goto(path);
    expect(await cleo.context.cookies(), "nobody has to be anybody").toEqual([]);
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/ wins$/);
    await expect(at(page)).toHaveText(`Move ${MOVES} of ${MOVES}`);
    const picture = page.locator(".record-board [role=img]");
    const end = await picture.getAttribute("aria-label");
    // The very board of a game, and nothing on it to be touched.
    await expect(picture.locator(board === undefined ? ".stone" : ".sq")).toHaveCount(board === undefined ? 48 : 100);
    await expect(picture.locator("button, [tabindex]")).toHaveCount(0);
    // By link, by key, by the list of moves; never is another page drawn.
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await page.getByRole("link", { name: "Previous move" }).click();
    await expect(at(page)).toHaveText(`Move ${MOVES - 1} of ${MOVES}`);
    await expect(page.getByRole("link", { name: "Previous move" })).toBeFocused();
    await expect(picture).not.toHaveAttribute("aria-label", end ?? "");
    await page.keyboard.press("ArrowLeft");
    await expect(at(page)).toHaveText(`Move ${MOVES - 2} of ${MOVES}`);
    await page.keyboard.press("Home");
    await expect(page.locator("figcaption")).toHaveText("Before the first move");
    await expect(page.locator("[data-step=back]")).toHaveAttribute("aria-disabled", "true");
    await page.locator("a.turn-token").last().click();
    await expect(picture).toHaveAttribute("aria-label", end ?? "");
    await expect(page).toHaveURL(`${path}/${MOVES}`);
    expect(await page.evaluate(() => "stays" in globalThis)).toBe(true);
    // As a film, which waits while nobody has it run. Its time is the test's: none of its pictures goes by unseen.
    const begins = Date.now();
    await page.clock.install({ time: begins });
    await page.clock.pauseAt(begins + 60_000);
    await page.goto(`${path}/2`);
    await expect(at(page)).toHaveText(`Move 2 of ${MOVES}`);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(at(page)).toHaveText(`Move 3 of ${MOVES}`);
    await page.clock.runFor(PACE);
    await expect(at(page)).toHaveText(`Move 4 of ${MOVES}`);
    await page.getByRole("button", { name: "Pause" }).click();
    const stands = await at(page).textContent();
    await page.clock.runFor(60_000);
    await expect(at(page)).toHaveText(stands ?? "");
    // From its end it begins anew.
    await page.keyboard.press("End");
    await expect(at(page)).toHaveText(`Move ${MOVES} of ${MOVES}`);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(at(page)).toHaveText(`Move 0 of ${MOVES}`);
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("button", { name: "Play", exact: true }), "a step of one's own ends it").toBeVisible();
    // The address of a move leads there, also without scripts.
    const plain = await player("Dora", { javaScriptEnabled: false });
    await plain.page.goto(`${path}/2`);
    await plain.page.getByRole("link", { name: "Next move" }).click();
    await expect(at(plain.page)).toHaveText(`Move 3 of ${MOVES}`);
    await expect(plain.page.getByRole("button")).toHaveCount(0);
  });

  test(`${name}: a finished game is exported in its formats and imported as text`, shownBy("Mapello", name), async ({ player }) => {
    const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
    const path = await finish(anna, bert, board);
    const { page } = cleo;
    await page.goto(path);
    const image = page.locator('meta[property="og:image"]');
    expect(await image.getAttribute("content")).toBe(new URL(`${path}.png`, page.url()).href);
    const picture = await page.request.get(`${path}.png`);
    expect(picture.headers()["content-type"]).toBe("image/png");
    for (const link of await page.locator("a[download]").all()) {
      const file = await page.request.get((await link.getAttribute("href")) ?? "");
      expect(file.status()).toBe(200);
    }
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.locator("#said")).toHaveText("Copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href);
    const text = await (await page.request.get(`${path}.txt`)).text();
    await page.goto("/games/import");
    await page.getByRole("textbox").fill(text);
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page.locator(".record-name")).toHaveCount(2);
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForURL(/\/review\//);
    await ready(page);
    await expect(page.locator(".moves .turn-token").last()).toBeAttached();
    expect((await page.request.get("/games/import")).status()).toBe(200);
  });

  test(`${name}: a finished game is reviewed and continued against the computer`, shownBy("Mancala", name), async ({ player }) => {
    const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
    const path = await finish(anna, bert, board);
    const { page } = cleo;
    await page.goto(path);
    await page.goto(`${path}/2`);
    const names = (await page.title()).replace(" · Duello", "").split(" – ").sort();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForURL(/\/review\/m\w+\?game=\w{32}&move=2$/);
    await ready(page);
    await expect(page.locator(".replay-at"), "at the move that one came from").toHaveText(`2/${MOVES}`);
    expect((await page.locator(".plate .name").allInnerTexts()).sort()).toEqual(names);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Play again" })).toHaveCount(0);
    await page.goto(`${path}/3`);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForURL(/\/computer/);
    await ready(page);
    await expect(page.getByRole("grid")).toBeVisible();
    await expect(page.locator(".board [data-legal]").first()).toBeVisible();
    await page.locator(".board [data-legal]").first().click();
    const first = page.url();
    // Another time is another game, and the first one is still there.
    await page.goto(`${path}/3`);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForURL(/\/computer.*game=/);
    await ready(page);
    expect(page.url()).not.toBe(first);
    await page.locator(".board [data-legal]").first().click();
    await page.goto("/");
    await ready(page);
    await expect(page.locator("#device-games li")).toHaveCount(2);
  });
}

test("an embedded game on another site can be stepped through", async ({ player, baseURL }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const path = await finish(anna, bert);
  const { page } = cleo;
  await page.goto(path);
  await page.getByText("Embed", { exact: true }).click();
  const code = await page.locator("pre").textContent();
  expect(code).toContain(`${path}/embed`);
  // Another origin, for which every policy of a foreign site holds.
  const elsewhere = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html").end(`<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">${code}`);
  });
  await new Promise<void>((listening) => elsewhere.listen(0, "127.0.0.1", listening));
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("link", { name: "Previous move" }).click();
  await expect(frame.locator(".record-at")).toHaveText(`Move ${MOVES - 1} of ${MOVES}`);
  await expect(frame.getByRole("link", { name: "Open in Duello" })).toHaveAttribute("target", "_blank");
  expect(new URL(baseURL ?? "").host).toBe(new URL(page.frames()[1]?.url() ?? "").host);
  elsewhere.close();
  for (const [width, height] of [[480, 420], [640, 480], [320, 568], [844, 390], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${path}/embed`);
    const at = `${width}×${height}`;
    await expect(page.locator("[data-step=last]"), at).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), at).toBe(0);
    await expect.poll(async () => (await page.locator(".board").boundingBox())?.height, at).toBeGreaterThan(height / 4);
  }
});

test("my games list running games, and finished ones with result and link", async ({ player }) => {
  const [anna, bert, cleo] = [await player("Anna"), await player("Bert"), await player("Cleo")];
  const path = await finish(anna, bert);
  await anna.page.goto("/");
  await ready(anna.page);
  await anna.page.getByRole("link", { name: "All my games" }).click();
  const over = anna.page.getByRole("region", { name: "Finished", exact: true });
  await expect(over.locator(".badge")).toHaveText(["Lost"]);
  await over.locator(".game-row").click();
  await expect(anna.page).toHaveURL(path);
  await bert.page.goto("/games");
  await expect(bert.page.getByRole("region", { name: "Finished", exact: true }).locator(".badge")).toHaveText(["Won"]);
  await cleo.page.goto("/games");
  await expect(cleo.page.getByRole("region", { name: "Finished", exact: true }).getByText("No finished games yet.")).toBeVisible();
  await cleo.page.getByRole("link", { name: "Paste a game" }).click();
  await cleo.page.getByRole("textbox").fill("this is no game");
  await cleo.page.getByRole("button", { name: "Import" }).click();
  await expect(cleo.page.getByRole("alert")).toContainText("doesn’t start like a game");
  await expect(cleo.page.getByRole("textbox"), "nothing is lost").toHaveValue("this is no game");
});

test("game pages pass axe and fit every screen", async ({ player }) => {
  test.slow();
  const [anna, bert] = [await player("Anna", { colorScheme: "light" }), await player("Bert")];
  const games = [await finish(anna, bert), await finish(anna, bert, "default")];
  const { page } = anna;
  for (const path of [...games, `${games[0]}/0`, `${games[0]}/embed`, "/games", "/games/import"]) {
    await page.goto(path);
    await axeDayAndNight(page);
    for (const size of PHONES) {
      await page.setViewportSize(size);
      await expect.poll(() => overflows(page), `${path} at ${size.width}`).toBe(false);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await axeDayAndNight(page);
  }
});
