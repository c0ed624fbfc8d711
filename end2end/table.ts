//! A table for two as the tests see it: a room with two players in it, its boards read and its moves made as people do
//! it. Reads only what the page tells everybody (names, roles, marks); knows no rules of the game.
import type { Page } from "@playwright/test";
import { expect, ready, type Player } from "./fixtures.ts";

/** What a page shows of a game. */
export type Seen = {
  /** All stones by the names of pits and stores, as one text: "south-a 4, …"; empty without a board. */
  stones: string;
  /** The pits that may be played here, by id. */
  legal: string[];
  /** All stones are in the stores. */
  over: boolean;
};

/** How often a board is looked at, in ms: moves come fast. */
const OFTEN = { intervals: [20, 30, 50, 100] };

/** How a pit is played: by mouse, finger or keyboard. */
export type Press = (page: Page, pit: string) => Promise<void>;

export const click: Press = (page, pit) => page.locator(`#${pit}`).click();
export const tap: Press = (page, pit) => page.locator(`#${pit}`).tap();

/** What the page says of the position: as the accessible names have it, which are never behind. */
export function look(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const count = (name: string) => Number(/, (no|\d+) stones?/.exec(name)?.[1]?.replace("no", "0"));
    const pits = [...document.querySelectorAll("button.pit")].sort((one, other) => (one.id < other.id ? -1 : 1));
    const inPits = pits.map((pit) => count(pit.getAttribute("aria-label") ?? ""));
    const stores = [...document.querySelectorAll(".cell.store")].sort((one, other) => (one.id < other.id ? -1 : 1));
    const inStores = stores.map((store) => count(store.querySelector(".hidden")?.textContent ?? ""));
    const all = [...pits, ...stores].map(({ id }, place) => `${id} ${[...inPits, ...inStores][place]}`);
    return {
      stones: all.join(", "),
      legal: pits.filter((pit) => pit.hasAttribute("data-legal")).map(({ id }) => id),
      over: pits.length > 0 && inPits.every((stones) => stones === 0),
    };
  });
}

/** The numbers drawn on the board, in the form of `Seen.stones`: behind the position while stones fly. */
export function drawn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll(".board .cell")];
    const named = cells.map((cell) => {
      const number = /\d+$/.exec(cell.querySelector(".count")?.textContent?.trim() ?? "")?.[0];
      const id = cell.querySelector("button.pit")?.id ?? cell.id;
      return { id, store: cell.classList.contains("store"), text: `${id} ${number}` };
    });
    const byId = (store: boolean) => named.filter((cell) => cell.store === store).sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...byId(false), ...byId(true)].map(({ text }) => text).join(", ");
  });
}

/** The room's code, from the address. */
export function codeOf(page: Page): string {
  return new URL(page.url()).pathname.replace("/r/", "");
}

/** Opens a room from the home page, as the one who invites. */
export async function openRoom(player: Player, home = "/"): Promise<string> {
  await player.open(home);
  await player.page.getByRole("button", { name: "Play a friend" }).click();
  await player.page.waitForURL(/\/r\/\w+$/);
  await ready(player.page);
  await player.page.locator(".ready-bar").waitFor();
  return codeOf(player.page);
}

export class Table {
  /** Moves made through this table. */
  moves = 0;

  constructor(
    readonly pages: Page[],
    private readonly press: Press = click,
  ) {}

  /** Two players in a new room. `via` is the address each of them reaches the server at, if not the usual one. */
  static async open(host: Player, guest: Player, via: { host?: string; guest?: string; press?: Press } = {}) {
    const code = await openRoom(host, via.host ?? "/");
    await guest.open(`${via.guest ?? ""}/r/${code}`);
    await expect(host.page.locator(".seat[data-empty]")).toHaveCount(0);
    return new Table([host.page, guest.page], via.press);
  }

  /** Two players in a running game. */
  static async start(...players: Parameters<typeof Table.open>) {
    const table = await Table.open(...players);
    await table.ready();
    return table;
  }

  /** Both press Ready, and the countdown passes. */
  async ready(): Promise<void> {
    for (const page of this.pages) await page.getByRole("button", { name: "I’m ready" }).click();
    for (const page of this.pages) await expect(page.getByRole("grid", { name: "Mancala board" })).toBeVisible();
  }

  /** The page that is to move; none when the game is over. */
  async mover(): Promise<Page | undefined> {
    let mover: Page | undefined;
    await expect
      .poll(async () => {
        const seen = await Promise.all(this.pages.map(look));
        mover = this.pages[seen.findIndex(({ legal }) => legal.length > 0)];
        return mover !== undefined || seen.every(({ over }) => over);
      }, OFTEN)
      .toBe(true);
    return mover;
  }

  /** Makes one legal move on the page that may; `false` when the game is over. */
  async move(): Promise<boolean> {
    const mover = await this.mover();
    if (mover === undefined) return false;
    const { legal, stones } = await look(mover);
    const pit = legal[(this.moves * 5 + 2) % legal.length];
    if (pit === undefined) throw new Error("whoever is to move has no legal pit");
    await this.press(mover, pit);
    await this.inStep((now) => now !== stones);
    this.moves += 1;
    return true;
  }

  /** Makes `count` moves. */
  async play(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) expect(await this.move(), "the game goes on").toBe(true);
  }

  /** Plays on until the game is over. */
  async playToTheEnd(): Promise<void> {
    while (await this.move());
    for (const page of this.pages) await expect.poll(() => drawn(page), "the last stone lies").toBe(await this.stones());
  }

  /** Waits until all pages show the same stones, and those fit. */
  async inStep(fits: (stones: string) => boolean = () => true): Promise<void> {
    await expect
      .poll(async () => {
        const boards = [...new Set((await Promise.all(this.pages.map(look))).map(({ stones }) => stones))];
        // Until the page is awake its pits have no names, so their stones are no numbers.
        const known = boards.every((stones) => stones !== "" && !stones.includes("NaN"));
        return known && boards.length === 1 && boards.every(fits) ? "in step" : boards;
      }, { message: "all boards in step", ...OFTEN })
      .toBe("in step");
  }

  /** The stones as all pages show them. */
  async stones(): Promise<string> {
    await this.inStep();
    const [page] = this.pages;
    return page === undefined ? "" : (await look(page)).stones;
  }
}
