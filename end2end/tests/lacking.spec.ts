//! Browsers that lack something: what is lacking is said, instead of what cannot help.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launching } from "../browser.mjs";
import { expect, ready, test } from "../fixtures.ts";

test("without WebAssembly the page says so, and is not loaded again", async ({ player }) => {
  const anna = await player("Anna");
  const { page } = anna;
  anna.allow(/WebAssembly/);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  let loads = 0;
  page.on("load", () => { loads += 1; });
  await page.goto("/local");
  const notice = page.getByRole("alertdialog");
  await expect(notice).toContainText("WebAssembly");
  await expect(notice.getByRole("link"), "a reload would not help").toHaveCount(0);
  expect(loads).toBe(1);
});

test("a browser that keeps no cookies is told so, also in a room", async ({ playwright, server }) => {
  const folder = await mkdtemp(join(tmpdir(), "duello-cookieless-"));
  await mkdir(join(folder, "Default"));
  const content = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, "Default", "Preferences"), JSON.stringify(content));
  const context = await playwright.chromium.launchPersistentContext(folder, launching("whole"));
  try {
    const page = await context.newPage();
    const taken: string[] = [];
    await page.exposeFunction("noteTaken", (at: string) => void taken.push(at));
    await page.addInitScript(() => {
      const { noteTaken } = globalThis as unknown as { noteTaken: (at: string) => void };
      const look = () => {
        if (document.body?.innerText.includes("Both seats are taken")) noteTaken(location.href);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    });
    const notice = page.getByText("This browser blocks cookies for this site.");
    for (const path of ["/", "/me", "/find"]) {
      await page.goto(server.url + path);
      await expect(notice, path).toBeVisible();
    }
    await page.goto(server.url);
    await ready(page);
    await page.getByRole("button", { name: "Play a friend" }).first().click();
    await page.waitForURL("**/r/*");
    await expect(notice).toBeVisible();
    // Nobody sits in a room that was opened without a cookie: neither its door nor its table say otherwise, at any time.
    await page.getByRole("link", { name: "Just watch" }).click();
    await expect(page.locator(".ready-bar").getByRole("status")).toHaveText("One seat is free.");
    await expect(page.locator(".ready-bar").getByRole("button", { name: "Sit down" })).toBeVisible();
    await expect(notice).toBeVisible();
    expect(taken, "where it was said that both seats are taken").toEqual([]);
    await page.goto(`${server.url}/rules/mancala`);
    await expect(notice, "where no cookie is wanted").toHaveCount(0);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("a browser that keeps cookies is told nothing, and the probe is gone", async ({ player }) => {
  const { page, context } = await player("Anna");
  await page.goto("/");
  await ready(page);
  await expect(page.locator("#cookieless")).toBeHidden();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("duello_probe");
});
