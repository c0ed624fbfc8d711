//! The home page: as much of it as can be is one screen, and what is mine to do comes first.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, ready, test } from "../fixtures.ts";
import { LONG } from "../games.ts";
import { shifts, watchShiftsOfPages } from "../shifts.ts";
import { Table } from "../table.ts";

for (const [language, locale] of [["English", "en-GB"], ["German", "de-DE"], ["Portuguese", "pt-BR"], ["Spanish", "es-ES"], ["French", "fr-FR"], ["Arabic", "ar"]] as const) {
  // German has the longest words, and Arabic runs from right to left.
  const how = ["English", "German", "Arabic"].includes(language) ? {} : LONG;
  test(`for a new visitor home is one desktop screen, in ${language}`, how, async ({ player }) => {
    // A game that is counted and cannot be watched, which takes most words.
    await Table.start(await player("Bert"), await player("Cleo"));
    const { page } = await player("Anna", { locale });
    for (const [width, height] of [[1440, 900], [1180, 720], [2560, 1440]] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      await ready(page);
      // Games of the tests before may still be going on, and are told of at any moment: without them, measured in one go.
      const over = () =>
        page.evaluate(() => {
          document.querySelector('[aria-labelledby="now"] ul')?.remove();
          return document.documentElement.scrollHeight - innerHeight;
        });
      expect(await over(), `${width}×${height}`).toBe(0);
    }
  });
}

for (const [how, width, height] of [["portrait", 390, 844], ["landscape", 844, 390]] as const) {
  test(`all ways to play are on the first screen of a phone in ${how}`, async ({ player }) => {
    const anna = await player("Anna", { viewport: { width, height }, hasTouch: true, isMobile: true });
    await anna.open("/");
    for (const game of ["Mancala", "Mapello"]) {
      const card = anna.page.getByRole("region", { name: game });
      await expect(card.getByRole("button", { name: "Play a friend" })).toBeInViewport({ ratio: 1 });
      for (const way of ["Find an opponent", "Play the computer", "Pass and play"]) {
        await expect(card.getByRole("link", { name: way }), `${game}: ${way}`).toBeInViewport({ ratio: 1 });
      }
    }
  });
}

test("on a phone home lists my games first only if it is my turn", async ({ player }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const [anna, bert] = [await player("Anna", phone), await player("Bert", phone)];
  const table = await Table.start(anna, bert);
  const first = await table.mover();
  const above = async (page: Page) => {
    await page.goto("/");
    await ready(page);
    const top = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.y ?? Number.NaN;
    return (await top("My games")) < (await top("Mancala"));
  };
  for (const page of table.pages) expect(await above(page)).toBe(page === first);
});

test("nothing shifts while the rest of the page streams in @everywhere", async ({ page, baseURL }) => {
  // A slow line: the page comes in pieces, each long enough on its way to be seen before the next. Its program is still on its
  // way when all is over: a page whose program cannot be had loads itself again.
  const slow = createServer(async ({ url = "/" }, answer) => {
    if (url.startsWith("/pkg/page.")) return;
    const got = await fetch(new URL(url, baseURL), { headers: { "accept-language": "en" } });
    answer.setHeader("content-type", got.headers.get("content-type") ?? "");
    if (url !== "/") return void answer.writeHead(url.endsWith(".css") ? 200 : 404).end(Buffer.from(await got.arrayBuffer()));
    for (const piece of (await got.text()).split(/(?=<(?:section|footer|h2|article)\b)/)) {
      answer.write(piece);
      await new Promise((done) => setTimeout(done, 150));
    }
    answer.end();
  });
  await new Promise<void>((listening) => slow.listen(0, "127.0.0.1", listening));
  await watchShiftsOfPages(page);
  await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, { waitUntil: "domcontentloaded" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await shifts(page)).toEqual([]);
  slow.closeAllConnections();
  slow.close();
});

test("a saved name is said, and how others see it", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  for (const at of ["/", "/me"]) {
    await page.goto(at);
    for (const [typed, seen, said] of [["Berta", "Berta", "Saved"], ["fuck", "****", "Saved. Others see “****”."]] as const) {
      if (at === "/") await ready(page);
      await page.getByLabel("Your name").fill(typed);
      await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
      await expect(page.getByLabel("Your name"), at).toHaveValue(seen);
      await expect(page.locator(".name-said"), at).toHaveText(said);
    }
    await page.reload();
    await expect(page.locator(".name-said"), "and said once").toBeEmpty();
  }
});

test("home does not say that there are no games to whoever has finished some", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  await anna.open("/");
  const mine = page.getByRole("region", { name: "My games" });
  await expect(mine.getByText("None yet.")).toBeVisible();
  await anna.open("/local");
  await new Table([page]).play(1);
  await page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator("#result").waitFor();
  await anna.open("/");
  await expect(mine.getByText("None yet.")).toBeHidden();
  await expect(mine.getByText("No game is in progress.")).toBeVisible();
});

test("whoever opens home is counted in the lobby before hydration", async ({ page, request }) => {
  const served = await (await request.get("/")).text();
  expect(served).not.toMatch(/\b0 players in the lobby/);
  await page.goto("/");
  await expect(page.getByText(/[1-9]\d* players? in the lobby/)).toBeVisible();
});
