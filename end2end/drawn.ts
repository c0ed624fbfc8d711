//! A table that is seen in three dimensions, although the processor draws.
import type { Locator, Page } from "@playwright/test";
import { expect, type Player } from "./fixtures.ts";
import { FACTS, type GameName } from "./games.ts";
import { setAppearance } from "./scene.ts";

/** The canvas of the scene, while it shows the board. */
export const picture = (page: Page): Locator => page.locator(".stage[data-scene] > canvas.scene");

/** A table for two on one device. */
export async function seated(player: (name: string, options?: object) => Promise<Player>, game: GameName, options?: object): Promise<Player> {
  const anna = await player("Anna", options);
  await anna.open(`${FACTS[game].local}?scene=force`);
  await setAppearance(anna.page, { camera: "table" });
  await expect(picture(anna.page)).toBeVisible({ timeout: 60_000 });
  return anna;
}

/** How many bytes a picture has as PNG: a blank one has some thousands, one of wood and glass hundreds of thousands. */
export const detail = async (page: Page): Promise<number> => (await picture(page).screenshot()).length;
export const DRAWN = 100_000;
