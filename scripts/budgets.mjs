//! What a first visit may cost, per kind of page: the one table that `make sizes` and the end-to-end tests read. Bytes as sent with
//! brotli; 1 kB is 1000 bytes. The limits exist so that nobody waits: see docs/adr/0049.

/** Scripts beside the program that every page with a program asks for when it starts. */
const PLAYED = ["stage.js", "notify.js", "installed.js"];

/**
 * A table: the largest has 324.9 kB (docs/BENCHMARKS.md). It was 250 before several games of a device went on side by side and
 * before a page said of every clock whether it knows it, 260 before premoves, moves to confirm, plural forms of six languages and
 * ratings at the table, 272 before the typeface (16.5 kB, which nothing waits for), settled heaps, the faces of the levels and
 * sharing, 296 before starts of Mancala, the lists of those that are fair (5 kB) and matches, 309 before puzzles, with which a
 * table shares code in more chunks (3 kB), and before the phrases of puzzles, of the tutor and of proofs in the same file (2 kB),
 * 314 before the level Perfect (1.6 kB), and 315 before balanced boards (1 kB) and mistakes that reviews keep for practice
 * (4 kB, most of it code that a table shares with their page and that is in a chunk of its own since), 322 before the list of
 * random openings (3 kB, docs/adr/0088) and what a game that begins with one needs.
 */
const TABLE = 327_000;

/**
 * Kinds of pages. `parts` are the parts of the program that the page asks for at first (src/app/parts.rs; none: no more than the
 * shared program), `style` is the style sheet (style/pages), `scripts` what is asked for beside them before the page is idle.
 * `puzzles` is the game whose puzzles it fetches: the larger pack. `most` is the limit of a first visit in this browser; a page with
 * `adds` is held to what it asks for that neither home nor a table has brought; with the sheet of lessons (19 kB) that of puzzles
 * is above 80. `visit` is the most of a whole first visit on the wire: with the document, the heads of answers, and what is
 * fetched when the page is ready. It was 368 against the computer and 389 in a room before puzzles and the tutor: each chunk that
 * the page then fetches has a head of its own, and there are more of them (10 kB), and the dialogs have grown by the tutor (8 kB).
 * With mistakes kept for practice the code of reviews that their page shares is in chunks of its own (14 kB more of a visit), and
 * a table on a device has the list of openings (5 kB). It was 397 at such a table and 390 in a lesson before reviews named the
 * opening, which takes the list of names and what reads it (4 kB).
 */
/** @type {Record<"home" | "local" | "computer" | "lobby" | "room" | "editor" | "lesson" | "puzzles" | "mistakes" | "rules" | "games" | "profile" | "find" | "tournaments" | "tv" | "notifications", { paths: string[]; parts?: string[]; style: string; scripts: string[]; puzzles?: string; most?: number; adds?: number; visit: number }>} */
export const KINDS = {
  home: { paths: ["/"], parts: [], style: "home", scripts: [...PLAYED, "find.js"], most: 200_000, visit: 155_000 },
  local: { paths: ["/local", "/local/mapello"], parts: ["local", "table"], style: "table", scripts: [...PLAYED, "local-archive.js"], most: TABLE, visit: 401_000 },
  computer: { paths: ["/computer", "/computer/mapello"], parts: ["local", "setup"], style: "table", scripts: [...PLAYED, "local-archive.js"], most: TABLE, visit: 399_000 },
  lobby: { paths: [], parts: ["room", "setup"], style: "room", scripts: PLAYED, most: TABLE, visit: 450_000 },
  room: { paths: [], parts: ["room", "table"], style: "room", scripts: PLAYED, most: TABLE, visit: 450_000 },
  editor: { paths: ["/boards/edit"], parts: ["editor"], style: "editor", scripts: PLAYED, adds: 80_000, visit: 180_000 },
  lesson: { paths: ["/learn/mancala", "/learn/mapello"], parts: ["local", "table"], style: "lesson", scripts: PLAYED, adds: 80_000, visit: 395_000 },
  puzzles: { paths: ["/puzzles/mancala", "/puzzles/mapello"], parts: ["puzzles"], style: "lesson", scripts: PLAYED, puzzles: "mapello", adds: 88_000, visit: 400_000 },
  mistakes: { paths: ["/mistakes"], parts: ["mistakes"], style: "lesson", scripts: PLAYED, adds: 80_000, visit: 390_000 },
  rules: { paths: ["/rules/mapello"], style: "rules", scripts: ["installed.js"], adds: 80_000, visit: 60_000 },
  games: { paths: ["/games"], style: "games", scripts: ["installed.js"], adds: 80_000, visit: 60_000 },
  profile: { paths: ["/me"], style: "profile", scripts: ["installed.js"], adds: 80_000, visit: 60_000 },
  find: { paths: ["/find"], style: "find", scripts: ["installed.js", "find.js"], adds: 80_000, visit: 60_000 },
  tournaments: { paths: ["/events"], style: "tournament", scripts: ["installed.js"], adds: 80_000, visit: 60_000 },
  tv: { paths: ["/tv"], style: "tv", scripts: ["installed.js", "find.js", "stage.js", "sound.js"], adds: 80_000, visit: 80_000 },
  notifications: { paths: ["/notifications"], style: "notifications", scripts: ["installed.js", "notify.js"], adds: 80_000, visit: 60_000 },
};

/** The engine, fetched when somebody first asks it something. */
export const ENGINE_MOST = 120_000;

/** What draws the board in three dimensions, with its shaders: fetched when somebody first chooses it. */
export const SCENE_MOST = 150_000;
