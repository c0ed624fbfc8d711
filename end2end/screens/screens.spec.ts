//! Contact sheets: every screen in every size and both schemes, a sheet for each screen, to be looked at by people.
import type { BrowserContextOptions, Page } from "@playwright/test";
import { mkdir, writeFile } from "node:fs/promises";
import { start } from "../computer.ts";
import { ready, setOwnName, test, type Player } from "../fixtures.ts";
import { midgame, SCHEMES, STILL } from "../scene.ts";
import { join, openRoom, Table, untilNoSeeks } from "../table.ts";

const SIZES = { phone: [390, 844], landscape: [844, 390], tablet: [820, 1180], desktop: [1440, 900], wide: [1920, 1080] } as const;

/** How high each picture is on its sheet, in pixels. */
const HEIGHT = 420;
/** Where the sheets are put. */
const FOLDER = new URL(`../../${process.env.SCREENS ?? "docs/screens"}/`, import.meta.url);

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

const SCREENS: Record<string, Screen> = {
  home: opened("/"),
  computer: opened("/computer"),
  find: opened("/find"),
  learn: opened("/learn"),
  lesson: opened("/learn/mapello"),
  editor: opened("/boards/edit"),
  profile: opened("/me"),
  import: opened("/games/import"),
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
  rated: async (sit) => {
    const players = [await sit("Anna"), await sit("Bert")];
    for (const { page } of players) {
      await page.goto("/find/mapello");
      await ready(page);
      await page.getByRole("button", { name: "Find an opponent" }).click();
    }
    await Promise.all(players.map(({ page }) => page.waitForURL("**/r/*").then(() => ready(page))));
    const table = new Table(players.map(({ page }) => page));
    await table.inStep();
    await table.play(9);
    return table.pages[0] as Page;
  },
};

test.beforeEach(({ request }) => untilNoSeeks(request));

for (const [name, screen] of Object.entries(SCREENS)) {
  test(name, async ({ player, browser }) => {
    const page = await screen((who, options) => player(who, { ...STILL, ...options }));
    const shots: string[] = [];
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const [width, height] of Object.values(SIZES)) {
        await page.setViewportSize({ width, height });
        // Heaps and cameras are laid anew after a change of size.
        await page.waitForTimeout(400);
        shots.push((await page.screenshot()).toString("base64"));
      }
    }
    const sheet = await browser.newPage({ viewport: { width: 1200, height: 600 } });
    const pictures = shots.map((shot, n) => `${n > 0 && n % Object.keys(SIZES).length === 0 ? "<br>" : ""}<img height=${HEIGHT} src="data:image/png;base64,${shot}">`);
    await sheet.setContent(`<style>body { margin: 8px; background: #888; white-space: nowrap; width: max-content } img { margin: 4px }</style>${pictures.join("")}`);
    await mkdir(FOLDER, { recursive: true });
    await writeFile(new URL(`${name}.jpg`, FOLDER), await sheet.locator("body").screenshot({ type: "jpeg", quality: 70 }));
    await sheet.close();
  });
}
