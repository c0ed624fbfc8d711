//! What the scene is given of the flat board (public/scene-table.js): badges, numbers and previews, as the flat board shows them.
//! How it draws them is looked at in scene-looks.spec.ts.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { boardState, square } from "../games.ts";
import { pit, playing, set } from "../hands.ts";

type Hole = { id: string; count: number | null; note?: string };
type Square = { place: number; piece: unknown; ghost?: string; turns: boolean };
type Content = { mancala: { holes: Hole[] } } & { mapello: { squares: Square[] } };

const read = (page: Page) =>
  page.evaluate(async () => {
    const { readTable } = (await import("/scene-table.js" as string)) as { readTable: (board: Element | null) => Content };
    return readTable(document.querySelector(".game .board"));
  });

const notes = async (page: Page) => (await read(page)).mancala.holes.flatMap(({ id, note }) => (note === undefined ? [] : [`${id} ${note}`])).sort();
const counts = async (page: Page) => (await read(page)).mancala.holes.flatMap(({ id, count }) => (count === null ? [] : [id])).sort();

test("Mancala: the scene is given the badges of a preview", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/local");
  const { page } = anna;
  await pit(page, "south", "e").hover();
  await expect.poll(() => notes(page)).toEqual(["north-a +1", "north-b +1", "south-e −4", "south-f +1", "south-store +1"]);
  await pit(page, "north", "a").hover();
  await expect.poll(() => notes(page)).toEqual([]);
});

test("Mancala: the scene is given the numbers of a premove", async ({ player }) => {
  const { pages: [, north] } = await playing(player);
  await pit(north, "north", "c").click();
  await pit(north, "north", "a").click();
  await expect.poll(() => notes(north)).toEqual(["north-a 2.", "north-c 1."]);
});

test("Mancala: counts that are switched off are so in the scene", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/local");
  const { page } = anna;
  await pit(page, "north", "a").hover();
  await expect.poll(async () => (await counts(page)).length).toBe(14);
  await set(page, "counts", "off");
  await expect.poll(() => counts(page), "as on the flat board: the stores, and where one points").toEqual(["north-a", "north-store", "south-store"]);
});

test("Mapello: the scene is given the ghost of a preview and what turns", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/local/mapello");
  const { page } = anna;
  await expect.poll(async () => (await boardState(page)).legal.length).toBe(4);
  const previewed = async () => (await read(page)).mapello.squares.filter(({ ghost, turns }) => ghost !== undefined || turns);
  expect(await previewed()).toEqual([]);
  const [legal = ""] = (await boardState(page)).legal;
  await page.locator(`#${legal}`).hover();
  await expect.poll(async () => (await previewed()).map(({ ghost, piece }) => [ghost, piece])).toEqual(
    expect.arrayContaining([["first", null], [undefined, { disc: "second" }]]),
  );
  expect((await previewed()).find(({ ghost }) => ghost !== undefined)?.place).toBe(Number(legal.slice("sq-".length)));
  await page.mouse.move(1, 1);
  await expect.poll(previewed).toEqual([]);
  await expect(square(page, "d4")).toBeVisible();
});
