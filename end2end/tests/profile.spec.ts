//! About me: what I have played, with whom and how it ended, for me alone; my data as a file, and deleted; one guest on two
//! devices by a passkey.
import type { Cookie, Page } from "@playwright/test";
import { start } from "../computer.ts";
import { axeDayAndNight, expect, ready, test, type Player } from "../fixtures.ts";
import { authenticator } from "../authenticator.ts";
import { Table } from "../table.ts";

test.use({ serviceWorkers: "allow" });

const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** The numbers beside a row's name: games, won, drawn, lost. */
const counts = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell");

async function rename(player: Player, name = player.name): Promise<void> {
  await player.page.goto("/me");
  await player.page.getByRole("textbox", { name: "Your name" }).fill(name);
  // The field has the new name before the form is sent: only the answer says that it is taken.
  const renamed = player.page.waitForResponse((answer) => new URL(answer.url()).pathname === "/me" && answer.request().redirectedFrom() !== null);
  await player.page.getByRole("button", { name: "Save" }).click();
  await renamed;
  await expect(player.page.getByRole("textbox", { name: "Your name" })).toHaveValue(name);
  expect(new URL(player.page.url()).pathname).toBe("/me");
}

/** A few moves, and whoever begins gives up. */
async function finish(anna: Player, bert: Player): Promise<void> {
  const table = await Table.start(anna, bert);
  await table.play(4);
  await resign(anna.page);
  for (const { page } of [anna, bert]) await expect(page.locator("#result")).toBeVisible();
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

/** The cookie with the guest's secret. */
const guestOf = (cookies: Cookie[]): Cookie | undefined => cookies.find(({ name }) => name === "duello_guest");

test("the profile lists my games and links every opponent @everywhere", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await rename(anna);
  await rename(bert);
  await expect(anna.page.getByText("Nobody yet.")).toBeVisible();
  await finish(anna, bert);
  await anna.open("/");
  await anna.page.getByRole("link", { name: "My profile" }).click();
  const { page } = anna;
  await expect(counts(page, "Kalah, without a clock")).toHaveText(["1", "0", "0", "1"]);
  await page.getByRole("link", { name: "Bert" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Games with Bert");
  await expect(page.getByText("0 won, 0 drawn, 1 lost")).toBeVisible();
  const path = new URL(page.url()).pathname;
  await bert.page.goto(path);
  await expect(bert.page.getByRole("heading", { level: 1 })).toHaveText("Games with Anna");
  await page.locator("main a.game-row").click();
  await page.waitForURL(/\/g\/[0-9a-z]{16}$/);
  const cleo = await player("Cleo");
  cleo.allow(/404/);
  await cleo.page.goto(path);
  await expect(cleo.page.getByText("Bert")).toHaveCount(0);
});

test("games against the computer are counted on the device, by level", async ({ player }) => {
  const anna = await player("Anna");
  await anna.page.goto("/me");
  await expect(anna.page.getByText("No finished games against the computer yet.")).toBeVisible();
  for (const [game, level] of [["Mancala", "Random"], ["Mancala", "Random"], ["Mapello", "Greedy"]] as const) {
    const page = await start(anna, game, { level, begins: "Me" });
    await page.locator(".board [data-legal]").first().click();
    await resign(page);
    await expect(page.locator("#result")).toBeVisible();
  }
  const { page } = anna;
  await page.goto("/me");
  await expect(counts(page, "Mancala · Random")).toHaveText(["2", "0", "0", "2"]);
  await expect(counts(page, "Mapello · Greedy")).toHaveText(["1", "0", "0", "1"]);
  await expect(page.getByRole("rowheader", { name: "Mancala · Master" })).toBeHidden();
  await expect(page.getByText("No finished games against the computer yet.")).toBeHidden();
});

test("all stored data is exported, and deleted after a confirmation", async ({ player }) => {
  const [anna, bert] = [await player("Anna"), await player("Bert")];
  await rename(anna);
  await rename(bert);
  await finish(anna, bert);
  const { page } = anna;
  await page.goto("/me");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export all" }).click()]);
  expect(file.suggestedFilename()).toBe("duello.json");
  const cookie = guestOf(await anna.context.cookies());
  await expect(page.getByRole("button", { name: "Delete everything" })).toBeHidden();
  await page.getByText("Delete my data").click();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByRole("status").first()).toHaveText("Your data is deleted. You are now a new guest.");
  await expect(page.getByText("Nobody yet.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your name" })).not.toHaveValue("Anna");
  const after = guestOf(await anna.context.cookies());
  expect(after?.value).not.toBe(cookie?.value);
  await bert.page.goto("/games");
  await bert.page.getByRole("region", { name: "Finished", exact: true }).locator(".game-row").click();
  await expect(bert.page.getByRole("heading", { level: 1 })).not.toContainText("Anna");
});

test("a passkey merges two devices into one player with games and seats", async ({ player, server }) => {
  test.slow();
  // A browser makes passkeys for names, not for addresses of numbers.
  const home = `http://localhost:${server.port}`;
  const at = { baseURL: home };
  const [anna, phone, bert] = [await player("Anna", at), await player("Phone", at), await player("Bert", at)];
  await rename(anna);
  await rename(phone, "Annas phone");
  await rename(bert);
  await finish(anna, bert);
  // On the phone a game is over, and another one goes on.
  await finish(phone, bert);
  const table = await Table.start(phone, bert);
  await table.play(2);
  const room = new URL(phone.page.url()).pathname;

  const first = await authenticator(anna);
  await anna.page.goto("/me");
  const before = guestOf(await anna.context.cookies(home));
  await anna.page.getByRole("button", { name: "Create a passkey" }).click();
  await expect(anna.page.getByText("You are signed in.")).toBeVisible();
  await expect(anna.page.getByRole("textbox", { name: "Your name" })).toHaveValue("Anna");
  const { credentials } = await first.cdp.send("WebAuthn.getCredentials", { authenticatorId: first.authenticatorId });
  expect(credentials).toHaveLength(1);
  const [credential] = credentials;
  if (credential === undefined || before === undefined) throw new Error("a passkey was made");

  // The passkey comes to the phone as passkeys do, by their owner's cloud.
  const second = await authenticator(phone);
  await second.cdp.send("WebAuthn.addCredential", { authenticatorId: second.authenticatorId, credential });
  await phone.page.goto("/me");
  const phoneBefore = guestOf(await phone.context.cookies(home));
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.page.getByText("You are signed in.")).toBeVisible();
  await phone.page.getByRole("button", { name: "Add them" }).click();
  await expect(phone.page.getByRole("button", { name: "Take them back" })).toBeVisible();
  for (const { page } of [anna, phone]) {
    await page.goto("/me");
    await expect(page.getByRole("textbox", { name: "Your name" })).toHaveValue("Anna");
    await expect(counts(page, "Kalah, without a clock")).toHaveText(["2", "0", "0", "2"]);
  }
  // The seat of the phone's game is the same player's on both.
  for (const { page } of [phone, anna]) {
    await page.goto(room);
    await ready(page);
    await expect(page.getByRole("button", { name: "Resign", exact: true })).toBeVisible();
  }
  // What was the cookie of either lets nobody in any more.
  for (const old of [before, phoneBefore]) {
    const thief = await player("Thief", at);
    await thief.context.addCookies([old as typeof before]);
    await thief.page.goto("/me");
    await expect(thief.page.getByText("Nobody yet.")).toBeVisible();
    await expect(thief.page.getByText("You are signed in.")).toHaveCount(0);
  }
  // Signed out, the phone is somebody new; a passkey that the server does not know is told so.
  await phone.page.goto("/me");
  await phone.page.getByRole("button", { name: "Sign out" }).click();
  await expect(phone.page.getByText("Nobody yet.")).toBeVisible();
  await anna.page.goto("/me");
  await anna.page.getByText("Delete my data").click();
  await anna.page.getByRole("button", { name: "Delete everything" }).click();
  await expect(anna.page.getByText("Nobody yet.")).toBeVisible();
  phone.allow(/404/);
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.page.locator("#said")).toHaveText("This passkey isn’t known here.");
});

test("the profile pages pass axe and fit every screen", async ({ player, server }) => {
  test.slow();
  const at = { colorScheme: "light" as const, baseURL: `http://localhost:${server.port}` };
  const [anna, bert] = [await player("Anna", at), await player("A very long name 20", at)];
  await rename(bert);
  await finish(anna, bert);
  const { page } = anna;
  await page.evaluate(() => {
    for (let level = 0; level < 8; level += 1) localStorage.setItem(`duello.met.1.${level}.0`, "1234");
  });
  await page.goto("/me");
  const path = (await page.locator("a[href^='/me/with/']").getAttribute("href")) ?? "";
  for (const shown of ["/me", path]) {
    await page.goto(shown);
    for (const details of await page.locator("details").all()) await details.locator("summary").click();
    await axeDayAndNight(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect.poll(() => overflows(page), `${shown} at ${size.width}`).toBe(false);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await axeDayAndNight(page);
  }
});
