//! What may go wrong while a board is seen in three dimensions: the game goes on, the picture is right afterwards, and the console
//! says nothing.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { boardState, GAMES, LONG } from "../games.ts";
import { tabTo } from "../keys.ts";
import { detail, DRAWN, picture, seated } from "../drawn.ts";
import { MOVING, setAppearance } from "../scene.ts";

const SMALL = { viewport: { width: 600, height: 400 } };

/** Asks for `frames` from now on, so that a test can tell whether something is drawn. */
async function countFrames(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const ask = requestAnimationFrame;
    Object.assign(globalThis, { frames: 0 });
    globalThis.requestAnimationFrame = (act) => {
      (globalThis as unknown as { frames: number }).frames += 1;
      return ask(act);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { frames: number }).frames);
}

/** Says that the tab is hidden, or shown again, as the browser does. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (hidden ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

test("a scene at rest draws nothing, and one with a candle goes on", async ({ player }) => {
  const { page } = await seated(player, "Mancala", { ...SMALL, ...MOVING });
  const frames = await countFrames(page);
  const framesIn = async (ms: number) => {
    const before = await frames();
    await page.waitForTimeout(ms);
    return (await frames()) - before;
  };
  // The first pictures take the processor a while.
  await expect.poll(() => framesIn(1_000), { message: "it comes to rest", timeout: 20_000 }).toBe(0);
  expect(await framesIn(3_000)).toBe(0);
  const still = await frames();
  await setAppearance(page, { camera: "table", light: "candle" });
  // A candle takes the processor longer for each picture, and what else it does counts.
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(still + 3);
  await setHidden(page, true);
  await page.waitForTimeout(500);
  const before = await frames();
  await page.waitForTimeout(1_500);
  expect(await frames(), "nobody sees it").toBeLessThanOrEqual(before + 1);
});

for (const game of GAMES) {
  test(`${game}: one goes around a board that is flipped, there and back`, LONG, async ({ player }) => {
    const { page } = await seated(player, game, { ...SMALL, ...MOVING });
    const turned = () => page.locator(".game .board").evaluate((board) => (board as HTMLElement).dataset.turned !== undefined);
    await tabTo(page, game === "Mancala" ? /^(south|north)-|^Mancala board$/ : /^sq-\d+$|^Mapello board$/);
    // How long that takes is the processor's affair here: what counts is that the camera is sent around, each time.
    const rounds = await page.evaluateHandle(() => {
      const { scene } = (globalThis as unknown as { duello: { scene: () => { scene: { goAround: () => void } } } }).duello.scene();
      const [goAround, rounds] = [scene.goAround, { made: 0 }];
      scene.goAround = () => ((rounds.made += 1), goAround.call(scene));
      return rounds;
    });
    for (const [isTurned, made] of [[true, 1], [false, 2]] as const) {
      await page.keyboard.press("Shift+F");
      await expect.poll(turned).toBe(isTurned);
      await expect.poll(() => rounds.evaluate(({ made }) => made)).toBe(made);
    }
  });
}

test("a tab that is hidden during a sowing shows its end", async ({ player }) => {
  const { page } = await seated(player, "Mancala", { ...SMALL, ...MOVING });
  await page.locator("#south-a").click();
  await setHidden(page, true);
  await page.waitForTimeout(300);
  await setHidden(page, false);
  await expect.poll(async () => (await boardState(page)).legal.some((id) => id.startsWith("north"))).toBe(true);
  // The same position without a film.
  const seen = await picture(page).screenshot();
  await page.waitForTimeout(1_500);
  expect((await picture(page).screenshot()).equals(seen)).toBe(true);
});

test("a context lost in mid-film leaves the game as it is", LONG, async ({ player }) => {
  const { page } = await seated(player, "Mancala", { ...SMALL, ...MOVING });
  const lose = await page.locator("canvas.scene").evaluateHandle((canvas) => (canvas as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context"));
  await page.locator("#south-a").click();
  await lose.evaluate((extension) => extension?.loseContext());
  await expect(picture(page)).toHaveCount(0);
  await expect.poll(async () => (await boardState(page)).legal.some((id) => id.startsWith("north"))).toBe(true);
  await lose.evaluate((extension) => extension?.restoreContext());
  // All is built once more.
  await expect(picture(page)).toBeVisible({ timeout: 60_000 });
  expect(await detail(page)).toBeGreaterThan(DRAWN);
});

test("a stage without any size, and a window that shrinks, are survived", LONG, async ({ player }) => {
  const { page } = await seated(player, "Mapello", SMALL);
  const display = (value: string) => page.evaluate((value) => ((document.querySelector(".stage") as HTMLElement).style.display = value), value);
  await display("none");
  await page.waitForTimeout(500);
  await display("");
  await expect.poll(() => detail(page)).toBeGreaterThan(DRAWN);
  await page.setViewportSize({ width: 320, height: 568 });
  const before = (await boardState(page)).board;
  await page.locator(`#${(await boardState(page)).legal[0]}`).click();
  await expect.poll(async () => (await boardState(page)).board).not.toBe(before);
});

test("a camera that is dragged while the opponent moves goes on", async ({ player }) => {
  const { page } = await seated(player, "Mancala", { ...SMALL, ...MOVING });
  const stage = await page.locator(".stage").boundingBox();
  if (!stage) throw new Error("there is no stage");
  await page.mouse.move(stage.x + 10, stage.y + 10);
  await page.mouse.down();
  await page.mouse.move(stage.x + 60, stage.y + 20, { steps: 3 });
  // Somebody else moves: the page shows it as it would a message.
  await page.locator("#south-a").dispatchEvent("click");
  await page.mouse.move(stage.x + 120, stage.y + 30, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await boardState(page)).legal.some((id) => id.startsWith("north"))).toBe(true);
  await page.locator("#north-a").click();
  await expect.poll(async () => (await boardState(page)).legal.some((id) => id.startsWith("south"))).toBe(true);
});
