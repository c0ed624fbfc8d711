//! The screens of the site, and how one comes to each: for contact sheets, and for tests of how they look.
import type { BrowserContextOptions, Page } from "@playwright/test";
import { start } from "./computer.ts";
import { setOwnName, type Player } from "./fixtures.ts";
import { midgame, STILL } from "./scene.ts";
import { join, openRoom, Table } from "./table.ts";
import { back, enter, lose, openTournament } from "./tournament.ts";

type Sit = (name: string, options?: BrowserContextOptions) => Promise<Player>;
/** Brings a new player to the screen; what is returned is the page that shows it. */
type Screen = (sit: Sit) => Promise<Page>;

const opened = (path: string): Screen => async (sit) => {
  const anna = await setOwnName(await sit("Anna"));
  await anna.page.goto(path, { waitUntil: "networkidle" });
  return anna.page;
};

/** Anna and Bert at a table of friends, after so many moves. */
async function friends(sit: Sit, moves: number, clock?: string): Promise<Table> {
  const [anna, bert] = [await setOwnName(await sit("Anna")), await setOwnName(await sit("Bert"))];
  const table = await Table.start(anna, bert, clock === undefined ? {} : { clock });
  await table.play(moves);
  return table;
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("toolbar").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator("#result").waitFor();
}

async function ended(sit: Sit, who: 0 | 1): Promise<Page> {
  const { pages } = await friends(sit, 12);
  if (pages[0] === undefined || pages[who] === undefined) throw new Error("two sit at a table");
  await resign(pages[0]);
  await pages[who].locator("#result").waitFor();
  return pages[who];
}

/** Anna and Bert, who have found each other for a rated game of Mapello, after so many moves. */
async function strangers(sit: Sit, moves: number): Promise<Table> {
  const table = await Table.ofStrangers([await sit("Anna"), await sit("Bert")], { path: "/find/mapello" });
  await table.play(moves);
  return table;
}

/** By name; a new screen gets a contact sheet of its own. */
export const SCREENS = {
  home: opened("/"),
  computer: opened("/computer"),
  find: opened("/find"),
  games: opened("/games"),
  lesson: opened("/learn/mapello"),
  editor: opened("/boards/edit"),
  profile: opened("/me"),
  import: opened("/games/import"),
  rules: opened("/rules/mapello"),
  room: async (sit) => {
    const [anna, bert] = [await setOwnName(await sit("Anna")), await setOwnName(await sit("Bert"))];
    await join(bert, `/r/${await openRoom(anna)}`);
    return anna.page;
  },
  "mancala-timed": async (sit) => (await friends(sit, 11, "5+5")).pages[0] as Page,
  "mapello-local": async (sit) => midgame(await sit("both", STILL), "Mapello"),
  "mancala-computer": async (sit) => {
    const page = await start(await sit("Anna"), "Mancala", { level: "Beginner" });
    await page.locator(".board [data-legal]").first().click();
    await page.waitForTimeout(2_500);
    return page;
  },
  won: (sit) => ended(sit, 1),
  lost: (sit) => ended(sit, 0),
  rated: async (sit) => (await strangers(sit, 9)).pages[0] as Page,
  tv: async (sit) => {
    await strangers(sit, 9);
    const { page } = await sit("Cleo");
    await page.goto("/tv");
    await page.getByText("Live", { exact: true }).waitFor();
    return page;
  },
  tournament: async (sit) => {
    const [anna, bert] = [await setOwnName(await sit("Anna")), await setOwnName(await sit("Bert"))];
    const path = await openTournament(anna, { title: "Evening arena", format: "Arena" });
    for (const player of [anna, bert]) await enter(player, path);
    await Promise.all([anna, bert].map(({ page }) => page.waitForURL("**/r/*")));
    await lose(anna, bert);
    for (const player of [anna, bert]) await back(player, path);
    return bert.page;
  },
} satisfies Record<string, Screen>;
