//! A game against the computer as the tests play it: how it is begun, whose turn it is, playing it out.
import type { BrowserContext, Page } from "@playwright/test";
import { expect, type Player } from "./fixtures.ts";
import { boardState, type GameName } from "./games.ts";

const PATHS: Record<GameName, string> = { Mancala: "/computer", Mapello: "/computer/mapello" };
export const LEVELS = ["Random", "Greedy", "Beginner", "Easy", "Medium", "Hard", "Expert", "Master"];

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

/** What is chosen before a game. */
export type GameOptions = { level: string; rules?: string; watch?: string; begins?: string; pace?: "Like a human" | "Instant" };

/** Opens what lies behind the faces of the levels: all settings, and the button that starts with them. */
export const openSettings = (page: Page) => page.getByText("Change the settings", { exact: true }).click();

/** The face of a level: a press starts a game against it. */
export const face = (page: Page, level: string) => page.locator(".faces").getByRole("button", { name: new RegExp(`^${level}\\b`) });

/** Starts a game against the computer. */
export async function start(player: Player, game: GameName, { level, rules, watch, begins, pace = "Instant" }: GameOptions): Promise<Page> {
  const { page } = player;
  await player.open(PATHS[game]);
  await openSettings(page);
  await page.getByLabel("Level", { exact: true }).selectOption(level);
  if (rules !== undefined) await page.getByLabel("Rules").selectOption(rules);
  if (watch !== undefined) {
    await choose(page, "Computer against computer");
    await page.getByLabel("Other side", { exact: true }).selectOption(watch);
  }
  if (begins !== undefined) await page.getByRole("group", { name: "Who goes first" }).getByText(begins, { exact: true }).click();
  await choose(page, pace);
  await press(page, "Start");
  await expect(page.getByRole("grid", { name: `${game} board` })).toBeVisible();
  return page;
}

/** Waits until it is one's own turn, or the game is over; says whether there is something to play. */
export async function myTurn(page: Page): Promise<boolean> {
  await expect.poll(async () => ((seen) => seen.over || seen.legal.length > 0)(await boardState(page)), { timeout: 20_000 }).toBe(true);
  return !(await boardState(page)).over;
}

/** Plays the game to its end; `pick` says what to play. */
export async function playOut(page: Page, pick: (legal: string[]) => Promise<string | undefined>): Promise<void> {
  while (await myTurn(page)) {
    const { legal, board } = await boardState(page);
    const id = await pick(legal);
    if (id === undefined) throw new Error("nothing is legal, yet the game is not over");
    await page.locator(`#${id}`).click();
    await expect.poll(async () => (await boardState(page)).board).not.toBe(board);
  }
}

/** Leads back to where a game is agreed on. */
export async function newGame(page: Page): Promise<void> {
  await page.locator("summary[aria-label=Menu]").click();
  await press(page, "New game");
}

/** Counts the engine's answers, and has each choose the next of these pits of North while there are some. */
export async function scriptAnswers(context: BrowserContext, pits: number[]): Promise<void> {
  await context.addInitScript((pits) => {
    Object.assign(globalThis, { answers: 0 });
    const Real = Worker;
    globalThis.Worker = class extends Real {
      override set onmessage(hear: ((event: MessageEvent) => void) | null) {
        super.onmessage = hear && ((event) => {
          // The first message is the engine's program.
          if (typeof event.data !== "string") return hear(event);
          const answer = JSON.parse(event.data);
          const pit = pits.shift();
          if (pit !== undefined) answer.moves[0].mv = { mancala: { sow: { side: "second", index: pit } } };
          (globalThis as unknown as { answers: number }).answers += 1;
          hear(new MessageEvent("message", { data: JSON.stringify(answer) }));
        });
      }
    };
  }, pits);
}

/** How many answers the worker has given. */
export const answers = (page: Page) => page.evaluate(() => (globalThis as unknown as { answers: number }).answers);
