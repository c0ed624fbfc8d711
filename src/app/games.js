// The lists of the games of this device, after public/local-archive.js and public/device-rows.js in the same script. They are
// drawn here, because only this device knows of them.
const main = document.getElementById("main");
const part = document.getElementById("kept");
const status = part?.querySelector("[role=status]");
/** A list shows so many games at first, and as many more each time that they are asked for. */
const PAGE = 20;
/** The largest file that is read, in bytes. */
const FILE_MOST = 64 << 20;
/** The lists by their states, each with what it shows. */
const lists = [IN_PROGRESS, FINISHED].map((state) => {
  const element = main.querySelector(`[data-device="${state}"]`);
  return { state, element, none: element?.closest("section").querySelector("[data-none]"), more: main.querySelector(`[data-act="more"][data-state="${state}"]`), most: PAGE, games: [] };
}).filter(({ element }) => element);

const announce = (text) => {
  status.textContent = text;
};

const row = (game) => {
  const { computer, players, about, result } = describe(game);
  const isOpen = !game.over && !game.read;
  const element = part.querySelector("template").content.cloneNode(true);
  element.querySelector(`[data-way=${computer ? "person" : "computer"}]`).remove();
  element.querySelector(".name").textContent = players;
  putTexts(element.querySelector(".small"), about);
  if (isOpen) element.querySelector(".badge").remove();
  else element.querySelector(".badge").textContent = result;
  element.firstElementChild.dataset.id = game.id;
  const way = element.querySelector("a");
  way.href = addressOf(game);
  way.textContent = isOpen ? words.continue : words.review;
  for (const act of element.querySelectorAll("a, button")) act.setAttribute("aria-label", `${act.textContent}: ${[players, result, ...about].join(", ")}`);
  return element;
};

const same = (one, other) => one.length === other.length && one.every(({ id, moves }, at) => id === other[at].id && moves === other[at].moves);

/** Reads what the lists show, and draws those that have changed. */
const refresh = async () => {
  let all = 0;
  for (const list of lists) {
    const { games, count: total, isShut } = await listed(list.state, list.most);
    if (isShut) announceShut();
    if (!same(games, list.games) || !list.element.hasChildNodes()) list.element.replaceChildren(...games.map(row));
    list.games = games;
    list.element.hidden = total === 0;
    if (list.none) list.none.hidden = total > 0;
    list.more.hidden = total <= games.length;
    all += total;
  }
  part.querySelector("[data-act=export]").hidden = all === 0;
  document.documentElement.dataset.device = "";
};

const fileEntry = ({ score, log, read, names, place }) => ({ score, log, ...(read ? { read, names, place } : {}) });

const save = (name, games) => {
  const file = new Blob([JSON.stringify({ duello: 1, games: games.map(fileEntry) })], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `duello-${name}.json` });
  link.click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Asks in the page whether a game is to be deleted. */
const isSure = () =>
  new Promise((done) => {
    const dialog = document.getElementById("sure");
    dialog.returnValue = "";
    dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true });
    dialog.showModal();
  });

const acts = {
  save: async (id) => {
    const game = await ownGame(id);
    if (game) save(`${new Date(game.at).toISOString().slice(0, 10)}-${words.logs[game.key].game}`, [game]);
  },
  delete: async (id) => {
    if (!(await isSure())) return;
    const { element, games } = lists.find(({ games }) => games.some((game) => game.id === id));
    const place = games.findIndex((game) => game.id === id);
    await remove(id);
    await refresh();
    announce(words.deleted);
    (element.children[Math.min(place, element.children.length - 1)]?.querySelector("[data-act=delete]") ?? part.querySelector("[data-act=import]")).focus();
  },
  export: async () => save("games", await everyGame()),
  more: async (_, { state }) => {
    const list = lists.find((list) => list.state === Number(state));
    const first = list.games.length;
    list.most += PAGE;
    await refresh();
    list.element.children[first]?.querySelector("a").focus();
  },
  import: async () => part.querySelector("input").click(),
};

/** The games of a file that "my games" has saved; none if it is no such file. */
const gamesOfFile = async (text) => {
  let entries;
  try {
    entries = JSON.parse(text).games;
  } catch {
    // It may be a game in another form.
  }
  const found = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    const { log, read, names, place } = entry ?? {};
    const told = read === true ? { read, sort: Date.now(), ...(Array.isArray(names) ? { names } : {}), ...(isText(place) ? { place } : {}) } : {};
    for (const game of await gamesOf(log)) if (game.moves > 0) found.push({ ...game, ...told });
  }
  return found;
};

/** The games of files that the server reads, as the import page does, and what it has to say of the others. */
const gamesByServer = async (files) => {
  const body = new FormData();
  for (const file of files) body.append("file", file);
  const answer = await fetch("/games/import", { method: "POST", headers: { accept: "application/json" }, body });
  if (!answer.ok || answer.redirected) return { games: [], refused: [words.bad] };
  const { games, refused } = await answer.json();
  const whole = ({ begins, moves, end, summary, names, place }) => ({
    ...summary, names, read: true, sort: Date.now(), log: [...begins[0], ...moves, ...(end ? [end] : [])], ...(place ? { place } : {}),
  });
  return { games: games.map(whole), refused };
};

const importFiles = async (files) => {
  if (files.some(({ size }) => size > FILE_MOST)) return announce(words.bad);
  const games = [];
  const others = [];
  for (const file of files) {
    const found = await gamesOfFile(await file.text());
    games.push(...found);
    if (found.length === 0) others.push(file);
  }
  let refused = [];
  if (others.length > 0) {
    try {
      const read = await gamesByServer(others);
      games.push(...read.games);
      refused = read.refused;
    } catch {
      if (games.length === 0) return announce(words.offline);
      refused = [words.offline];
    }
  }
  const fresh = games.length > 0 && (await importGames(games));
  await refresh();
  announce([...(games.length > 0 ? [words.fresh.replace("#", fresh)] : []), ...refused].join(" "));
};

const announceShut = () => announce(words.shut);

main.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-act]");
  if (!button) return;
  announce("");
  try {
    await acts[button.dataset.act](button.closest("li")?.dataset.id, button.dataset);
  } catch {
    announceShut();
  }
});
part?.querySelector("input").addEventListener("change", ({ target }) => {
  importFiles([...target.files]).catch(announceShut);
  target.value = "";
});

const begin = async () => {
  const unread = await migrate(false);
  await refresh().catch(announceShut);
  part.hidden = false;
  // What is known is shown before the program is loaded for the rest.
  if (unread) {
    await migrate(true);
    await refresh().catch(() => {});
  }
  await sweep().catch(() => {});
  await refresh().catch(() => {});
};
// Further pages of the list have none of these games.
if (part) {
  begin();
  // Another tab may have gone on with a game meanwhile.
  document.addEventListener("visibilitychange", () => document.hidden || begin());
}
