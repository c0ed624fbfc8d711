//! A table for two as the tests see it: a room with two players in it, its boards read and its moves made as people do
//! it. Reads only what the page tells everybody (names, roles, marks); knows no rules of the games.
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, ready, type Player } from "./fixtures.ts";
import { drawnBoard, boardState, type GameName } from "./games.ts";
import { touch } from "./pointer.ts";

/** How often a board is looked at, in ms: moves come fast. */
const OFTEN = { intervals: [20, 30, 50, 100] };

/** How one plays at a place of the board, given by its id: by mouse, finger or keyboard. */
export type Press = (page: Page, id: string) => Promise<void>;

export const click: Press = (page, id) => page.locator(`#${id}`).click();
export const tap: Press = (page, id) => touch(page.locator(`#${id}`));

/** The room's code, from the address. */
export function codeOf(page: Page): string {
  return new URL(page.url()).pathname.replace("/r/", "");
}

/** What a room is opened with. */
export type Opening = {
  /** The address its owner reaches the server at, if not the usual one. */
  host?: string;
  /** Which of the games on the home page; Mancala if not said. */
  game?: GameName;
  /** A board of Mapello, as the server knows it by a word, number or code: then the room is asked for without the page. */
  board?: string;
};

/** Opens a room from the home page, as the one who invites. */
export async function openRoom(player: Player, { host = "/", game, board }: Opening = {}): Promise<string> {
  const { page } = player;
  await player.open(host);
  if (board === undefined) {
    await page.getByRole("region", { name: game ?? "Mancala" }).getByRole("button", { name: "Play a friend" }).click();
    await page.waitForURL(/\/r\/\w+$/);
    await ready(page);
  } else {
    const answer = await page.request.post("/api/open_room", {
      form: { game: "mapello", board },
      headers: { accept: "text/html" },
    });
    await player.open(new URL(answer.url()).pathname);
  }
  await page.locator(".ready-bar").waitFor();
  return codeOf(page);
}

/** Follows the link to a room, and presses the button of the invitation if there is one. */
export async function join(player: Player, path: string): Promise<void> {
  const { page } = player;
  await player.open(path);
  const sit = page.locator("form.sit button");
  if (await sit.isVisible()) await sit.click();
  await page.locator(".ready-bar").waitFor();
}

/**
 * Waits until nobody looks for an opponent at this server: those of the tests before have closed their tabs, and are off the
 * list a moment later.
 */
export async function untilNoSeeks(request: APIRequestContext): Promise<void> {
  const open = async () => (await request.get("/find")).text();
  await expect.poll(open, { message: "nobody looks for an opponent", timeout: 15_000 }).not.toContain('id="offer-');
}

/** The clocks of a page in seconds: the far one and the near one. */
export async function clocks(page: Page): Promise<[number, number]> {
  const texts = await page.locator(".clock").allInnerTexts();
  const seconds = texts.map((text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0));
  return [seconds[0] ?? NaN, seconds[1] ?? NaN];
}

/** The same once the page knows both: without news from the server for a while, as on a busy machine, it says that it does not. */
export async function knownClocks(page: Page): Promise<[number, number]> {
  let known: [number, number] = [NaN, NaN];
  await expect(async () => {
    known = await clocks(page);
    expect(known.every(Number.isFinite)).toBe(true);
  }).toPass({ timeout: 20_000 });
  return known;
}

/** Every player presses the button with this name, one after the other. */
export async function pressBoth(pages: Page[], name: string): Promise<void> {
  for (const page of pages) await page.getByRole("button", { name, exact: true }).click();
}

/** What is set for the next game, as a page shows it. */
function settings(page: Page): Promise<string> {
  return page.locator(".settings :is(input, select)").evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map(({ type, value, checked }) => (/radio|checkbox/.test(type) ? checked : value)).join(),
  );
}

export class Table {
  /** Moves made through this table, and those of each page. */
  moves = 0;
  private readonly movesOf = new Map<Page, number>();

  constructor(
    readonly pages: Page[],
    private readonly press: Press = click,
  ) {}

  /** Two players in a new room. `guest` is the address the guest reaches the server at, if not the usual one. */
  static async open(host: Player, guest: Player, via: Opening & { guest?: string; press?: Press } = {}) {
    const code = await openRoom(host, via);
    await join(guest, `${via.guest ?? ""}/r/${code}`);
    await expect(host.page.locator(".seat[data-empty]")).toHaveCount(0);
    return new Table([host.page, guest.page], via.press);
  }

  /**
   * Two players in a running game; with this clock, as the settings call it, if not with the usual one of the game. Whoever
   * looks at a game for long wants "None": a move of Mapello has a minute, which a busy machine needs for less.
   */
  static async start(host: Player, guest: Player, { clock, ...via }: NonNullable<Parameters<typeof Table.open>[2]> & { clock?: string } = {}) {
    const table = await Table.open(host, guest, via);
    if (clock !== undefined) await table.agree(clock);
    await table.ready();
    return table;
  }

  /** Two who have found each other by *Find an opponent* on this page; with this clock, if not with any. */
  static async ofStrangers(players: readonly Player[], { path = "/find", clock }: { path?: string; clock?: string } = {}): Promise<Table> {
    for (const { page } of players) {
      await page.goto(path);
      await ready(page);
      if (clock !== undefined) await page.getByRole("group", { name: "Clock" }).getByText(clock).click();
      await page.getByRole("button", { name: "Find an opponent" }).click();
    }
    await Promise.all(players.map(({ page }) => page.waitForURL("**/r/*").then(() => ready(page))));
    const table = new Table(players.map(({ page }) => page));
    await table.inStep();
    return table;
  }

  /** The first of them chooses a clock, and all see it. */
  async agree(clock: string): Promise<void> {
    const clocks = (page: Page) => page.getByRole("group", { name: "Clock" });
    const [host] = this.pages;
    if (host) await clocks(host).locator("label", { hasText: clock }).click();
    for (const page of this.pages) await expect(clocks(page).getByRole("radio", { name: clock })).toBeChecked();
  }

  /** Both press Ready, and the countdown passes. */
  async ready(): Promise<void> {
    // Nobody is ready for settings that have not come yet.
    const variants = async () => new Set(await Promise.all(this.pages.map(settings))).size;
    await expect.poll(variants, "all see the same settings").toBe(1);
    await pressBoth(this.pages, "I’m ready");
    for (const page of this.pages) await expect(page.getByRole("grid", { name: /^Ma\w+ board$/ })).toBeVisible();
  }

  /** The page that is to move; none when the game is over. */
  async mover(): Promise<Page | undefined> {
    let mover: Page | undefined;
    await expect
      .poll(async () => {
        const seen = await Promise.all(this.pages.map(boardState));
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
    const { legal, board } = await boardState(mover);
    const id = legal[(this.moves * 5 + 2) % legal.length];
    if (id === undefined) throw new Error("whoever is to move has nothing legal");
    await this.press(mover, id);
    await this.inStep((now) => now !== board);
    this.moves += 1;
    this.movesOf.set(mover, (this.movesOf.get(mover) ?? 0) + 1);
    return true;
  }

  /** Makes `count` moves. */
  async play(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) expect(await this.move(), "the game goes on").toBe(true);
  }

  /** Plays until each of these pages has made so many moves through this table: a side may pass, and may move again. */
  async playUntilEachHas(count: number, pages: Page[] = this.pages): Promise<void> {
    while (pages.some((page) => (this.movesOf.get(page) ?? 0) < count)) await this.play(1);
  }

  /** Makes these moves of Mapello, by the names of the squares: "d3 c3 c4". */
  async place(squares: string): Promise<void> {
    for (const at of squares.split(" ")) {
      const mover = await this.mover();
      const id = await mover?.locator(`.board [data-legal][aria-label^="${at},"]`).getAttribute("id");
      if (!mover || !id) throw new Error(`${at} is not legal`);
      await this.press(mover, id);
      await this.inStep((now) => now.includes(`${at} black`) || now.includes(`${at} white`));
      this.moves += 1;
    }
  }

  /** Plays on until the game is over. */
  async playToTheEnd(): Promise<void> {
    while (await this.move());
    for (const page of this.pages) await expect.poll(() => drawnBoard(page), "the last film has ended").toBe(await this.board());
  }

  /** Waits until all pages show the same board, and that fits. */
  async inStep(fits: (board: string) => boolean = () => true): Promise<void> {
    await expect
      .poll(async () => {
        const boards = [...new Set((await Promise.all(this.pages.map(boardState))).map(({ board }) => board))];
        return boards.length === 1 && boards.every((board) => board !== "" && fits(board)) ? "in step" : boards;
      }, { message: "all boards in step", ...OFTEN })
      .toBe("in step");
  }

  /** The board as all pages show it. */
  async board(): Promise<string> {
    await this.inStep();
    const [page] = this.pages;
    return page === undefined ? "" : (await boardState(page)).board;
  }
}
