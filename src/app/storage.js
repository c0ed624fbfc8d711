// Small things that the page's program keeps on this device (src/client/storage.rs). Logs of games are compared with what this
// page knows of them: where another tab has gone on with a game, that is shown, and not written over.
((known) => {
  const here = /^\/(local|computer)\b/.test(location.pathname);
  const isGame = (key) => /^duello\.(local\.(2|mapello)|computer(\.mapello)?)$/.test(key);
  const keeper = () => import("/kept.js?EDITION");
  const keep = (...game) => keeper().then((kept) => kept.keep(...game));
  /** Until a game that another one takes the place of is kept, it lies aside: the page may be gone before (src/app/games.js). */
  const keepReplaced = async (key, log) => {
    const aside = `${key}.aside`;
    try {
      localStorage.setItem(aside, log);
    } catch {
      // It is full.
    }
    await keep(key, log, true);
    if (localStorage.getItem(aside) === log) localStorage.removeItem(aside);
  };
  const follow = () => {
    try {
      if (!document.hidden && Object.keys(known).some((key) => localStorage.getItem(key) !== known[key])) location.reload();
    } catch {
      // The storage was shut meanwhile.
    }
  };
  const know = (key, text) => {
    if (here && isGame(key)) known[key] = text;
    return text;
  };
  globalThis.duello = {
    load(key) {
      try {
        return know(key, localStorage.getItem(key));
      } catch {
        // Nothing is kept here, and games last as long as their page.
      }
    },
    save(key, text) {
      let before;
      try {
        before = localStorage.getItem(key);
        if (key in known && before !== known[key]) return follow();
        localStorage.setItem(key, text);
        know(key, text);
      } catch {
        // It is full, or shut.
      }
      if (!isGame(key)) return;
      if (before && !text.startsWith(before.slice(0, -1))) keepReplaced(key, before).catch(() => {});
      if (/"ended":[^[\]]*\]$/.test(text)) keep(key, text).catch(() => {});
    },
  };
  if (!here) return;
  addEventListener("storage", follow);
  // A page that was put aside by the browser begins anew, so that no clock has run in it.
  addEventListener("pageshow", ({ persisted }) => (persisted ? location.reload() : follow()));
  document.addEventListener("visibilitychange", follow);
  // At hand when a game ends, also without a network.
  addEventListener("load", () => keeper().catch(() => {}));
})({});
