//! The list of the games of this device: in every language, on every screen, by keyboard.
import { list, rows, short } from "../device.ts";
import { axeDayAndNight, expect, test } from "../fixtures.ts";
import { fits } from "../flaws.ts";
import { KEPT, openKept } from "../kept.ts";

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

for (const { locale, won, name, kind, day, unnamed } of [
  { locale: "de-AT", won: "Süd gewinnt", name: "Zu zweit an einem Gerät", kind: "Züge: 3", day: /\s· \d+–\d+\s· .*\d\d?\.\d\d?\.20\d\d$/, unnamed: "Löschen: " },
  { locale: "pt-PT", won: "Vitória: Sul", name: "No mesmo aparelho", kind: "Jogadas: 3", day: /\s· \d+–\d+\s· .*\d\d? de [a-z]{3}\. de 20\d\d$/, unnamed: "Apagar: " },
]) {
  test(`the list of games is in the reader's language: ${locale}`, async ({ player }) => {
    const anna = await player("Anna", { locale });
    const { page } = anna;
    await openKept(page, "Mancala", ["sc", "sa", "na"]);
    await page.evaluate((key) => {
      const log = JSON.parse(localStorage.getItem(key) ?? "[]") as { seq: number; at: number; event: unknown }[];
      log.push({ seq: log.length + 1, at: Date.now(), event: { ended: { winner: "first", reason: "resigned" } } });
      localStorage.setItem(key, JSON.stringify(log));
    }, KEPT);
    await list(page);
    await expect(rows(page).locator(".badge")).toHaveText(won);
    await expect(rows(page).locator(".name")).toHaveText(name);
    await expect(rows(page).locator(".small")).toContainText(kind);
    await expect(rows(page).locator(".small")).toHaveText(day);
    await expect(rows(page).getByRole("button", { name: unnamed })).toBeVisible();
    await fits(page, "my games");
  });
}

test("the list of games passes axe, fits every screen and works by keyboard", async ({ player }) => {
  const both = await player("both", { colorScheme: "light" });
  const { page } = both;
  await list(page);
  await axeDayAndNight(page);
  await short(both);
  await short(both, "Mapello");
  await list(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await axeDayAndNight(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), `${size.width}`).toBe(false);
    for (const button of await page.locator("#kept button:visible, .games.device :is(button, a):visible").all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  }
  const names = await rows(page).locator("button, a").evaluateAll((all) => all.map((control) => control.ariaLabel));
  expect(new Set(names).size, "no two are called alike").toBe(names.length);
  await rows(page).first().getByRole("link").focus();
  for (const name of [/^Download/, /^Delete/, /^Review/]) {
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveAccessibleName(name);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/review\/mancala\?game=/);
});
