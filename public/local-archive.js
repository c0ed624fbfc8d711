// The local archive: finished games of this device, for "my games", in IndexedDB. They come out of the logs that
// pages store in local storage (src/app/storage.js). No script knows the events of a game: each log has a summary
// beside it, written by the page's program. A log without one (of an earlier version, or out of a file) is
// summarised by that program, which is loaded for it. A game's id is its start time, so archiving is idempotent.

/** The most games in the archive; beyond that the unfinished go first, then the oldest. */
const MOST = 500;
/** An unfinished game that is replaced is archived from so many moves on. */
const WORTH = 10;

/** The keys of local storage (src/client/storage/keys.rs). */
export const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);

/** Runs a transaction on the archive; resolves with its result when all of it is written. */
export const transaction = (mode, act) =>
  new Promise((done, failed) => {
    const opening = indexedDB.open("duello", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "id" });
    opening.onerror = failed;
    opening.onsuccess = () => {
      const all = opening.result.transaction("games", mode);
      const request = act(all.objectStore("games"));
      all.oncomplete = () => done(request?.result);
      all.onabort = failed;
      // Closed after the transaction: an open database cannot be deleted, and keeps the page out of the
      // bfcache.
      opening.result.close();
    };
  });

let loading;
/** The program's function that summarises logs. The program is loaded once, and again only if that failed. */
const loadSummarizer = () => {
  loading ??= (async () => {
    const [script, wasm] = document.querySelector("meta[name=program]").content.split(" ");
    // Pages that start the program have its chunks on their way (src/app/program.js); here each is fetched.
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
const split = (log, { games }) => games.map(({ log: ranges, ...game }) => ({ ...game, log: ranges.flatMap(([from, to]) => log.slice(from, to)) }));

/** The games of a log that has no summary, as in a file; none if it is no log. */
export const gamesOf = async (log) => {
  const summary = Array.isArray(log) && (await summarize(JSON.stringify(log)));
  return summary ? split(log, JSON.parse(summary)) : [];
};

/** Archives games; returns how many were new. A deleted game comes back only from a file. */
export const archiveGames = async (games, restored) => {
  let fresh = 0;
  await transaction("readwrite", (all) => {
    for (const game of games) {
      all.get(game.id).onsuccess = ({ target: { result: old } }) => {
        if (old && !(restored && old.gone) && (old.over || (!game.over && game.moves <= old.moves))) return;
        all.put(game);
        fresh += 1;
      };
    }
  });
  const total = await transaction("readwrite", (all) => {
    const count = all.count();
    count.onsuccess = () => {
      if (count.result > MOST) {
        all.getAll().onsuccess = ({ target: { result } }) => {
          const order = result.sort((one, other) => one.over - other.over || one.at - other.at);
          for (const { id } of order.slice(0, -MOST)) all.delete(id);
        };
      }
    };
    return count;
  });
  // Persistence is requested with the first game. Firefox prompts for it, which an app that is not installed
  // should not cause.
  if (fresh > 0 && total === fresh && (!/Firefox/.test(navigator.userAgent) || matchMedia("(display-mode: standalone)").matches)) {
    navigator.storage?.persist?.();
  }
  return fresh;
};

/**
 * Archives the finished games of a log; of a log that is replaced, also an unfinished one. A game whose events
 * all have one time was opened for viewing and not played here.
 */
const archiveSplit = (log, summary, replaced) =>
  archiveGames(split(log, summary).filter(({ at, since, over, moves }) => at > since && (over ? moves > 0 : replaced && moves >= WORTH)));

/** Archives a log by the summary that is stored beside it; without one, the log waits for "my games". */
export const archive = async (text, summary, replaced) => {
  const log = JSON.parse(text);
  await archiveSplit(log, storedSummary(log, summary), replaced);
};

/**
 * Archives what pages have stored. A log that has no summary is left alone, unless the program is to be loaded
 * for it; returns whether there is such a log. One that cannot be read hides no other.
 */
export const archiveStored = async (loads) => {
  let unread = false;
  for (const key of keys.logs) {
    for (const [place, replaced] of [[key, false], [key + keys.replaced, true]]) {
      try {
        const text = localStorage.getItem(place);
        if (!text) continue;
        const log = JSON.parse(text);
        if (!Array.isArray(log)) continue;
        let summary = storedSummary(log, localStorage.getItem(place + keys.summary));
        if (!summary && !loads) {
          unread = true;
          continue;
        }
        if (!summary) {
          const written = await summarize(text);
          summary = JSON.parse(written);
          // For the next visit.
          localStorage.setItem(place + keys.summary, written);
        }
        await archiveSplit(log, summary, replaced);
        if (replaced && localStorage.getItem(place) === text) {
          localStorage.removeItem(place);
          localStorage.removeItem(place + keys.summary);
        }
      } catch {
        // No log, no program to read it, or no storage.
      }
    }
  }
  return unread;
};

/**
 * Before another log is stored in the place of a page's log: archives its games. If its game still goes on, the
 * visitor is asked; returns whether it may be replaced. Rejects if the log cannot be read for want of the program.
 */
export const mayReplace = async (key, text, question) => {
  const before = localStorage.getItem(key);
  if (!before || before === text) return true;
  let log;
  try {
    log = JSON.parse(before);
  } catch {
    // No log: nothing is lost.
  }
  let summary = storedSummary(log, localStorage.getItem(key + keys.summary));
  if (Array.isArray(log)) summary ??= JSON.parse((await summarize(before)) ?? null);
  if (summary?.running && !confirm(question)) return false;
  if (summary) await archiveSplit(log, summary, true).catch(() => {});
  localStorage.removeItem(key + keys.summary);
  return true;
};
