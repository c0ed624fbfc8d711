//! Tournaments as people have them: opened by a form, entered with one press, played in rounds, led from the page to the table
//! and back, and handed on at the end.
import type { Page } from "@playwright/test";
import { launching } from "../browser.mjs";
import { axe, expect, ready, setOwnName, test } from "../fixtures.ts";
import { deliver, PushService, shownNotifications } from "../push.ts";
import { Server } from "../server.ts";
import { Table } from "../table.ts";
import { back, enter, lose, openTournament, own } from "../tournament.ts";

// The headless shell refuses notifications; the whole browser takes them.
test.use({ launchOptions: launching("whole") });

const standing = (page: Page) => page.locator("#live-event-table");

test.describe("with a push service", () => {
  let service: PushService;
  let server: Server;

  test.beforeAll(async () => {
    service = await PushService.start();
    server = await Server.create({ DUELLO_PUSH_SERVICE: service.origin });
  });

  test.afterAll(async () => {
    service.stop();
    await server.remove();
  });

  test("an evening: a reminder, entering, rounds, a reload, the end, sharing", async ({ player }) => {
    test.setTimeout(300_000);
    const at = { baseURL: server.url };
    const anna = await setOwnName(await player("Anna", at));
    const bert = await setOwnName(await player("Bert", at));
    const cleo = await setOwnName(await player("Cleo", { ...at, permissions: ["notifications"], serviceWorkers: "allow" }));
    await service.serve(cleo);
    const path = await openTournament(anna, { title: "Evening Swiss", format: "Swiss", starts: "1" });
    await enter(anna, path);
    await enter(bert, path);
    await enter(cleo, path);
    await expect(standing(anna.page), "who enters is seen at once").toContainText("Cleo");
    await expect(standing(anna.page).getByRole("row", { name: "Anna" })).toHaveAttribute("aria-current", "true");
    await axe(anna.page);

    // Cleo asks to be told, and goes away.
    await cleo.page.goto("/notifications");
    const box = cleo.page.getByRole("checkbox").first();
    await box.check();
    await expect(box).toBeEnabled();
    // Two play in the first round and are led to their table; the third has a bye.
    await Promise.all([anna, bert].map(({ page }) => page.waitForURL("**/r/*", { timeout: 70_000 })));
    const reminder = await service.next();
    await deliver(cleo.page, reminder);
    expect(await shownNotifications(cleo.page)).toEqual([{ title: "Evening Swiss starts now", body: "Tap to take your place." }]);
    expect(JSON.parse(reminder).url, "one press leads there").toBe(path);

    await bert.reload();
    await expect(bert.page.getByRole("grid")).toBeVisible();
    await lose(anna, bert);
    await back(anna, path);
    await back(bert, path);
    await expect(standing(bert.page).getByRole("row", { name: "Bert" })).toContainText("2");
    await expect(own(bert.page), "one waits for the next round").toContainText("Rank");

    // Each meets the two others. Whoever is not there is told, and one press leads to the game.
    for (const opponent of [bert, anna]) {
      await opponent.page.waitForURL("**/r/*", { timeout: 50_000 });
      const told = await service.next();
      await deliver(cleo.page, told);
      expect(await shownNotifications(cleo.page)).toContainEqual({ title: "Evening Swiss: your game has begun", body: "Tap to take your place." });
      await cleo.page.goto(JSON.parse(told).url);
      expect(cleo.page.url()).toBe(opponent.page.url());
      await lose(opponent, cleo);
      await back(opponent, path);
      await cleo.page.goto("/notifications");
    }

    // Anna has lost twice; Bert and Cleo have met, too.
    await expect(anna.page.getByRole("heading", { name: "Final standing" })).toBeVisible({ timeout: 20_000 });
    await cleo.open(path);
    await expect(cleo.page.getByRole("heading", { name: "Final standing" })).toBeVisible();
    await axe(cleo.page);
    await cleo.page.locator("summary", { hasText: "Result as text" }).click();
    await expect(cleo.page.getByRole("textbox", { name: "Result as text" })).toHaveValue(/^Evening Swiss\n[^]*1\. Cleo: [^]*\/e\/[A-Z]{8}$/);
    const report = await cleo.page.request.get(`${path}/report.trf`);
    expect(await report.text()).toMatch(/^012 Evening Swiss/m);
    await cleo.page.goto("/events");
    await expect(cleo.page.getByRole("region", { name: "Finished" })).toContainText("Winner: Cleo");
    await cleo.page.getByRole("link", { name: /Evening Swiss/ }).click();
    await standing(cleo.page).getByRole("link", { name: "Bert" }).first().click();
    await expect(cleo.page.getByRole("heading", { level: 1 })).toHaveText("Bert");
    await axe(cleo.page);
  });
});

test("an arena leads to the table and back, again and again @everywhere", async ({ player }) => {
  const [anna, bert, cleo] = await Promise.all(["Anna", "Bert", "Cleo"].map(async (name) => setOwnName(await player(name))));
  const path = await openTournament(anna!, { title: "Night arena", format: "Arena" });
  await enter(anna!, path);
  await enter(bert!, path);
  await Promise.all([anna!, bert!].map(({ page }) => page.waitForURL("**/r/*")));
  expect(anna!.page.url()).toBe(bert!.page.url());
  await enter(cleo!, path);
  await expect(own(cleo!.page)).toContainText("Waiting for an opponent");
  await expect(cleo!.page.getByRole("region", { name: "Live games" }).getByRole("link")).toHaveCount(1);
  await axe(cleo!.page);
  await lose(anna!, bert!);
  await expect(anna!.page.getByRole("button", { name: "Play again" }), "the next opponent is another one").toHaveCount(0);
  await back(anna!, path);
  await anna!.page.waitForURL("**/r/*");
  await cleo!.page.waitForURL("**/r/*");
  expect(anna!.page.url()).toBe(cleo!.page.url());
  await back(bert!, path);
  await expect(own(bert!.page)).toContainText("Waiting for an opponent");
  await own(bert!.page).getByRole("button", { name: "Leave" }).click();
  await expect(own(bert!.page)).toContainText("You’ve left");
  await own(bert!.page).getByRole("button", { name: "Come back" }).click();
  await expect(own(bert!.page)).toContainText("Waiting for an opponent");
});

test("half the time is given away at the own clock, and worth a point", async ({ player }) => {
  const [anna, bert, cleo] = await Promise.all(["Anna", "Bert", "Cleo"].map(async (name) => setOwnName(await player(name))));
  const path = await openTournament(anna!, { title: "Fast arena", format: "Arena" });
  await enter(anna!, path);
  await enter(bert!, path);
  await Promise.all([anna!, bert!].map(({ page }) => page.waitForURL("**/r/*")));
  await Promise.all([anna!, bert!].map(({ page }) => ready(page)));
  const offer = (page: Page) => page.getByRole("button", { name: "Play with half the time +1 point for a win after 7 moves or more" });
  const sign = (page: Page) => page.getByRole("img", { name: "Half the time" });
  await expect(offer(bert!.page)).toBeVisible();
  await axe(anna!.page);
  await offer(anna!.page).press("Enter");
  await expect(offer(anna!.page)).toHaveCount(0);
  await expect(anna!.page.getByText("You play with half the time.")).toBeVisible();
  await expect(bert!.page.locator(".toast", { hasText: "Anna plays with half the time." })).toBeVisible();
  await cleo!.open(new URL(anna!.page.url()).pathname);
  for (const { page } of [anna!, bert!, cleo!]) await expect(sign(page)).toHaveCount(1);
  await expect(offer(cleo!.page)).toHaveCount(0);

  // There is half a minute for a first move: what takes long comes after it.
  const table = new Table([anna!.page, bert!.page]);
  await table.play(2);
  await expect(offer(bert!.page), "it is for before the first move").toHaveCount(0);
  const clock = (page: Page) => page.locator(".plate-near .clock");
  await expect(clock(anna!.page), "half of two minutes").toHaveText(/^½(1:00|0:5\d)$/);
  await expect(clock(bert!.page)).toHaveText(/^(2:0\d|1:5\d)$/);
  await axe(cleo!.page);
  await anna!.reload();
  await expect(sign(anna!.page)).toHaveCount(1);
  await table.playUntilEachHas(7, [anna!.page]);
  await bert!.page.getByRole("button", { name: "Resign", exact: true }).click();
  await bert!.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await back(anna!, path);
  await expect(standing(anna!.page).getByRole("row", { name: "Anna" }).locator(".score:has(.half)")).toHaveText("3");
  await standing(anna!.page).getByRole("link", { name: "Anna" }).first().click();
  await expect(anna!.page.getByText("Won · 3 points · Half the time")).toBeVisible();
  await axe(anna!.page);
});

test("a tournament works without JavaScript @everywhere", async ({ player }) => {
  const anna = await player("Anna", { javaScriptEnabled: false });
  const { page } = anna;
  // Without scripts the browser says of the one that stands in the page itself that it was not run.
  anna.allow(({ kind, text }) => kind === "request" && /\/find\.js\?\w+: csp$/.test(text));
  await page.goto("/events/new");
  await page.getByLabel("Title").fill("A");
  await page.getByLabel("Title").evaluate((input: HTMLInputElement) => input.removeAttribute("minlength"));
  await page.getByRole("button", { name: "Open the tournament" }).click();
  await expect(page.getByRole("alert")).toContainText("3 to 60");
  await page.getByLabel("Title").fill("Quiet arena");
  await page.getByRole("button", { name: "Open the tournament" }).click();
  await page.waitForURL("**/e/*");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("region", { name: "Players" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText("You’ve left")).toHaveCount(0);
  await page.getByText("Cancel the tournament").click();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(page.getByText("Cancelled")).toBeVisible();
});
