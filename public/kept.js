// The local archive: finished games of this device, for "my games", read out of the logs that pages keep
// (src/app/storage.js) and put into IndexedDB. A game's id is its start time, so keeping it again is
// idempotent.

/** The most games kept; beyond that the unfinished go first, then the oldest. */
const MOST = 500;
/** An unfinished game that is replaced is worth keeping from so many moves on. */
const WORTH = 10;
/** The latest time that a JavaScript date can hold, in ms. */
const LAST = 8.64e15;

/** Runs a transaction on the archive; resolves with its result when all of it is written. */
export const within = (mode, act) =>
  new Promise((done, failed) => {
    const opened = indexedDB.open("duello", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("games", { keyPath: "id" });
    opened.onerror = failed;
    opened.onsuccess = () => {
      const all = opened.result.transaction("games", mode);
      const asked = act(all.objectStore("games"));
      all.oncomplete = () => done(asked?.result);
      all.onabort = failed;
      // Closed after the transaction: an open database cannot be deleted, and keeps the page out of the
      // bfcache.
      opened.result.close();
    };
  });

/** The games of a log, the last one with its score if that is known. Throws if the text is no log. */
export const gamesOf = (log, score) => {
  const games = [];
  const agreed = [];
  const levels = {};
  let game;
  let board;
  for (const logged of log) {
    const { at, event } = logged;
    const [[what, told]] = Object.entries(event);
    if (!(Math.abs(at) < LAST)) throw at;
    if (what === "started") {
      const variant = told.setup.mancala?.variant;
      if (variant && !(variant.pits > 2 && variant.pits < 10 && variant.stones > 0 && variant.stones < 13)) throw told;
      const sides = (told.first === "top" ? ["top", "bottom"] : ["bottom", "top"]).map((seat) => levels[seat]);
      const way = sides[0] >= 0 || sides[1] >= 0 ? (variant ? "computer" : "computer.mapello") : variant ? "local.2" : "local.mapello";
      game = { id: at + way, key: `duello.${way}`, since: at, levels: sides, kind: variant ?? board, moves: 0, over: false, log: [...agreed] };
      games.push(game);
    }
    if (game && !game.ended) {
      game.log.push(logged);
      game.at = at;
      if (what === "moved") game.moves += 1;
      if (what === "undone") game.moves = Math.min(game.moves, told) || 0;
      if (what === "ended") {
        game.ended = true;
        game.over = told.reason !== "called_off";
        game.winner = told.winner;
      }
    }
    if (/^(opened|configured|seated)$/.test(what)) {
      agreed.push(logged);
      board = (told.settings ?? told).game?.mapello ?? board;
      // The computer's members are numbered by seat and level (src/app/game/drivers/local/kept.rs).
      if (what === "seated") levels[told.seat] = parseInt(told.member, 16) - (told.seat === "top" ? 32 : 16);
    }
  }
  if (game?.over && score?.length === 2 && score.every(Number.isInteger)) game.score = score;
  return games;
};

/** Archives games; returns how many were new. A deleted game comes back only from a file. */
export const keepAll = async (games, restored) => {
  let fresh = 0;
  await within("readwrite", (all) => {
    for (const game of games) {
      all.get(game.id).onsuccess = ({ target: { result: old } }) => {
        if (old && !(restored && old.gone) && (old.over || (!game.over && game.moves <= old.moves))) return;
        all.put(game);
        fresh += 1;
      };
    }
  });
  const known = await within("readwrite", (all) => {
    const keys = all.count();
    keys.onsuccess = () => {
      if (keys.result > MOST) {
        all.getAll().onsuccess = ({ target: { result } }) => {
          const order = result.sort((one, other) => one.over - other.over || one.at - other.at);
          for (const { id } of order.slice(0, -MOST)) all.delete(id);
        };
      }
    };
    return keys;
  });
  // Persistence is requested with the first game. Firefox prompts for it, which an app that is not installed
  // should not cause.
  if (fresh > 0 && known === fresh && (!/Firefox/.test(navigator.userAgent) || matchMedia("(display-mode: standalone)").matches)) {
    navigator.storage?.persist?.();
  }
  return fresh;
};

/**
 * Archives the finished games of a page's log; of a log that is replaced, also an unfinished one. A game
 * whose events all have one time was opened for viewing and not played here.
 */
export const keep = (key, text, replaced) => {
  const score = localStorage.getItem(`${key}.score`)?.split(" ").map(Number);
  return keepAll(
    gamesOf(JSON.parse(text), score).filter(({ at, since, over, moves }) => at > since && (over ? moves > 0 : replaced && moves >= WORTH)),
  );
};
