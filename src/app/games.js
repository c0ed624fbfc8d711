// The list of the games of this device, after public/local-archive.js in the same script. It is drawn here, because only this
// device knows of them. All that comes from a game or a file is put in as text.
const part = document.getElementById("kept");
const words = JSON.parse(part.dataset.words);
const rows = part.querySelector("ul");
const status = part.querySelector("[role=status]");
const actButton = (act) => part.querySelector(`[data-act=${act}]`);
// Dates are written as they are where the reader comes from, if that is a place of the page's language.
const { lang } = document.documentElement;
const own = navigator.languages.find((language) => language.split("-")[0] === lang.split("-")[0]);
const day = new Intl.DateTimeFormat(own ?? lang, { dateStyle: "medium" });
/** The list shows so many games at first, and as many more each time that they are asked for. */
const PAGE = 20;
/** The largest file that is read, in bytes: more than all games of an archive. */
const FILE_MOST = 64 << 20;
let games = [];
let shown = PAGE;

const announce = (text) => {
  status.textContent = text;
};
const nameIn = (names, name, other) => (Object.hasOwn(names, name) ? names[name] : other);
const isComputer = (level) => level >= 0;
const count = (number) => (Number.isInteger(number) ? number : 0);

/** A game in words: against whom, what, how it ended. */
const describe = ({ key, kind, levels, over, winner, score, moves, at }) => {
  const { game } = words.logs[key];
  const computers = levels.filter(isComputer);
  // The one side that a person plays, if one does.
  const mine = computers.length === 1 ? levels.findIndex((level) => !isComputer(level)) : -1;
  const names = computers.map((level) => nameIn(words.levels, level, "?")).join(" – ");
  const side = ["first", "second"].indexOf(winner);
  const points = mine === 1 ? score && [...score].reverse() : score;
  const { name, kinds, other, wins } = words[game];
  // Rules are named by what they are, a board by its word or what it was made from.
  const kindName = game === "mapello" ? (kind && typeof kind === "object" ? Object.keys(kind)[0] : kind) : JSON.stringify(kind);
  const result = side < 0 ? words.drawn : mine < 0 ? wins[side] : side === mine ? words.won : words.lost;
  const about = [
    name,
    nameIn(kinds, kindName, other),
    points?.join(" : "),
    `${words.moves}: ${count(moves)}`,
    day.format(at),
  ];
  return {
    computer: computers.length > 0,
    players: computers.length > 0 ? `${words.computer} · ${names}` : words.two,
    about: about.filter(Boolean),
    result: over ? result : words.unfinished,
  };
};

const row = (game) => {
  const { computer, players, about, result } = describe(game);
  const element = part.querySelector("template").content.cloneNode(true);
  element.querySelector(`[data-way=${computer ? "person" : "computer"}]`).remove();
  element.querySelector(".name").textContent = players;
  const small = element.querySelector(".small");
  // A line ends between two pieces, and never with a dot before the next.
  about.forEach((text, place) => small.append(place > 0 ? "\u00a0· " : "", Object.assign(document.createElement("span"), { textContent: text })));
  element.querySelector(".badge").textContent = result;
  element.firstElementChild.dataset.id = game.id;
  for (const button of element.querySelectorAll("button")) button.setAttribute("aria-label", `${button.textContent}: ${[players, result, ...about].join(", ")}`);
  return element;
};

const draw = () => {
  rows.replaceChildren(...games.slice(0, shown).map(row));
  rows.hidden = actButton("export").hidden = games.length === 0;
  document.getElementById("kept-none").hidden = games.length > 0;
  actButton("more").hidden = games.length <= shown;
};

/** Reads the archive, and draws the list if it is another one. */
const refresh = async () => {
  const all = await transaction("readonly", (store) => store.getAll());
  const found = all.filter(({ gone }) => !gone).sort((one, other) => other.at - one.at);
  const same = found.length === games.length && found.every(({ id, moves }, place) => id === games[place].id && moves === games[place].moves);
  games = found;
  if (!same || !rows.hasChildNodes()) draw();
};

const save = (name, some) => {
  const file = new Blob([JSON.stringify({ duello: 1, games: some.map(({ score, log }) => ({ score, log })) })], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `duello-${name}.json` });
  link.click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const acts = {
  review: async ({ key, log }) => {
    const text = JSON.stringify(log);
    if (!(await mayReplace(key, text, words.sure))) return;
    localStorage.setItem(key, text);
    location.href = words.logs[key].path;
  },
  save: (game) => save(`${new Date(game.at).toISOString().slice(0, 10)}-${words.logs[game.key].game}`, [game]),
  delete: async ({ id, over, moves, at }) => {
    if (!confirm(words.delete_sure)) return;
    const place = games.findIndex((game) => game.id === id);
    // A mark remains: its log may still be stored by its page.
    await transaction("readwrite", (store) => store.put({ id, gone: true, over, moves, at }));
    await refresh();
    announce(words.deleted);
    (rows.children[Math.min(place, rows.children.length - 1)]?.querySelector("[data-act=delete]") ?? actButton("import")).focus();
  },
  export: () => save("games", games),
  more: () => {
    const first = shown;
    shown += PAGE;
    draw();
    rows.children[first]?.querySelector("button").focus();
  },
  import: () => part.querySelector("input").click(),
};

/** The games that stand in a file; none if it is no file of games. */
const entriesOf = async (file) => {
  try {
    const { games: entries } = file.size <= FILE_MOST ? JSON.parse(await file.text()) : {};
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
};

const importFile = async (file) => {
  const found = new Map();
  for (const entry of await entriesOf(file)) {
    for (const game of await gamesOf(entry?.log)) if (game.moves > 0) found.set(game.id, game);
  }
  if (found.size === 0) return announce(words.bad);
  const fresh = await archiveGames([...found.values()], true);
  await refresh();
  announce(words.fresh.replace("#", fresh));
};

const announceShut = () => announce(words.shut);

part.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  announce("");
  const id = button.closest("li")?.dataset.id;
  try {
    await acts[button.dataset.act](games.find((game) => game.id === id));
  } catch {
    announceShut();
  }
});
part.querySelector("input").addEventListener("change", ({ target }) => {
  importFile(target.files[0]).catch(announceShut);
  target.value = "";
});

const begin = async () => {
  const unread = await archiveStored(false);
  await refresh().catch(() => {
    draw();
    announceShut();
  });
  part.hidden = false;
  // What is known is shown before the program is loaded for the rest.
  if (unread) {
    await archiveStored(true);
    await refresh().catch(() => {});
  }
};
begin();
// Another tab may have ended a game meanwhile.
document.addEventListener("visibilitychange", () => document.hidden || begin());
addEventListener("pageshow", ({ persisted }) => persisted && begin());
