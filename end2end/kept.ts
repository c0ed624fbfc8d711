//! Games that a device has kept: a position is there at once, with nobody playing up to it.
import type { Page } from "@playwright/test";
import { FACTS, type GameName } from "./games.ts";
import { ready } from "./fixtures.ts";

/** The default board of Mapello. */
const BOARD = "K6G4E-0R03R-44167-0G123-4903E-X";

/** The usual rules of Mancala. */
export const KALAH = {
  pits: 6, stones: 4, capture: "opposite", sowing: "single", extra_turn: true, leftovers: "owner",
  direction: "counter_clockwise", pie_rule: false, first_move: "south",
};

/** The game that `openKept` stores, and its key in local storage. */
export const KEPT_ID = "0123456789abcdef0123456789abcdef";
export const KEPT = `duello.game.${KEPT_ID}`;

/** A move as the tests write it: "sa" is South's pit a, "d3" a square. */
type Written = string;

/** Opens the page for two on one device with a game on it that has had these moves; sides move in turn. */
export async function openKept(page: Page, game: GameName, moves: Written[], stones = 4): Promise<void> {
  const log = game === "Mancala" ? mancala(moves, stones) : mapello(moves);
  await page.goto("/healthz");
  await page.evaluate(([key, log]) => localStorage.setItem(key ?? "", log ?? ""), [KEPT, log]);
  await page.goto(`${FACTS[game].local}?game=${KEPT_ID}`);
  await ready(page);
}

/**
 * Stores a game of Mancala that South has won, as the page of an earlier version did: without a summary. Each event took a second.
 */
export async function storeOldGame(page: Page, moves: Written[], key = "duello.local.2", begun = Date.UTC(2025, 10, 3, 12)): Promise<void> {
  const events = JSON.parse(mancala(moves, 4)) as { seq: number; at: number; event: unknown }[];
  events.push({ seq: events.length + 1, at: 0, event: { ended: { winner: "first", reason: "resigned" } } });
  const text = JSON.stringify(events.map((logged, place) => ({ ...logged, at: begun + 1_000 * place })));
  await page.evaluate(([key, log]) => localStorage.setItem(key ?? "", log ?? ""), [key, text]);
}

function log(game: unknown, setup: unknown, moves: unknown[]): string {
  const seated = (seat: string, member: string) => ({ seated: { seat, member, name: "You" } });
  const events = [
    { opened: { game, clock: "none", sides: "bottom", undo: "at_once", timeout: "loses" } },
    seated("bottom", "0000000000000001"),
    seated("top", "0000000000000002"),
    { started: { number: 1, setup, first: "bottom" } },
    ...moves.map((moved) => ({ moved })),
  ];
  return JSON.stringify(events.map((event, place) => ({ seq: place + 1, at: 1_000 + place, event })));
}

const place = (letter: string) => letter.charCodeAt(0) - "a".charCodeAt(0);

function mancala(moves: Written[], stones: number): string {
  const variant = { ...KALAH, stones };
  const moved = moves.map(([row = "", pit = ""]) => {
    const side = row === "s" ? "first" : "second";
    return { side, mv: { mancala: { sow: { side, index: place(pit) } } } };
  });
  return log({ mancala: variant }, { mancala: { variant, starts: "first" } }, moved);
}

function mapello(moves: Written[]): string {
  const moved = moves.map(([column = "", row = ""], ply) => {
    return { side: ply % 2 === 0 ? "first" : "second", mv: { mapello: (Number(row) - 1) * 8 + place(column) } };
  });
  return log({ mapello: "default" }, { mapello: BOARD }, moved);
}
