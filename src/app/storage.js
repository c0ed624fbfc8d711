// Local storage for the page's program (src/client/storage.rs). Logs of games are compared with what this page has last read or
// written: if another tab has gone on with a game, the page reloads to show that, and does not overwrite it.
((seen) => {
  const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
  const hasGame = /^\/(local|computer)\b/.test(location.pathname);
  const isLog = (key) => keys.logs.includes(key);
  const importArchive = () => import("/local-archive.js?EDITION");
  const archive = async (...log) => (await importArchive()).archive(...log);
  /** A replaced log waits under a key of its own until it is archived: the page may be gone before (src/app/games.js). */
  const archiveReplaced = async (key, log, summary) => {
    const place = key + keys.replaced;
    try {
      localStorage.setItem(place, log);
      localStorage.setItem(place + keys.summary, summary);
    } catch {
      // It is full.
    }
    await archive(log, summary, true);
    if (localStorage.getItem(place) === log) {
      localStorage.removeItem(place);
      localStorage.removeItem(place + keys.summary);
    }
  };
  const follow = () => {
    try {
      if (!document.hidden && Object.keys(seen).some((key) => localStorage.getItem(key) !== seen[key])) location.reload();
    } catch {
      // The storage was shut meanwhile.
    }
  };
  const remember = (key, text) => {
    if (hasGame && isLog(key)) seen[key] = text;
    return text;
  };
  globalThis.duello = {
    load(key) {
      try {
        return remember(key, localStorage.getItem(key));
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
    saveLog(key, log, summary) {
      let before;
      let summaryBefore;
      try {
        before = localStorage.getItem(key);
        if (key in seen && before !== seen[key]) return follow();
        summaryBefore = localStorage.getItem(key + keys.summary);
        localStorage.setItem(key, log);
        remember(key, log);
        localStorage.setItem(key + keys.summary, summary);
      } catch {
        // It is full, or shut.
      }
      if (before && !log.startsWith(before.slice(0, -1))) archiveReplaced(key, before, summaryBefore).catch(() => {});
      if (JSON.parse(summary).games.at(-1)?.over) archive(log, summary).catch(() => {});
    },
  };
  if (!hasGame) return;
  // The summary beside a log is written with it: to reload for both would break off the first reload.
  addEventListener("storage", ({ key }) => (key === null || isLog(key)) && follow());
  // A page that the browser had put into its bfcache begins anew, so that no clock has run in it.
  addEventListener("pageshow", ({ persisted }) => (persisted ? location.reload() : follow()));
  document.addEventListener("visibilitychange", follow);
  // The archive's script is at hand when a game ends, also without a network.
  addEventListener("load", () => importArchive().catch(() => {}));
})({});
