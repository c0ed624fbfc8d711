//! The app on the whole of a phone's screen: nothing under its notch or its bar, and a game that stays in its place.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { openKept } from "../kept.ts";

/** Parts that one reads or touches and that lie, now, where the device has its notch or its bar: as [name, edge]. */
const under = (page: Page, insets: Record<string, number>) =>
  page.evaluate((insets) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("h1, h2, a, button, input, select, textarea, .status, .plate, .board")) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.matches(".skip, .hidden, .hidden *, .choices input, a:has(.board)")) continue;
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width < 2 || bottom <= 0 || top >= innerHeight) continue;
      const at = [
        left < (insets.left ?? 0) - 1 && "left",
        right > innerWidth - (insets.right ?? 0) + 1 && "right",
        scrollY < 1 && top < (insets.top ?? 0) - 1 && "top",
        scrollY + innerHeight >= document.documentElement.scrollHeight - 1 && bottom > innerHeight - (insets.bottom ?? 0) + 1 && "bottom",
      ].filter(Boolean);
      if (at.length > 0) found.push(`${element.tagName} ${element.className} ${element.textContent?.slice(0, 20)} ${at.join("+")}`);
    }
    return found;
  }, insets);

for (const [name, viewport, insets] of [
  ["portrait", { width: 390, height: 844 }, { top: 59, bottom: 34 }],
  ["landscape", { width: 844, height: 390 }, { left: 59, right: 59, bottom: 21 }],
] as const) {
  test(`nothing lies under the notch or home bar of a phone in ${name}`, async ({ player }) => {
    const anna = await player("Anna", { viewport });
    const { context, page } = anna;
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setSafeAreaInsetsOverride" as never, { insets } as never);
    for (const path of [
      "/", "/local", "/local/mapello", "/computer", "/boards/edit", "/learn/mancala", "/mistakes", "/find", "/rules/mancala", "/games",
      "/games/import", "/me", "/notifications", "/nowhere",
    ]) {
      if (path === "/nowhere") anna.allow(/status of 404/);
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await expect.soft.poll(() => under(page, insets), `${path}, at its head`).toEqual([]);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.soft.poll(() => under(page, insets), `${path}, at its foot`).toEqual([]);
    }
    await openKept(page, "Mancala", ["sa", "nb", "sb"]);
    await page.getByRole("button", { name: "Moves" }).click();
    await expect.poll(() => under(page, insets), "the sheet of moves").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Menu").click();
    await expect.soft.poll(() => under(page, insets), "the menu").toEqual([]);
  });
}

test("a game page does not overscroll", async ({ player }) => {
  const both = await player("both", { viewport: { width: 390, height: 844 } });
  for (const [path, kept] of [["/local", "none"], ["/rules/mancala", "auto"]] as const) {
    await both.page.goto(path);
    const pulls = () => both.page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY);
    await expect.poll(pulls, path).toBe(kept);
  }
});
