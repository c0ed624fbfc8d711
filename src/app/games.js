
// The list of them: drawn here, as nobody but this device knows of them. All that comes from a game or a file is put in as text.
const part = document.getElementById("kept");
const words = JSON.parse(part.dataset.words);
const rows = part.querySelector("ul");
const said = part.querySelector("[role=status]");
const at = (act) => part.querySelector(`[data-act=${act}]`);
// As it is written where the reader comes from, if that is one of the page's language.
const { lang } = document.documentElement;
const own = navigator.languages.find((one) => one.split("-")[0] === lang.split("-")[0]);
const day = new Intl.DateTimeFormat(own ?? lang, { dateStyle: "medium" });
const PATHS = {
  "duello.local.2": "/local",
  "duello.local.mapello": "/local/mapello",
  "duello.computer": "/computer",
  "duello.computer.mapello": "/computer/mapello",
};
/** So many stand there at once, and as many more when they are asked for. */
const MORE = 20;
/** The largest file that is read, in bytes: more than all games that can be kept. */
const FILE_MOST = 64 << 20;
let games = [];
let shown = MORE;

const say = (text) => {
  said.textContent = text;
};
const known = (names, name, other) => (Object.hasOwn(names, name) ? names[name] : other);
const isComputer = (level) => level >= 0;
const count = (number) => (Number.isInteger(number) ? number : 0);

/** A game in words: against whom, what, how it ended. */
const told = ({ key, kind, levels, over, winner, score, moves, at }) => {
  const mapello = key.endsWith("mapello");
  const computers = levels.filter(isComputer);
  // The one side that a person plays, if one does.
  const mine = computers.length === 1 ? levels.findIndex((level) => !isComputer(level)) : -1;
  const names = computers.map((level) => known(words.levels, level, "?")).join(" – ");
  const side = ["first", "second"].indexOf(winner);
  const points = mine === 1 ? score && [...score].reverse() : score;
  const { kinds, other, wins } = words[mapello ? "mapello" : "mancala"];
  // Rules by what they are, a board by its word or what it was made from.
  const by = mapello ? (kind && typeof kind === "object" ? Object.keys(kind)[0] : kind) : JSON.stringify(kind);
  const ended = side < 0 ? words.drawn : mine < 0 ? wins[side] : side === mine ? words.won : words.lost;
  const about = [
    mapello ? "Mapello" : "Mancala",
    known(kinds, by, other),
    points?.join(" : "),
    `${words.moves}: ${count(moves)}`,
    day.format(at),
  ];
  return {
    computer: computers.length > 0,
    name: computers.length > 0 ? `${words.computer} · ${names}` : words.two,
    about: about.filter(Boolean),
    ended: over ? ended : words.unfinished,
  };
};

const row = (game) => {
  const { computer, name, about, ended } = told(game);
  const made = part.querySelector("template").content.cloneNode(true);
  made.querySelector(`[data-way=${computer ? "person" : "computer"}]`).remove();
  made.querySelector(".name").textContent = name;
  const small = made.querySelector(".small");
  // A line ends between two pieces, and never with a dot before the next.
  about.forEach((text, place) => small.append(place > 0 ? "\u00a0· " : "", Object.assign(document.createElement("span"), { textContent: text })));
  made.querySelector(".badge").textContent = ended;
  made.firstElementChild.dataset.id = game.id;
  for (const button of made.querySelectorAll("button")) button.setAttribute("aria-label", `${button.textContent}: ${[name, ended, ...about].join(", ")}`);
  return made;
};

const draw = () => {
  rows.replaceChildren(...games.slice(0, shown).map(row));
  rows.hidden = at("all").hidden = games.length === 0;
  document.getElementById("kept-none").hidden = games.length > 0;
  at("more").hidden = games.length <= shown;
};

const fetchAll = async () => {
  const all = await within("readonly", (store) => store.getAll());
  const found = all.filter(({ gone }) => !gone).sort((one, other) => other.at - one.at);
  const same = found.length === games.length && found.every(({ id, moves }, place) => id === games[place].id && moves === games[place].moves);
  games = found;
  if (!same || !rows.hasChildNodes()) draw();
};

/** What the pages of games have, and what nobody was there to keep. */
const sweep = async () => {
  for (const key of Object.keys(PATHS)) {
    for (const [place, replaced] of [[key, false], [`${key}.aside`, true]]) {
      try {
        const log = localStorage.getItem(place);
        if (!log) continue;
        await keep(key, log, replaced);
        if (replaced) localStorage.removeItem(place);
      } catch {
        // No log, or no storage.
      }
    }
  }
};

const save = (name, some) => {
  const file = new Blob([JSON.stringify({ duello: 1, games: some.map(({ score, log }) => ({ score, log })) })], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `duello-${name}.json` });
  link.click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const goesOn = (text) => {
  try {
    const last = gamesOf(JSON.parse(text)).at(-1);
    return Boolean(last && !last.ended && last.moves > 0);
  } catch {
    return false;
  }
};

const acts = {
  look: async ({ key, log, score }) => {
    const before = localStorage.getItem(key);
    const text = JSON.stringify(log);
    if (before !== text) {
      if (goesOn(before) && !confirm(words.sure)) return;
      if (before) await keep(key, before, true).catch(() => {});
    }
    localStorage.setItem(key, text);
    if (score) localStorage.setItem(`${key}.score`, score.join(" "));
    else localStorage.removeItem(`${key}.score`);
    location.href = PATHS[key];
  },
  save: (game) => save(`${new Date(game.at).toISOString().slice(0, 10)}-${game.key.endsWith("mapello") ? "mapello" : "mancala"}`, [game]),
  delete: async ({ id, over, moves, at: when }) => {
    if (!confirm(words.delete_sure)) return;
    const place = games.findIndex((game) => game.id === id);
    // A mark remains: its log may still lie where its page keeps it.
    await within("readwrite", (store) => store.put({ id, gone: true, over, moves, at: when }));
    await fetchAll();
    say(words.deleted);
    (rows.children[Math.min(place, rows.children.length - 1)]?.querySelector("[data-act=delete]") ?? at("read")).focus();
  },
  all: () => save("games", games),
  more: () => {
    const first = shown;
    shown += MORE;
    draw();
    rows.children[first]?.querySelector("button").focus();
  },
  read: () => part.querySelector("input").click(),
};

const read = async (file) => {
  const found = new Map();
  try {
    if (file.size > FILE_MOST) throw file.size;
    for (const kept of JSON.parse(await file.text()).games) {
      try {
        for (const game of gamesOf(kept.log, kept.score)) if (game.moves > 0) found.set(game.id, game);
      } catch {
        // The others may be whole.
      }
    }
  } catch {
    // Nothing more can be read.
  }
  if (found.size === 0) return say(words.bad);
  const fresh = await keepAll([...found.values()], true);
  await fetchAll();
  say(words.fresh.replace("#", fresh));
};

const shut = () => say(words.shut);

part.addEventListener("click", async ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  say("");
  const id = button.closest("li")?.dataset.id;
  try {
    await acts[button.dataset.act](games.find((game) => game.id === id));
  } catch {
    shut();
  }
});
part.querySelector("input").addEventListener("change", ({ target }) => {
  read(target.files[0]).catch(shut);
  target.value = "";
});

const begin = async () => {
  await sweep();
  await fetchAll().catch(() => {
    draw();
    shut();
  });
  part.hidden = false;
};
begin();
// Another tab may have ended a game meanwhile.
document.addEventListener("visibilitychange", () => document.hidden || begin());
addEventListener("pageshow", ({ persisted }) => persisted && begin());
