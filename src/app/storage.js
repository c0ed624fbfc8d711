// Local storage for the page's program (src/client/storage.rs). The log of a game is compared with what this page has last read or
// written: if another tab has gone on with the game, the page reloads to show that, and does not overwrite it.
((seen) => {
  const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
  const hasGame = /^\/(local|computer|review)\b/.test(location.pathname);
  const importArchive = () => import("/local-archive.js?EDITION");
  /** The longest that a page waits for the archive before it begins without it, in ms. */
  const ARCHIVE_MS = 3_000;
  /** How long a warning stays, in ms. */
  const WARNING_MS = 15_000;
  /** The key of the game on this page. */
  let current;
  const idInAddress = () => new URLSearchParams(location.search).get("game");
  const summaryOf = (key) => JSON.parse(localStorage.getItem(key + keys.summary)) ?? {};
  const follow = () => {
    try {
      if (!document.hidden && current in seen && localStorage.getItem(current) !== seen[current]) location.reload();
    } catch {
      // The storage was shut meanwhile.
    }
  };
  /** Says once that a game is not kept. */
  let warned = false;
  const warn = (why) => {
    const note = document.getElementById("unkept");
    if (!note || warned) return;
    warned = true;
    note.textContent = note.dataset[why];
    note.hidden = false;
    setTimeout(() => { note.hidden = true; }, WARNING_MS);
  };
  /** The newest game in progress of a kind, of those in local storage. */
  const newestHere = (kind) => {
    let found = {};
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(keys.game) || key.endsWith(keys.summary)) continue;
      try {
        const game = summaryOf(key).games.at(-1);
        if (game.key === kind && !game.over && !(game.at < found.at)) found = { at: game.at, id: key.slice(keys.game.length) };
      } catch {
        // It has no summary yet.
      }
    }
    return found.id;
  };
  globalThis.duello = {
    load(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        // Nothing is stored here, and games last as long as their page.
      }
    },
    save(key, text) {
      try {
        localStorage.setItem(key, text);
      } catch {
        // It is full, or shut.
      }
    },
    newId: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    /** Gives the log of a game, where it was played, and whether it was read from elsewhere to `done`; nothing if this device does not have it. */
    async open(id, done) {
      let log;
      let place;
      let isRead = false;
      try {
        current = keys.game + id;
        log = localStorage.getItem(current);
        if (log === null) {
          const game = await (await importArchive()).archived(id);
          if (game) {
            log = JSON.stringify(game.log);
            place = game.place;
            isRead = game.read === true;
            // A game in progress is played in local storage again.
            if (!game.over && !game.read) localStorage.setItem(current, log);
          }
        }
        // Of a game that is over nothing more is written, and it may go into the archive meanwhile.
        const isOver = summaryOf(current).games?.at(-1)?.over;
        if (!isOver && localStorage.getItem(current) === log) seen[current] = log;
      } catch {
        // Nothing is stored here, or what is stored cannot be read.
      }
      done(log ?? undefined, place, isRead);
    },
    /** Gives the id of the newest game in progress of a kind to `done`; nothing if there is none. */
    async newest(kind, done) {
      let id;
      try {
        id = newestHere(kind);
        const before = keys.logs.some((key) => localStorage.getItem(key));
        if (!id && (before || localStorage.getItem(keys.archived))) {
          const ask = async () => {
            const { migrate, newestArchived } = await importArchive();
            await migrate();
            return newestArchived(kind);
          };
          id = await Promise.race([ask(), new Promise((done) => setTimeout(done, ARCHIVE_MS))]);
        }
      } catch {
        // There is no archive here.
      }
      done(id);
    },
    /** Gives the ids of the finished games that were played on this device to `done`, the newest first. */
    async finished(done) {
      let games = [];
      try {
        const { FINISHED, listed } = await importArchive();
        ({ games } = await listed(FINISHED, Infinity));
      } catch {
        // There is no archive here.
      }
      done(games.filter(({ over, read }) => over && !read).map(({ id }) => id));
    },
    /** Stores the log of a game with its summary, and archives a game that is over. */
    saveLog(id, log, summary) {
      const key = keys.game + id;
      current = key;
      const write = () => {
        localStorage.setItem(key, log);
        // At once: the log may fit and its summary not.
        seen[key] = log;
        localStorage.setItem(key + keys.summary, summary);
      };
      try {
        if (key in seen && localStorage.getItem(key) !== seen[key]) return follow();
        write();
      } catch (error) {
        // Finished games, and those that nobody plays at the moment, give way to the archive.
        const full = error.name === "QuotaExceededError";
        const makeRoom = async () => (await importArchive()).sweep(id, 0);
        (full ? makeRoom().then(write) : Promise.reject(error)).catch(() => warn(full ? "full" : "shut"));
      }
      if (JSON.parse(summary).games.at(-1)?.over) {
        // It goes from here when it is archived, which changes nothing on this page.
        delete seen[key];
        importArchive().then(({ archiveEnded }) => archiveEnded(id, log, summary)).catch(() => {});
      }
    },
  };
  if (!hasGame) return;
  // The summary beside a log is written with it: to reload for both would break off the first reload.
  addEventListener("storage", ({ key }) => (key === null || key === current) && follow());
  // A page that the browser had put into its bfcache begins anew, so that no clock has run in it.
  addEventListener("pageshow", ({ persisted }) => (persisted ? location.reload() : follow()));
  document.addEventListener("visibilitychange", follow);
  // Back from a game that was begun on this page to the one before it.
  addEventListener("popstate", () => {
    const id = idInAddress();
    if (id && keys.game + id !== current) location.reload();
  });
  // The archive's script is at hand when a game ends, also without a network; and what is no longer played goes into it. Not
  // before the program runs: nothing that is seen waits for it.
  const observer = new MutationObserver(async () => {
    observer.disconnect();
    try {
      const { migrate, sweep } = await importArchive();
      await migrate();
      await sweep(idInAddress() ?? current?.slice(keys.game.length));
    } catch {
      // There is no archive here.
    }
  });
  observer.observe(document.documentElement, { attributeFilter: ["data-ready"] });
})({});
