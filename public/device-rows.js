// How a game of this device is told in a list: on the home page, which loads it when there are games (src/app/home.js), and on
// "my games", which has it in its own script (src/app/games.js). All that comes from a game or a file is put in as text.
const words = JSON.parse(document.querySelector("[data-words]")?.dataset.words ?? "{}");
const comma = document.documentElement.dir === "rtl" ? "،" : ",";

/** A day as the page's language writes it; the server does it in the same way (`date_text` of src/app/text/names.rs). */
const dateText = (year, month, date) => {
  const parts = [date, words.months.split(" ")[month], year];
  return words.date.replace(/[123]/g, (place) => parts[place - 1]);
};
/** The day of a moment, where the reader is. */
const dayOf = (at) => ((day) => dateText(day.getFullYear(), day.getMonth(), day.getDate()))(new Date(at));
/** A day by its number from 1 January 1970. */
const dayNumbered = (number) => ((day) => dateText(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()))(new Date(number * 86_400_000));

const nameIn = (names, name, other) => (Object.hasOwn(names, name) ? names[name] : other);
const isComputer = (level) => level >= 0;
const count = (number) => (Number.isInteger(number) ? number : 0);
const isText = (text) => typeof text === "string" && text !== "";

/** Where a game is opened: to be played on, or to be reviewed. */
export const addressOf = ({ id, key, over, read }) => `${over || read ? words.logs[key].review : words.logs[key].path}?game=${id}`;

/** A game in words: against whom, what, how it ended. */
export const describe = ({ key, kind, levels, over, winner, score, moves, at, names, place }) => {
  const { game } = words.logs[key];
  const computers = levels.filter(isComputer);
  // The one side that a person plays, if one does.
  const mine = computers.length === 1 ? levels.findIndex((level) => !isComputer(level)) : -1;
  const levelNames = computers.map((level) => nameIn(words.levels, level, "?")).join(" – ");
  const side = ["first", "second"].indexOf(winner);
  const points = mine === 1 ? score && [...score].reverse() : score;
  const { name, kinds, other, wins, othello } = words[game];
  // Rules are named by what they are, a board by its word or what it was made from.
  const boardName = () => (kind && typeof kind === "object" ? (kind.custom === othello ? "othello" : Object.keys(kind)[0]) : kind);
  const kindName = game === "mapello" ? boardName() : JSON.stringify(kind);
  const kindText = nameIn(kinds, kindName, other);
  // The board of a day is that day's for ever.
  const kindDay = kindName === "daily" && count(kind.daily) > 0 ? dayNumbered(kind.daily) : undefined;
  const result = side < 0 ? words.drawn : mine < 0 ? wins[side] : side === mine ? words.won : words.lost;
  const about = [
    name,
    kindDay ? `${kindText}${comma} ${kindDay}` : kindText,
    points?.join("–"),
    words.moves.replace("#", count(moves)),
    at > 0 && dayOf(at),
    place,
  ];
  const called = Array.isArray(names) && names.every(isText) && names.join(" – ");
  return {
    computer: computers.length > 0,
    players: called || levelNames || words.two,
    about: about.filter(Boolean),
    result: over ? result : words.unfinished,
  };
};

/** Puts texts one after the other: a line ends between two of them, and never with a dot before the next. */
export const putTexts = (element, texts) =>
  texts.forEach((text, place) => element.append(place > 0 ? "\u00a0· " : "", Object.assign(document.createElement("span"), { textContent: text })));
