//! Clocks of a running game: given time, the alarm, a server that is away, and days for a move.
import type { Page } from "@playwright/test";
import { expect, test, type Player } from "../fixtures.ts";
import { clocks, knownClocks, join, Table } from "../table.ts";

/** Both in a running game of Mancala with this clock, as the settings call it. */
async function timed(host: Player, guest: Player, clock: string): Promise<Table> {
  return Table.start(host, guest, { clock });
}

/** Both sides finish their free first turns; who is to move then, and who waits. */
async function open(table: Table): Promise<[Page, Page]> {
  const [host, guest] = table.pages;
  if (host === undefined || guest === undefined) throw new Error("there are two");
  const moved = new Set<Page>();
  while (moved.size < 2) {
    const mover = await table.mover();
    if (mover === undefined) throw new Error("the game is over");
    await table.move();
    if ((await table.mover()) !== mover) moved.add(mover);
  }
  return (await table.mover()) === host ? [host, guest] : [guest, host];
}

test("giving 15 s by menu, key or text command notifies both players", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await timed(anna, bert, "15+10");
  const [mover, other] = await open(table);
  const before = await knownClocks(mover);
  await other.getByLabel("Menu").click();
  await other.getByRole("button", { name: "Give 15 seconds" }).click();
  // Both are told for a moment only.
  await Promise.all([
    expect(mover.locator(".toast")).toHaveText(/ gives you 15 seconds\.$/),
    expect(other.locator(".toast")).toHaveText(/^You give .+ 15 seconds\.$/),
  ]);
  // The clock of who thinks goes on meanwhile.
  await expect.poll(async () => (await clocks(mover))[1]).toBeGreaterThan(before[1]);
  await expect.poll(async () => (await clocks(other))[0]).toBeGreaterThan(before[1]);

  const waits = (await knownClocks(mover))[0];
  await mover.locator(".board button:not([disabled]), .board [tabindex='0']").first().focus();
  // Twice at once: the second is refused.
  await mover.keyboard.press("+");
  await mover.keyboard.press("+");
  await expect(mover.locator(".toast")).toHaveText(/^Please wait \d seconds?\.$/);
  await expect.poll(async () => clocks(mover).then(([far]) => far)).toBe(waits + 15);

  const hurries = (await knownClocks(other))[0];
  await expect(async () => {
    await other.locator("#command").fill("give");
    await other.locator("#command").press("Enter");
    expect((await clocks(other))[0]).toBeGreaterThan(hurries);
  }).toPass();
});

test("server downtime is charged to nobody, and both players get 20 s more", async ({ player, server }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await timed(anna, bert, "15+10");
  const [mover, other] = await open(table);
  const before = await knownClocks(mover);
  for (const one of [anna, bert]) one.expectNetworkFailures();
  await server.kill();
  for (const page of table.pages) await expect(page.getByRole("alert")).toContainText("No connection");
  await server.start();
  for (const page of table.pages) await expect(page.locator(".lost")).toBeHidden({ timeout: 20_000 });
  for (const page of table.pages) {
    const waits = page === mover ? 0 : 1;
    await expect.poll(async () => (await clocks(page))[waits]).toBe(before[0] + 20);
  }
  await expect(other.locator(".clock").first()).not.toHaveText("");
  await table.play(2);
});

test("the low time warning comes once, and only for the player it concerns", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const clock = { per_move: { seconds: 20 } };
  const game = { mapello: "default" };
  const settings = { game, clock, sides: "bottom", undo: "consent", timeout: "loses" };
  const code: unknown = await (await anna.page.request.post("/api/create_room", { data: { settings } })).json();
  for (const one of [anna, bert]) await join(one, `/r/${String(code)}`);
  const table = new Table([anna.page, bert.page]);
  await table.ready();
  const [mover, other] = await open(table);
  const plateStatus = (page: Page) => page.locator(".plate [role=status]").allInnerTexts();
  await expect.poll(async () => (await plateStatus(mover)).join(""), { timeout: 40_000 }).toMatch(/^(10|9) seconds left$/);
  expect((await plateStatus(other)).join("")).toBe("");
  await expect(mover.locator(".clock[data-low]")).toHaveText(/^\d\.\d$/);
});

test("a correspondence clock shows days, and time cannot be given", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  const table = await timed(anna, bert, "3 days");
  for (const page of table.pages) {
    await expect(page.locator(".clock").first()).toHaveText("3d 0h");
    await page.getByLabel("Menu").click();
    await expect(page.getByRole("button", { name: "Flip board" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Give 15 seconds" })).toHaveCount(0);
  }
});
