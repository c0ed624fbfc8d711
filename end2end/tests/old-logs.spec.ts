//! Logs of games on this device that have no summary beside them: those of an earlier version, and damaged ones.
import type { Page } from "@playwright/test";
import { list, rows, short } from "../device.ts";
import { expect, ready, test } from "../fixtures.ts";
import { storeOldGame } from "../kept.ts";

/** The files of the program that a page asks for from now on. */
function programOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/pkg\/page\./.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test("the program is loaded once for a log of an earlier version", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await page.goto("/healthz");
  await storeOldGame(page, ["sc", "sa", "na"]);
  // A replaced game that its page could not archive any more.
  await storeOldGame(page, ["sc", "sa"], "duello.local.2.aside", Date.UTC(2025, 10, 2));
  const program = programOf(page);
  await expect(await list(page)).toHaveCount(2);
  expect(program.length, "the program reads the log").toBeGreaterThan(0);
  await expect(rows(page).locator(".badge")).toHaveText(["South wins", "South wins"]);
  await expect(rows(page).first()).toContainText(/Kalah\s· \d+–\d+\s· Moves: 3/);
  await expect(rows(page).last()).toContainText("Moves: 2");
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(".aside")))).toEqual([]);
  program.length = 0;
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  expect(program, "its summary is stored").toEqual([]);
});

test("the list loads no program for logs with a summary", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await short(both, "Mapello", 3);
  const program = programOf(page);
  await expect(await list(page)).toHaveCount(1);
  await page.waitForLoadState("networkidle");
  expect(program).toEqual([]);
});

test("the page of an earlier version’s game archives it", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await page.goto("/healthz");
  await storeOldGame(page, ["sc", "sa", "na"]);
  await both.open("/local");
  await ready(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("duello.local.2"))).toBeNull();
  const program = programOf(page);
  await expect(await list(page)).toHaveCount(1);
  expect(program).toEqual([]);
});

for (const [what, damaged] of [
  ["cut off", '[{"seq":1,"at":1,'],
  ["of events that nobody knows", '[{"seq":1,"at":1,"event":{"danced":1}}]'],
  ["no log at all", '{"events":1}'],
] as const) {
  test(`a damaged log hides no other game: ${what}`, async ({ player }) => {
    const both = await player("both");
    const { page } = both;
    await page.goto("/healthz");
    for (const key of ["duello.local.mapello", "duello.local.mapello.aside", "duello.computer"]) {
      await page.evaluate(([key, log]) => localStorage.setItem(key ?? "", log ?? ""), [key, damaged]);
    }
    await page.evaluate(() => localStorage.setItem("duello.local.2.summary", "{"));
    await storeOldGame(page, ["sc", "sa", "na"]);
    await expect(await list(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("Moves: 3");
    // Nothing of it is thrown away: a later version may be able to read it.
    expect(await page.evaluate(() => localStorage.getItem("duello.local.mapello.aside"))).toBe(damaged);
  });
}
