//! What the tests know of each game: where it is found, and how its board is read off the page. Its rules are not among it.
import type { Page } from "@playwright/test";

/** A page as far as it is only read: of any browser. */
export type Readable = Pick<Page, "evaluate">;

export type GameName = "Mancala" | "Mapello";

export const GAMES = ["Mancala", "Mapello"] as const satisfies GameName[];

/** What a test is tagged with that only the long form runs (`make end2end LONG=1`). */
export const LONG = { tag: "@long" };

/** For a test of something that the games share: the short form shows it with one of them, the long form with both. */
export const shownBy = (shown: GameName, game: string) => (game === shown ? {} : LONG);

type Facts = {
  /** Its page for two on one device. */
  local: string;
  /** What the two sides are called there. */
  sides: readonly [string, string];
  /** Whether this is the board before the first move, as `BoardState.board` has it. */
  isStart: (board: string) => boolean;
  /** What has the focus when one is on the board, by id or name. */
  onBoard: RegExp;
};

export const FACTS: Record<GameName, Facts> = {
  Mancala: {
    local: "/local",
    sides: ["South", "North"],
    isStart: (board) => (board.match(/ 4\b/g) ?? []).length === 12,
    onBoard: /^(south|north)-|^Mancala board$/,
  },
  Mapello: {
    local: "/local/mapello",
    sides: ["Black", "White"],
    isStart: (board) => board !== "" && discs(board).join() === "2,2",
    onBoard: /^sq-\d+$|^Mapello board$/,
  },
};

/** What a page shows of a game. */
export type BoardState = {
  /** All that lies on the board, as one text: "south-a 4, …" or "d4 black, f2 wall, …"; empty without a board. */
  board: string;
  /** Where one may play here, by the ids of the elements. */
  legal: string[];
  /** There is a game, and it is over. */
  over: boolean;
};

/** What the page says of the position: as the accessible names have it, which are never behind. */
export function boardState(page: Readable): Promise<BoardState> {
  return page.evaluate(() => {
    const board = document.querySelector(".game .board");
    const all = (selector: string) => [...(board?.querySelectorAll(selector) ?? [])];
    const name = (element: Element) => element.getAttribute("aria-label") ?? "";
    const count = (text: string) => /, (no|\d+) stones?/.exec(text)?.[1]?.replace("no", "0");
    const pits = all("button.pit").map((pit) => `${pit.id} ${count(name(pit))}`);
    const stores = all(".cell.store").map((store) => `${store.id} ${count(store.querySelector(".hidden")?.textContent ?? "")}`);
    const squares = all("button.sq").flatMap((square) => {
      const [at, ...said] = name(square).split(", ");
      const pieces = said.filter((piece) => /^(black|white|wall|bonus 3)$/.test(piece));
      return pieces.length > 0 ? [`${at} ${pieces.join(" ")}`] : [];
    });
    const lies = [...pits.sort(), ...stores.sort(), ...squares.sort()].join(", ");
    // Until the page is awake its pits have no names, so their stones are no numbers.
    const complete = lies !== "" && !lies.includes("undefined");
    return {
      board: complete ? lies : "",
      legal: all("[data-legal]").map(({ id }) => id).sort(),
      over: complete && !board?.hasAttribute("data-turn"),
    };
  });
}

/** What is drawn on the board, in the form of `BoardState.board`: the end of a move, also while its film runs. */
export function drawnBoard(page: Readable): Promise<string> {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll(".game .board .cell")].map((cell) => {
      const number = /\d+$/.exec(cell.querySelector(".count")?.textContent?.trim() ?? "")?.[0];
      const id = cell.querySelector("button.pit")?.id ?? cell.id;
      return { store: cell.classList.contains("store"), text: `${id} ${number}` };
    });
    const numbers = (store: boolean) => cells.filter((cell) => cell.store === store).map(({ text }) => text).sort();
    const squares = [...document.querySelectorAll(".game .board button.sq")].flatMap((square) => {
      const pieces = [
        square.getAttribute("data-disc"),
        square.hasAttribute("data-wall") ? "wall" : null,
        square.hasAttribute("data-bonus") ? "bonus 3" : null,
      ].filter((piece) => piece !== null);
      return pieces.length > 0 ? [`${square.getAttribute("aria-label")?.split(",")[0]} ${pieces.join(" ")}`] : [];
    });
    return [...numbers(false), ...numbers(true), ...squares.sort()].join(", ");
  });
}

/** How many discs are black and how many white on a board of Mapello. */
export function discs(board: string): [number, number] {
  return [board.match(/black/g)?.length ?? 0, board.match(/white/g)?.length ?? 0];
}

/** A square of Mapello's board by its name, as on a chess board but with a1 at the top left. */
export function square(page: Page, at: string) {
  return page.locator(`.board button.sq[aria-label^="${at},"]`);
}
