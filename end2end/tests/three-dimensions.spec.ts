//! The board in three dimensions: it is drawn, played by mouse, touch and keyboard through the flat board's own buttons, survives
//! a lost context, says once that it cannot be drawn, and is there without a network once it was chosen.
import type { Page } from "@playwright/test";
import { detail, DRAWN, picture, seated } from "../drawn.ts";
import { axe, expect, ready, test } from "../fixtures.ts";
import { GAMES, LONG, boardState, shownBy } from "../games.ts";
import { tabTo } from "../keys.ts";
import { covered, overflow, tooSmall, TOUCH } from "../geometry.ts";
import { touchAt } from "../pointer.ts";
import { midgame, setAppearance, STILL, VIEWS } from "../scene.ts";
import { cachedResponses, coldStart, untilCached } from "../worker.ts";

/** Presses that follow a move at once count as echoes of it: a hand takes longer. */
const HAND_MS = 400;

/** Presses the middle of what is seen of a cell, as a hand does. */
async function pressSeen(page: Page, id: string, touch: boolean): Promise<void> {
  await page.waitForTimeout(HAND_MS);
  const box = await page.locator(`#${id}`).boundingBox();
  if (!box) throw new Error(`${id} is not seen`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // A finger that rests for half a second, while a frame is being drawn, would ask for the preview.
  await (touch ? touchAt(page, { x, y }) : page.mouse.click(x, y));
}

for (const game of GAMES) {
  for (const way of ["mouse", "touch"] as const) {
    // Drawn by the processor, each takes a minute of both cores: the short form has one of them.
    const tag = game === "Mapello" && way === "touch" ? {} : LONG;
    test(`${game}: a game in three dimensions by ${way}`, tag, async ({ player }) => {
      test.slow();
      // Small, because the processor draws.
      const options = way === "touch" ? { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true } : { viewport: { width: 600, height: 400 } };
      const { page } = await seated(player, game, options);
      expect(await detail(page)).toBeGreaterThan(DRAWN);
      // Drawn by the processor, a whole game takes minutes: it is of the long form.
      for (let move = 0; process.env.LONG || move < 8; move += 1) {
        const { board, legal, over } = await boardState(page);
        if (over) break;
        const id = legal[(move * 7) % legal.length] ?? "";
        await pressSeen(page, id, way === "touch");
        await expect.poll(async () => (await boardState(page)).board, `move ${move} on ${id}`).not.toBe(board);
      }
      if (process.env.LONG) await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    });
  }

  test(`${game}: in three dimensions by keyboard, and axe finds nothing`, shownBy("Mapello", game), async ({ player }) => {
    const { page } = await seated(player, game);
    await axe(page);
    await tabTo(page, game === "Mancala" ? /^(south|north)-|^Mancala board$/ : /^sq-\d+$|^Mapello board$/);
    const before = await boardState(page);
    await page.keyboard.type(game === "Mancala" ? "c" : "c5");
    if (game === "Mapello") await page.keyboard.press("Enter");
    await expect.poll(async () => (await boardState(page)).board).not.toBe(before.board);
  });
}

test("the flat board is as it was once the scene is closed", LONG, async ({ player }) => {
  const { page } = await seated(player, "Mancala");
  await setAppearance(page, {});
  await expect(page.locator("canvas.scene")).toHaveCount(0);
  expect(await page.locator(".cell[style*='--on-']").count()).toBe(0);
  const box = await page.locator(".board").boundingBox();
  await page.goto("/local");
  await ready(page);
  expect(await page.locator(".board").boundingBox()).toEqual(box);
});

test("a lost context shows the flat board, and comes back", async ({ player }) => {
  const { page } = await seated(player, "Mancala");
  const lose = await page.locator("canvas.scene").evaluateHandle((canvas) => (canvas as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context"));
  await lose.evaluate((extension) => extension?.loseContext());
  await expect(picture(page)).toHaveCount(0);
  await expect(page.locator("#south-c .hollow")).toBeVisible();
  await page.locator("#south-c").click();
  await lose.evaluate((extension) => extension?.restoreContext());
  // All is built once more.
  await expect(picture(page)).toBeVisible({ timeout: 60_000 });
  expect(await detail(page)).toBeGreaterThan(DRAWN);
});

test("where the processor draws, the board stays flat and says so once", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/local");
  await setAppearance(anna.page, { camera: "table" });
  await expect(anna.page.getByRole("status").filter({ hasText: "3D needs a graphics chip" })).toBeVisible();
  await expect(anna.page.locator("canvas.scene")).toHaveCount(0);
  expect(await anna.page.evaluate(() => localStorage.getItem("duello.look"))).not.toContain("camera");
});

test("opened and closed again and again, it leaves nothing behind", LONG, async ({ player }) => {
  test.slow();
  // A browser ends the oldest of more than 16 contexts, and says so: those of closed scenes must be gone.
  const { page } = await seated(player, "Mancala", { viewport: { width: 600, height: 400 } });
  for (let time = 0; time < 17; time += 1) {
    await setAppearance(page, {});
    await expect(page.locator("canvas.scene")).toHaveCount(0);
    await setAppearance(page, { camera: "table" });
    await expect(picture(page)).toBeVisible({ timeout: 60_000 });
  }
});

test("a turned camera takes the cells along, and a key brings it home", LONG, async ({ player }) => {
  const { page } = await seated(player, "Mancala", { viewport: { width: 600, height: 400 } });
  const place = async () => JSON.stringify(await page.locator("#south-c").boundingBox());
  const home = await place();
  await tabTo(page, /^(south|north)-|^Mancala board$/);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(place).not.toBe(home);
  await page.keyboard.press("Shift+Home");
  await expect.poll(place).toBe(home);
  // By a drag beside the board, and by the wheel.
  const stage = await page.locator(".stage").boundingBox();
  if (!stage) throw new Error("there is no stage");
  await page.mouse.move(stage.x + 10, stage.y + 10);
  await page.mouse.down();
  await page.mouse.move(stage.x + 90, stage.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(place).not.toBe(home);
  const turned = await place();
  await page.mouse.wheel(0, -200);
  await expect.poll(place).not.toBe(turned);
});

test("who plays flat fetches nothing of it; chosen once, it works offline", async ({ player, server }) => {
  const anna = await player("Anna", { serviceWorkers: "allow" });
  const asked: string[] = [];
  anna.context.on("request", (request) => asked.push(request.url()));
  await anna.open("/local?scene=force");
  await untilCached(anna.page);
  const ofScene = (addresses: string[]) => addresses.filter((address) => address.includes("/pkg/scene."));
  const kept = async () => ofScene((await cachedResponses(anna.page)).map(({ path }) => path)).length;
  expect(ofScene(asked)).toEqual([]);
  expect(await kept()).toBe(0);
  await setAppearance(anna.page, { camera: "table" });
  await expect(picture(anna.page)).toBeVisible({ timeout: 60_000 });
  await expect.poll(kept, { timeout: 60_000 }).toBe(2);
  anna.expectNetworkFailures();
  await server.kill();
  const page = await coldStart(anna.context);
  await page.goto("/local?scene=force");
  await ready(page);
  await expect(picture(page)).toBeVisible({ timeout: 60_000 });
});

/** Seen from aslant far pits and squares are less high; the border is pressed by nobody. */
const ASLANT = { ...TOUCH, pit: 36, square: 18, edge: 0 };
const NAMED = VIEWS.filter((view) => view !== "free");

for (const game of GAMES) {
  test(`${game}: each view has all cells in reach of a finger`, shownBy("Mancala", game), async ({ player }) => {
    test.slow();
    const page = await midgame(await player("both", STILL), game, "?scene=force");
    for (const [width, height] of [[320, 568], [844, 390]] as const) {
      await page.setViewportSize({ width, height });
      for (const camera of NAMED) {
        await setAppearance(page, { camera });
        await expect(picture(page)).toBeVisible({ timeout: 60_000 });
        const at = `at ${width}×${height}, camera ${camera}`;
        await expect.soft.poll(() => overflow(page), `what is to be scrolled ${at}`).toEqual([0, 0]);
        await expect.soft.poll(() => covered(page), `places under something else ${at}`).toEqual([]);
        await expect.soft.poll(() => tooSmall(page, ASLANT), `what is hard to hit ${at}`).toEqual([]);
      }
    }
  });
}

test("the key v goes through the views; the free one stays as it was left", async ({ player }) => {
  const { page } = await seated(player, "Mancala", { viewport: { width: 600, height: 400 } });
  const camera = () => page.evaluate(() => document.documentElement.dataset.camera);
  const place = async () => JSON.stringify(await page.locator("#south-c").boundingBox());
  await tabTo(page, /^(south|north)-|^Mancala board$/);
  for (const view of VIEWS.slice(1)) {
    const before = await place();
    await page.keyboard.press("v");
    expect(await camera()).toBe(view);
    await expect.poll(place).not.toBe(before);
  }
  const home = await place();
  for (const key of ["ArrowLeft", "ArrowUp", "PageUp"]) await page.keyboard.press(`Shift+${key}`);
  const left = await place();
  expect(left).not.toBe(home);
  await page.goto("/local?scene=force");
  await ready(page);
  await expect(picture(page)).toBeVisible({ timeout: 60_000 });
  await expect.poll(place).toBe(left);
  await tabTo(page, /^(south|north)-|^Mancala board$/);
  await page.keyboard.press("Shift+Home");
  await expect.poll(place).toBe(home);
  await page.keyboard.press("v");
  expect(await camera()).toBe("flat");
  await expect(page.locator("canvas.scene")).toHaveCount(0);
});

test("settings of earlier versions are read as the nearest view and light", async ({ player }) => {
  const anna = await player("Anna");
  for (const [stored, camera, light] of [["camera=low&light=day", "seat", "window"], ["camera=scene&light=lamp", "table", "lamp"], ["camera=free&tilt=36&spin=14", "free", undefined]]) {
    await anna.page.addInitScript((look) => localStorage.setItem("duello.look", look ?? ""), stored);
    await anna.open("/");
    const { camera: seen, light: lit } = await anna.page.evaluate(() => ({ ...document.documentElement.dataset }));
    expect({ seen, lit }).toEqual({ seen: camera, lit: light });
  }
});

test("lights are switched on and off one by one, all of them too", LONG, async ({ player }) => {
  const { page } = await seated(player, "Mapello", { viewport: { width: 600, height: 400 } });
  const light = () => page.evaluate(() => document.documentElement.dataset.light);
  const before = await picture(page).screenshot();
  await page.locator(".menu summary").click();
  await page.getByRole("button", { name: "Settings" }).click();
  for (const [name, then] of [["Lamp", "window lamp"], ["Candle", "window lamp candle"], ["Window", "lamp candle"], ["Lamp", "candle"], ["Candle", "none"], ["Window", undefined]] as const) {
    // The box lies under its label.
    await page.getByRole("checkbox", { name }).setChecked(!(await page.getByRole("checkbox", { name }).isChecked()), { force: true });
    expect(await light()).toBe(then);
  }
  await page.getByRole("checkbox", { name: "Candle" }).check({ force: true });
  await page.keyboard.press("Escape");
  expect((await picture(page).screenshot()).equals(before)).toBe(false);
});
