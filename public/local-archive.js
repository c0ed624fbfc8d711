// The games of this device. Those in progress are logs in local storage, each under an id of its own
// (src/app/storage.js); finished ones, and those that nobody has played for long, are in IndexedDB, the local archive.
// No script knows the events of a game: each log has a summary beside it, written by the page's program. A log
// without one (of an earlier version, or out of a file) is summarised by that program, which is loaded for it.
// It is one file although it is long: "my games" has it in its own script, home and pages with a game as a module, and
// a second file would be one more request there.

/** So many games in progress stay in local storage, the newest; the others wait in the archive until they are opened. */
const OPEN_MOST = 20;
/** So many reviews of public games stay, which no list shows. */
const REVIEWS_MOST = 20;
/** A game without a move that is older than this is forgotten. */
const UNMOVED_MS = 86_400_000;
/** An unfinished game that an earlier version had replaced was archived from so many moves on. */
const WORTH = 10;

/** The lists: games in progress, and games that are only looked at. */
export const IN_PROGRESS = 1;
export const FINISHED = 2;

/** The keys of local storage (src/client/storage/keys.rs). */
export const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);

const ID = /^[0-9a-f]{32}$/;
/** A new id: 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const placeOf = (id) => keys.game + id;
const isPrefix = (one, other) => JSON.stringify(one) === JSON.stringify(other.slice(0, one.length));

/** The row of a game in the archive. A game that was read is in progress nowhere: it is looked at, and played on as another one. */
const rowOf = ({ log, ...game }) => {
  const row = { sort: game.at, ...game };
  if (game.review) return row;
  return { ...row, state: game.read || game.over ? FINISHED : IN_PROGRESS };
};

const put = ({ summaries, logs }, game) => {
  summaries.put(rowOf(game));
  logs.put({ id: game.id, log: game.log });
};

/**
 * Creates the stores. In the first version of the archive a game's id was the time at which it began: those games get new ids,
 * and keep the earlier one, by which a log that is still in local storage is recognised (`migrate`). All or nothing of it happens,
 * in one tab.
 */
const upgrade = (database, running, version) => {
  const summaries = database.createObjectStore("summaries", { keyPath: "id" });
  summaries.createIndex("listed", ["state", "sort"]);
  summaries.createIndex("at", "at");
  summaries.createIndex("old", "old");
  summaries.createIndex("review", "review");
  const logs = database.createObjectStore("logs", { keyPath: "id" });
  if (version !== 1) return;
  running.objectStore("games").getAll().onsuccess = ({ target: { result } }) => {
    for (const { id: old, gone, ...game } of result) {
      if (gone) summaries.put({ ...game, id: newId(), old, review: 0 });
      else put({ summaries, logs }, { ...game, id: newId(), old });
    }
    database.deleteObjectStore("games");
  };
};

/** Runs a transaction on the archive; resolves with its result when all of it is written. */
export const transaction = (mode, act) =>
  new Promise((done, failed) => {
    const opening = indexedDB.open("duello", 2);
    opening.onupgradeneeded = ({ oldVersion }) => upgrade(opening.result, opening.transaction, oldVersion);
    opening.onerror = failed;
    opening.onsuccess = () => {
      const all = opening.result.transaction(["summaries", "logs"], mode);
      const request = act({ summaries: all.objectStore("summaries"), logs: all.objectStore("logs") });
      all.oncomplete = () => done(request?.result);
      all.onabort = failed;
      // Closed after the transaction: an open database cannot be deleted, and keeps the page out of the
      // bfcache.
      opening.result.close();
    };
  });

/** Notes that the archive has games, so that a page does not open it for nothing, and asks once that they stay. */
const noteArchived = () => {
  try {
    if (localStorage.getItem(keys.archived)) return;
    localStorage.setItem(keys.archived, "1");
  } catch {
    // It is full, or shut.
  }
  // Firefox prompts for it, which an app that is not installed should not cause.
  if (!/Firefox/.test(navigator.userAgent) || matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();
};

/** Archives games under their ids. */
const archiveAll = async (games) => {
  await transaction("readwrite", (stores) => {
    for (const game of games) put(stores, game);
  });
  noteArchived();
};

let loading;
/** The program's function that summarises logs. The program is loaded once, and again only if that failed. */
const loadSummarizer = () => {
  loading ??= (async () => {
    // A page with a program starts it after its first paint (src/app/program.js), and it must be started once.
    while (document.getElementById("program") && !globalThis.startedProgram) await new Promise((done) => setTimeout(done, 50));
    if (globalThis.startedProgram) return (await globalThis.startedProgram).summarizeLog;
    const [script, wasm] = document.querySelector("meta[name=program]").content.split(" ");
    // Here each chunk of it is fetched by itself.
    globalThis.takeChunk ??= (name, base) => fetch(new URL(name, base));
    const { default: start, summarizeLog } = await import(script);
    await start({ module_or_path: wasm });
    return summarizeLog;
  })();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

/** The summary of a log, as the program writes it; undefined if it is no log. Rejects if the program cannot be loaded. */
const summarize = async (text) => (await loadSummarizer())(text);

/** The summary that is stored beside a log, if it is of this log. */
const storedSummary = (log, text) => {
  try {
    const summary = JSON.parse(text);
    return summary.events === log.length && summary.at === log.at(-1).at ? summary : undefined;
  } catch {
    // There is none, or what is there was damaged.
  }
};

/** The games of a log, each with its own events. */
const split = (log, { games }) => games.map(({ log: ranges, id, ...game }) => ({ ...game, log: ranges.flatMap(([from, to]) => log.slice(from, to)) }));

/** The games of a log that has no summary, as in a file; none if it is no log. */
export const gamesOf = async (log) => {
  const summary = Array.isArray(log) && (await summarize(JSON.stringify(log)));
  return summary ? split(log, JSON.parse(summary)) : [];
};

/** A log in local storage with its summary; undefined if there is none, or if the program is needed and not to be loaded. */
const readStored = async (place, loads) => {
  const text = localStorage.getItem(place);
  const log = text ? JSON.parse(text) : undefined;
  if (!Array.isArray(log)) return undefined;
  let summary = storedSummary(log, localStorage.getItem(place + keys.summary));
  if (!summary && loads) {
    const written = await summarize(text);
    summary = JSON.parse(written);
    // For the next visit.
    localStorage.setItem(place + keys.summary, written);
  }
  return { text, log, summary };
};

const forgetStored = (place, text) => {
  if (localStorage.getItem(place) !== text) return;
  localStorage.removeItem(place);
  localStorage.removeItem(place + keys.summary);
};

/** The games whose logs are in local storage: of each log the last one, which has its id, with the whole log. */
const storedGames = async (loads) => {
  const found = [];
  for (const place of Object.keys(localStorage)) {
    const id = place.startsWith(keys.game) && place.slice(keys.game.length);
    if (!id || !ID.test(id)) continue;
    try {
      const { text, log, summary } = (await readStored(place, loads)) ?? {};
      const game = summary?.games.at(-1);
      if (game) found.push({ place, text, own: split(log, summary).at(-1).log, game: { ...game, log, id } });
    } catch {
      // No log, no program to read it, or no storage: it stays where it is, and hides no other.
    }
  }
  return found;
};

/**
 * Archives what need not be in local storage: the finished games, and of those in progress the ones that were not played for the
 * longest time. `shown` is the game of this page.
 */
export const sweep = async (shown, most = OPEN_MOST) => {
  const others = (await storedGames(true)).filter(({ game }) => game.id !== shown);
  const open = others.filter(({ game }) => !game.over).sort((one, other) => other.game.at - one.game.at);
  const unmoved = open.filter(({ game }) => game.moves === 0);
  for (const { place, text, game } of unmoved) if (game.at < Date.now() - UNMOVED_MS) forgetStored(place, text);
  const going = open.filter(({ game }) => game.moves > 0).slice(most);
  // A game in progress keeps the games before it, by which its players count; a finished one is stored by itself.
  const over = others.filter(({ game }) => game.over);
  const all = [...going.map(({ game }) => game), ...over.map(({ game, own }) => ({ ...game, log: own }))];
  if (all.length === 0) return;
  await archiveAll(all);
  for (const { place, text } of [...going, ...over]) forgetStored(place, text);
  // Now there is room for it.
  noteArchived();
};

/** Archives a game that has ended, by the summary that was stored with it. Its log goes when its page has been left. */
export const archiveEnded = async (id, text, written) => {
  const log = JSON.parse(text);
  const summary = storedSummary(log, written);
  if (summary) await archiveAll([{ ...split(log, summary).at(-1), id }]);
};

/**
 * Adds a game that an earlier version has stored, unless the archive has it: by its earlier id and its events. What was deleted
 * stays deleted.
 */
const addOld = (stores, game, log) => {
  const old = `${game.since}${game.key.replace(/^duello\./, "")}`;
  stores.summaries.index("old").getAll(old).onsuccess = ({ target: { result } }) => {
    const rest = [...result];
    const next = () => {
      const row = rest.pop();
      if (!row) return put(stores, { ...game, log, id: newId(), old, ...(game.at > game.since ? {} : { read: true }) });
      stores.logs.get(row.id).onsuccess = ({ target: { result: stored } }) => {
        if (!stored) {
          if (row.moves !== game.moves || row.at !== game.at) next();
        } else if (isPrefix(stored.log, game.log)) {
          if (stored.log.length < game.log.length) put(stores, { ...game, log, id: row.id, old });
        } else if (!isPrefix(game.log, stored.log) && !isPrefix(log, stored.log)) next();
      };
    };
    next();
  };
};

/**
 * Moves the games of earlier versions into the archive: there was one log for each kind of game, and one beside it that it had
 * replaced. Whatever breaks this off, nothing of it is lost or there twice: a log goes when all of its games are archived, and each
 * is added once, in one transaction. `loads`: the program may be loaded for a log without a summary; returns whether there is one.
 */
export const migrate = async (loads = true) => {
  let unread = false;
  for (const key of keys.logs) {
    for (const place of [key, key + keys.replaced]) {
      try {
        const { text, log, summary } = (await readStored(place, loads)) ?? {};
        unread ||= log !== undefined && !summary;
        if (!summary) continue;
        const games = split(log, summary);
        const isLast = (at) => at === games.length - 1;
        const keeps = ({ over, moves }, at) => (over ? moves > 0 : isLast(at) && (place === key ? summary.running : moves >= WORTH));
        await transaction("readwrite", (stores) => {
          for (const [at, game] of games.entries()) {
            if (keeps(game, at)) addOld(stores, game, isLast(at) && !game.over ? log : game.log);
          }
        });
        noteArchived();
        forgetStored(place, text);
      } catch {
        // No log, no program to read it, or no storage: it stays where it is, and hides no other.
      }
    }
  }
  return unread;
};

/** The range of a list, the newest last. */
const listRange = (state) => IDBKeyRange.bound([state], [state, []]);

/** The first games of a list, and how many it has; no log is read. `isShut`: this browser has no archive. */
export const listed = async (state, most) => {
  const isIn = ({ over, moves }) => moves > 0 && over === (state === FINISHED);
  const here = [];
  for (const { game: { log, ...game } } of await storedGames(false).catch(() => [])) if (isIn(game)) here.push({ sort: game.at, ...game });
  const ids = new Set(here.map(({ id }) => id));
  const there = [];
  let count = here.length;
  let isShut = false;
  try {
    await transaction("readonly", ({ summaries }) => {
      const list = summaries.index("listed");
      list.count(listRange(state)).onsuccess = ({ target: { result } }) => { count += result; };
      // What is in local storage as well is counted once.
      for (const id of ids) summaries.get(id).onsuccess = ({ target: { result } }) => { count -= result?.state === state ? 1 : 0; };
      list.openCursor(listRange(state), "prev").onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor || there.length === most) return;
        if (!ids.has(cursor.value.id)) there.push(cursor.value);
        cursor.continue();
      };
    });
    // An archive of the first version has no note.
    if (there.length > 0) noteArchived();
  } catch {
    isShut = true;
  }
  const games = [...here, ...there].sort((one, other) => other.sort - one.sort).slice(0, most);
  return { games, count, isShut };
};

/** The newest game in progress that belongs to a page, of those in the archive. */
export const newestArchived = async (key) => {
  let found;
  await transaction("readonly", ({ summaries }) => {
    summaries.index("listed").openCursor(listRange(IN_PROGRESS), "prev").onsuccess = ({ target: { result: cursor } }) => {
      if (cursor?.value.key === key) found = cursor.value.id;
      else cursor?.continue();
    };
  });
  return found;
};

/** A game of the archive with its log. */
export const archived = async (id) => {
  let game;
  let stored;
  await transaction("readonly", ({ summaries, logs }) => {
    summaries.get(id).onsuccess = ({ target: { result } }) => { game = result; };
    logs.get(id).onsuccess = ({ target: { result } }) => { stored = result; };
  });
  return game && stored && { ...game, log: stored.log };
};

/** All games of this device with their own logs, to be taken along. */
export const everyGame = async () => {
  const games = new Map();
  for (const { own, game } of await storedGames(false).catch(() => [])) if (game.moves > 0) games.set(game.id, { ...game, log: own });
  await transaction("readonly", ({ summaries, logs }) => {
    summaries.index("listed").openCursor(null, "prev").onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      const { value } = cursor;
      if (!games.has(value.id)) {
        logs.get(value.id).onsuccess = ({ target: { result } }) => result && games.set(value.id, { ...value, log: result.log });
      }
      cursor.continue();
    };
  });
  return [...games.values()];
};

/** One game of this device with its own log, wherever it is. */
export const ownGame = async (id) => {
  const stored = (await storedGames(false).catch(() => [])).find(({ game }) => game.id === id);
  return stored ? { ...stored.game, log: stored.own } : archived(id);
};

/** Deletes a game; no other one is touched by that. */
export const remove = async (id) => {
  localStorage.removeItem(placeOf(id));
  localStorage.removeItem(placeOf(id) + keys.summary);
  await transaction("readwrite", ({ summaries, logs }) => {
    summaries.delete(id);
    logs.delete(id);
  });
};

/** Adds games out of files or texts, each under a new id; one that is there with the same events and place is not added twice. */
export const importGames = async (games) => {
  const here = (await storedGames(false).catch(() => [])).map(({ own }) => JSON.stringify(own));
  let fresh = 0;
  await transaction("readwrite", (stores) => {
    const rest = games.filter(({ log }) => !here.includes(JSON.stringify(log))).reverse();
    const next = () => {
      const game = rest.pop();
      if (!game) return;
      stores.summaries.index("at").getAll(game.at).onsuccess = ({ target: { result } }) => {
        const alike = result.filter(({ since, key, moves, place }) => since === game.since && key === game.key && moves === game.moves && place === game.place);
        const compare = () => {
          const row = alike.pop();
          if (!row) {
            put(stores, { ...game, id: newId() });
            fresh += 1;
            return next();
          }
          stores.logs.get(row.id).onsuccess = ({ target: { result: stored } }) =>
            JSON.stringify(stored?.log) === JSON.stringify(game.log) && row.state ? next() : compare();
        };
        compare();
      };
    };
    next();
  });
  if (fresh > 0) noteArchived();
  return fresh;
};

/** Keeps a game for its review and returns its id. That of a public game is in no list: its page is. */
export const keepReview = async (game, isListed) => {
  const id = newId();
  const now = Date.now();
  await archiveAll([{ ...game, id, read: true, sort: now, ...(isListed ? {} : { review: now }) }]);
  if (!isListed) {
    await transaction("readwrite", ({ summaries, logs }) => {
      summaries.index("review").getAllKeys(IDBKeyRange.lowerBound(1)).onsuccess = ({ target: { result } }) => {
        for (const old of result.slice(0, -REVIEWS_MOST)) {
          summaries.delete(old);
          logs.delete(old);
        }
      };
    });
  }
  return id;
};

/** Stores the beginning of a game that is played on from somewhere else, and returns its id. */
export const startFrom = (log) => {
  const id = newId();
  localStorage.setItem(placeOf(id), JSON.stringify(log));
  return id;
};
