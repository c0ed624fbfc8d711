//! Premoves: moves that are planned while one waits, played at the coming turn or dropped.
import { expect, test } from "../fixtures.ts";
import { boardState, square } from "../games.ts";
import { pit, plan, played, playing, set } from "../hands.ts";
import { recordTexts } from "../moments.ts";
import { start } from "../computer.ts";

test("a chain of premoves is played at the coming turn, and not before", async ({ player }) => {
  const { pages: [south, north] } = await playing(player);
  await pit(north, "north", "c").click();
  await pit(north, "north", "a").click();
  await expect(pit(north, "north", "c")).toHaveAttribute("data-premove", "1");
  await expect(pit(north, "north", "a")).toHaveAttribute("data-premove", "2");
  await expect(pit(north, "north", "a")).toHaveAccessibleName(/premove 2$/);
  await expect(north.getByRole("status").filter({ hasText: /^Premove: c a$/ })).toBeAttached();
  expect((await boardState(south)).legal, "nothing has been sent").toHaveLength(6);
  await pit(south, "south", "a").click();
  await expect.poll(() => played(south)).toMatch(/^A C-?A$/i);
  await expect(plan(north)).toHaveCount(0);
  expect((await boardState(south)).legal.length).toBeGreaterThan(0);
});

test("the rest of a chain is dropped when the own row is another one", async ({ player }) => {
  const { pages: [south, north] } = await playing(player);
  await pit(north, "north", "c").click();
  await pit(north, "north", "a").click();
  // f drops stones into north's row.
  await pit(south, "south", "f").click();
  await expect.poll(() => played(south)).toMatch(/^F C$/i);
  await expect(plan(north)).toHaveCount(0);
  await expect(north.locator("[data-premove]")).toHaveCount(0);
});

test("a premove is cancelled by its place, Escape, a button, a look back", async ({ player }) => {
  const { table, pages: [south, north] } = await playing(player);
  const a = pit(north, "north", "a");
  const cancelled = north.getByRole("status").filter({ hasText: /^Premove cancelled$/ });
  await a.press("Enter");
  await expect(plan(north)).toBeVisible();
  await a.press("Enter");
  await expect(plan(north)).toHaveCount(0);
  await expect(cancelled).toBeAttached();
  await north.keyboard.press("a");
  await expect(plan(north)).toBeVisible();
  await north.keyboard.press("Escape");
  await expect(plan(north)).toHaveCount(0);
  await a.click();
  await north.getByRole("button", { name: "Cancel premove" }).click();
  await expect(plan(north)).toHaveCount(0);
  await pit(south, "south", "a").click();
  expect(await table.mover(), "nothing was played").toBe(north);
  await a.click();
  expect(await table.mover()).toBe(south);
  await pit(north, "north", "b").click();
  await expect(plan(north)).toBeVisible();
  await north.keyboard.press("[");
  await expect(north.locator("[data-premove]")).toHaveCount(0);
  await north.keyboard.press("Escape");
  await expect(plan(north)).toHaveCount(0);
  await pit(south, "south", "d").click();
  expect(await table.mover()).toBe(north);
});

test("a premove does not survive a reload, and is off by the setting", async ({ player }) => {
  const { waits, table, pages: [south, north] } = await playing(player);
  await pit(north, "north", "a").click();
  await expect(plan(north)).toBeVisible();
  await waits.reload();
  await expect(north.getByRole("grid")).toBeVisible();
  await expect(plan(north)).toHaveCount(0);
  await set(north, "premove", "off");
  // A disabled pit says why as well, to whoever presses it all the same.
  await pit(north, "north", "a").dispatchEvent("click");
  await expect(north.locator(".toast")).toHaveText("It is your opponent’s turn.");
  await pit(south, "south", "a").click();
  expect(await table.mover()).toBe(north);
});

test("Mapello: one premove, legal or not yet; an illegal one is dropped", async ({ player }) => {
  const { table, pages: [black, white] } = await playing(player, "Mapello");
  await square(white, "b1").click();
  await expect(square(white, "b1")).toHaveAttribute("data-premove", "");
  await square(white, "d3").click();
  await expect(square(white, "b1")).not.toHaveAttribute("data-premove");
  await square(black, "e3").click();
  await expect.poll(async () => (await table.mover()) === black, "d3 was played").toBe(true);
  await square(white, "b1").click();
  const [first = ""] = (await boardState(black)).legal;
  await black.locator(`#${first}`).click();
  expect(await table.mover()).toBe(white);
  await expect(white.getByRole("status").filter({ hasText: /^Premove cancelled$/ })).toBeAttached();
});

test("against the computer a premove is played after its answer", async ({ player }) => {
  const page = await start(await player("Anna"), "Mancala", { level: "Random", begins: "Me", pace: "Like a human" });
  // It may be played before a test looks.
  const plans = await recordTexts(page, ".plan");
  // The computer answers 400 ms later at the earliest: the page itself presses both, one soon after the other.
  await page.evaluate(async () => {
    const [a, b] = ["south-a", "south-b"].map((id) => document.getElementById(id)!) as [HTMLElement, HTMLElement];
    a.click();
    while (a.hasAttribute("data-legal")) await new Promise((done) => setTimeout(done));
    b.click();
  });
  await expect.poll(plans).toEqual([expect.stringContaining("Premove: b")]);
  await expect.poll(() => played(page), { timeout: 20_000 }).toMatch(/B/);
});

test("in pass and play nothing is planned", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  await pit(both.page, "north", "a").dispatchEvent("click");
  await expect(both.page.locator(".toast")).toBeVisible();
  await expect(plan(both.page)).toHaveCount(0);
});
