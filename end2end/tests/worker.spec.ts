//! Without a network: whole games from a cold start with no server at all, what needs one says so and comes back by itself,
//! and nothing that is anybody's own is kept.
import { choose, myTurn, openSettings, playOut, press } from "../computer.ts";
import { list, rows } from "../device.ts";
import { axe, expect, ready, test, type Player } from "../fixtures.ts";
import { FACTS, GAMES, boardState, shownBy } from "../games.ts";
import { storeOldGame } from "../kept.ts";
import { openRoom, Table } from "../table.ts";
import { coldStart, cachedResponses, untilCached } from "../worker.ts";
import type { Page } from "@playwright/test";

test.use({ serviceWorkers: "allow" });

const note = (page: Page) => page.getByRole("status").filter({ hasText: "No connection" });

/** Somebody who has once been to the home page, for a moment. */
async function visitor(player: (name: string) => Promise<Player>): Promise<Player> {
  const anna = await player("Anna");
  await anna.open("/");
  await untilCached(anna.page);
  anna.expectNetworkFailures();
  return anna;
}

for (const game of GAMES) {
  test(`${game}: pass and play from a cold start offline, to the end`, shownBy("Mapello", game), async ({ player, server }) => {
    const anna = await visitor(player);
    await server.kill();
    const page = await coldStart(anna.context);
    await page.goto("/");
    await ready(page);
    await expect(note(page)).toBeVisible();
    await page.getByRole("region", { name: game }).getByRole("link", { name: "Pass and play" }).click();
    await ready(page);
    const table = new Table([page]);
    await table.playToTheEnd();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(new RegExp(`^(${FACTS[game].sides.join("|")}) wins$|^A draw$`));
    await page.getByRole("dialog").getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Game review" });
    await expect(review.getByRole("img").locator("i")).not.toHaveCount(0, { timeout: 60_000 });
  });

  test(`${game}: the computer plays and gives hints from a cold start offline`, shownBy("Mancala", game), async ({ player, server }) => {
    const anna = await visitor(player);
    await server.kill();
    const page = await coldStart(anna.context);
    await page.goto(game === "Mancala" ? "/computer" : "/computer/mapello");
    await ready(page);
    await openSettings(page);
    await page.getByLabel("Level", { exact: true }).selectOption("Beginner");
    await choose(page, "Instant");
    await press(page, "Start");
    expect(await myTurn(page)).toBe(true);
    await press(page, "Hint");
    await expect(page.locator(".status")).toHaveText(/^Play /);
    await playOut(page, async (legal) => legal[0]);
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(/wins$|^Draw$|^You win$/);
  });
}

test("every page that needs no server works offline in the chosen language", async ({ player, server }) => {
  const anna = await player("Anna", { locale: "de-DE" });
  await anna.open("/");
  await untilCached(anna.page);
  anna.expectNetworkFailures();
  await server.kill();
  const page = await coldStart(anna.context);
  for (const path of ["/learn/mancala", "/learn/mapello", "/boards/edit", "/local", "/computer/mapello"]) {
    await page.goto(path);
    await ready(page);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "de");
    await expect(page.getByRole("main"), path).toBeVisible();
  }
  for (const path of ["/rules/mancala", "/rules/mapello", "/games"]) {
    await page.goto(path);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  }
  await page.goto("/");
  await ready(page);
  await expect(page.getByRole("status").filter({ hasText: "Keine Verbindung" })).toBeVisible();
  for (const name of ["Mit Freunden spielen", "Profil"]) {
    await expect(page.getByText(name, { exact: true }).filter({ visible: true }), name).toHaveCount(0);
  }
  await axe(page);
});

test("offline, the list reads a log of an earlier version", async ({ player, server }) => {
  const anna = await visitor(player);
  await storeOldGame(anna.page, ["sc", "sa"]);
  await server.kill();
  const page = await coldStart(anna.context);
  await expect(await list(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Moves: 2");
});

test("a page that needs the server says so and loads when it is back", async ({ player, server }) => {
  const anna = await visitor(player);
  const code = await openRoom(anna);
  await server.kill();
  const page = await coldStart(anna.context);
  await page.goto(`/r/${code}`);
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await axe(page);
  await expect(page.getByRole("link", { name: "Play the computer" })).toHaveCount(2);
  await server.start();
  await expect(page.locator(".ready-bar"), "the room comes back").toBeVisible({ timeout: 30_000 });
  // A form that nobody takes.
  await page.goto("/");
  await ready(page);
  await server.kill();
  await page.getByRole("region", { name: "Mancala" }).getByRole("button", { name: "Play a friend" }).click();
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await page.getByRole("link", { name: "Home" }).click();
  await expect(note(page)).toBeVisible();
  await server.start();
  await expect(page.getByRole("button", { name: "Play a friend" }).first(), "home is whole again").toBeVisible({ timeout: 30_000 });
  await expect(note(page)).toBeHidden();
});

test("an unresponsive network is not waited for", async ({ player, wire }) => {
  const anna = await player("Anna");
  await anna.open(wire.url);
  await untilCached(anna.page);
  anna.expectNetworkFailures();
  wire.freeze();
  const before = Date.now();
  await anna.page.goto(`${wire.url}/local`);
  await ready(anna.page);
  expect(Date.now() - before).toBeLessThan(10_000);
  expect((await boardState(anna.page)).legal.length).toBeGreaterThan(0);
  wire.mend();
});

test("the service worker caches nothing personal", async ({ player }) => {
  const anna = await player("Anna");
  await anna.open("/");
  await untilCached(anna.page);
  const { page } = anna;
  await page.getByLabel("Your name").fill("Zebulonia");
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  await ready(page);
  await expect(page.getByLabel("Your name")).toHaveValue("Zebulonia");
  const code = await openRoom(anna);
  for (const path of ["/", "/games", "/me", "/notifications", "/find", `/r/${code}`, "/local"]) await page.goto(path);
  await untilCached(page);
  const secrets = ["Zebulonia", code, ...(await anna.context.cookies()).map(({ value }) => value).filter((value) => value.length > 8)];
  const cached = await cachedResponses(page);
  expect(cached.length).toBeGreaterThan(20);
  for (const { path, text, headers } of cached) {
    for (const secret of secrets) expect(text.includes(secret) || headers.includes(secret), `${secret} in ${path}`).toBe(false);
    expect(headers.toLowerCase(), path).not.toContain("set-cookie");
    expect(path, "a room, a profile, a game").not.toMatch(/^\/(r|me|g|find|notifications|api)(\/|\?|$)/);
  }
});

for (const path of ["/rules/mancala", "/games", "/find"]) {
  test(`a first visit to a static page makes the app available offline: ${path}`, async ({ player, server }) => {
    const anna = await player("Anna");
    await anna.page.goto(path);
    await untilCached(anna.page);
    anna.expectNetworkFailures();
    await server.kill();
    const page = await coldStart(anna.context);
    await page.goto("/local");
    await ready(page);
    await new Table([page]).move();
  });
}
