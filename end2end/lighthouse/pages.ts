//! The pages that people come to first, and how each is got ready for a visitor.
import { finishGame, openAndWait, startGame } from "./rooms.ts";

/**
 * A visitor who is somebody already has the cookie with which the page is asked for. A private page asks search engines to pass it
 * by (src/app/pages/preview.rs): Lighthouse does not ask that of it which it must not do.
 */
export type Visit = { url: string; cookie?: string; isPrivate?: boolean };

export const PAGES: Record<string, (server: string) => Promise<Visit>> = {
  "home": async (server) => ({ url: `${server}/` }),
  "room, invited": async (server) => ({ url: (await openAndWait(server)).url, isPrivate: true }),
  "room, in a game": startGame,
  "room, watching": async (server) => ({ url: (await startGame(server)).url, isPrivate: true }),
  "local": async (server) => ({ url: `${server}/local` }),
  "computer, Mapello": async (server) => ({ url: `${server}/computer/mapello` }),
  "learn": async (server) => ({ url: `${server}/learn/mancala` }),
  "editor": async (server) => ({ url: `${server}/boards/edit` }),
  "finished game": async (server) => ({ ...(await finishGame(server)), isPrivate: true }),
};

/** A phone of the middle class, as Lighthouse has it. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Only pages whose name has this in it. */
const ONLY = process.env.ONLY ?? "";

export const selectedPages = (): [string, (server: string) => Promise<Visit>][] =>
  Object.entries(PAGES).filter(([name]) => name.includes(ONLY));

/** Names and values of the cookies, as a browser's context takes them. */
export function cookieOf({ url, cookie }: Visit): { name: string; value: string; url: string; httpOnly: boolean }[] {
  if (cookie === undefined) return [];
  return cookie.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return { name, value, url, httpOnly: true };
  });
}
