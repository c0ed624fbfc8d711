// The games of this device that are over, for "my games": read out of the logs that its pages keep (src/app/storage.js), and
// put into IndexedDB. A game is known by when it began, so that it is kept once, whoever brings it and however often.

/** The most that are kept; of more, the unfinished go first, and then the oldest. */
const MOST = 500;
/** A game that another one takes the place of is worth keeping from so many moves on. */
const WORTH = 10;
/** The last moment that browsers can write down, in ms. */
const LAST = 8.64e15;

/** Does something with what is kept; what was asked for comes when all of it is written. */
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
      // Closed once that is done: what is held open cannot be deleted, and a page that is left could not sleep.
      opened.result.close();
    };
  });

/** The games that a log tells of, the last one with its score if that is known. It throws where the log is none. */
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

/** Keeps games; tells how many of them were new. One that was deleted comes back only from a file. */
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
  // Asked for with the first game. Firefox would put it to the player, who has no reason to be asked unless it is installed.
  if (fresh > 0 && known === fresh && (!/Firefox/.test(navigator.userAgent) || matchMedia("(display-mode: standalone)").matches)) {
    navigator.storage?.persist?.();
  }
  return fresh;
};

/**
 * Keeps what is over of a page's log; of one that another takes the place of, also the game that is not. What was put there
 * to be looked at has all happened in one moment: it was not played here.
 */
export const keep = (key, text, replaced) => {
  const score = localStorage.getItem(`${key}.score`)?.split(" ").map(Number);
  return keepAll(
    gamesOf(JSON.parse(text), score).filter(({ at, since, over, moves }) => at > since && (over ? moves > 0 : replaced && moves >= WORTH)),
  );
};
