//! Rated games: what is said of ratings before, during and after a game of strangers, and nothing of them among friends.
import type { Page } from "@playwright/test";
import { expect, ready, setOwnName, test, type Player } from "../fixtures.ts";
import { untilNoSeeks, Table } from "../table.ts";

test.beforeEach(({ request }) => untilNoSeeks(request));

/** Collects what the plates of the pages opened from now on have read aloud: a live region is emptied again. */
async function recordPlates({ page }: Player): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    const last = new WeakMap<Element, string>();
    Object.assign(globalThis, { said });
    const look = () => {
      for (const status of document.querySelectorAll(".plate [role=status]")) {
        const text = status.textContent?.trim() ?? "";
        if (text !== "" && text !== last.get(status)) said.push(text);
        last.set(status, text);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
}

/** How long there is for a first turn, as the plates of a page show it. */
const firstMove = (page: Page) => page.locator(".plate .first-move");

const plates = (player: Player) => player.page.locator(".plate .rating > [aria-hidden]");

test("strangers see both ratings, and what the game brought them", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert", { viewport: { width: 390, height: 844 } })] as const;
  const [anna, bert] = players;
  for (const { page } of players) {
    await page.goto("/find");
    await ready(page);
    await expect(page.getByRole("button", { name: "Find an opponent" })).toBeVisible();
    await expect(page.locator("#seek"), "before").toContainText("rated");
    await page.getByRole("button", { name: "Find an opponent" }).click();
  }
  await Promise.all(players.map(({ page }) => page.waitForURL("**/r/*").then(() => ready(page))));
  const table = new Table([anna.page, bert.page]);
  await table.inStep();
  for (const one of players) await expect(plates(one)).toHaveText(["1500?", "1500?"]);
  await expect(anna.page.locator(".plate-near")).toContainText("Rating 1500, provisional");
  // Also where there is little room it is not cut off.
  const cut = (page: Page) =>
    page.locator(".plate .rating").evaluateAll((all) =>
      all.filter((rating) => {
        const [own, name] = [rating, rating.closest(".name") ?? rating].map((part) => part.getBoundingClientRect());
        return !own || !name || own.bottom > name.bottom + 2 || own.right > name.right + 1;
      }).length,
    );
  for (const { page } of players) expect(await cut(page)).toBe(0);
  // A match is rated that has six moves of each side.
  await table.playUntilEachHas(6);
  const card = (one: Player) => one.page.getByRole("dialog").locator(".result-how");
  const resign = async () => {
    await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
    await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  };
  await resign();
  // It was the first game of a match, which is rated when the second is over.
  for (const one of players) {
    await expect(card(one)).toContainText("Match");
    await expect(card(one)).not.toContainText("rated");
    await one.page.getByRole("button", { name: "Start now" }).click();
  }
  await expect(anna.page.locator(".bar")).toContainText("Game 2 of 2");
  await table.play(2);
  await resign();
  await expect(anna.page.getByRole("dialog").getByRole("heading")).toHaveText(/ wins the match$/);
  await expect(bert.page.getByRole("dialog").getByRole("heading")).toHaveText("You win the match");
  await expect(card(anna)).toContainText("1338 (−162)");
  await expect(card(bert)).toContainText("1662 (+162)");
  for (const { page } of players) await page.getByRole("button", { name: "Play again" }).click();
  await expect(plates(anna)).toHaveText(["1662?", "1338?"]);
  await expect(anna.page.locator(".bar")).toContainText("Series 0–1");
  await expect(bert.page.locator(".bar")).toContainText("Series 1–0");
});

test("a rated game that ends at once says that it was not rated", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert")] as const;
  const table = await Table.ofStrangers(players, { path: "/find/mapello" });
  const [anna, bert] = players;
  await table.play(2);
  await anna.page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(bert.page.getByRole("dialog").locator(".result-how")).toContainText("This game was not rated.");
});

test("friends see no ratings, and ask for none", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert")] as const;
  const asked: string[] = [];
  for (const { page } of players) page.on("request", (request) => void asked.push(request.url()));
  const table = await Table.start(...players);
  await table.play(2);
  for (const one of players) await expect(plates(one)).toHaveCount(0);
  expect(asked.filter((url) => url.includes("/ratings"))).toEqual([]);
});

/** Anna and Bert, who have looked for an opponent, at the table; what the plates of each have read aloud; who moves first. */
async function strangers(player: (name: string) => Promise<Player>) {
  const players = [await setOwnName(await player("Anna")), await setOwnName(await player("Bert"))] as const;
  const heard = [await recordPlates(players[0]), await recordPlates(players[1])] as const;
  const table = await Table.ofStrangers(players);
  const first = (await table.mover()) === players[0].page ? 0 : 1;
  return { players, heard, order: [first, 1 - first] as const };
}

/** Has a player move, so that it is the other one's turn. */
async function handOver({ page }: Player): Promise<void> {
  await page.locator(".board [data-legal]:not([aria-label*='extra turn'])").first().click();
  await expect(page.locator(".plate-far")).toHaveAttribute("data-turn");
}

test("strangers see the time for a first move count down at its plate", async ({ player }) => {
  const { players, order } = await strangers(player);
  for (const own of order) {
    for (const [seen, { page }] of players.entries()) {
      const due = page.locator(seen === own ? ".plate-near" : ".plate-far").locator(".first-move");
      await expect(due).toHaveText(/^First move 0:[0-3]\d$/);
      await expect(due).toBeVisible();
      await expect(firstMove(page), "of the one who is to move alone").toHaveCount(1);
      const left = async () => Number((await due.textContent())?.slice(-2));
      const before = await left();
      await expect.poll(left).toBeLessThan(before);
    }
    await handOver(players[own] as Player);
  }
  for (const { page } of players) await expect(firstMove(page), "both have moved").toHaveCount(0);
});

test("strangers hear once how long there is for each first move", async ({ player }) => {
  const { players, heard, order } = await strangers(player);
  for (const own of order) {
    const { name } = players[own] as Player;
    for (const [who, said] of heard.entries()) {
      const [whose, what] = who === own ? ["You have", "your first move"] : [`${name} has`, "the first move"];
      const sentence = new RegExp(`^${whose} (2\\d|30) seconds for ${what}, then the game is aborted\\.$`);
      const its = async () => (await said()).filter((text) => text.startsWith(whose));
      await expect.poll(its, `what ${players[who]?.name} hears of ${name}`).toEqual([expect.stringMatching(sentence)]);
    }
    await handOver(players[own] as Player);
  }
  for (const said of heard) expect(await said(), "nothing but that").toHaveLength(2);
});

test("friends are not hurried to a first move", async ({ player }) => {
  const players = [await player("Anna"), await player("Bert")] as const;
  const heard = [await recordPlates(players[0]), await recordPlates(players[1])];
  const table = await Table.start(...players, { clock: "5+5" });
  for (const { page } of players) {
    await expect(page.locator(".plate .clock")).toHaveText(["5:00", "5:00"]);
    await expect(firstMove(page)).toHaveCount(0);
  }
  await table.play(1);
  for (const said of heard) expect(await said()).toEqual([]);
});
