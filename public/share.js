// Shares a finished game: one line of text and a row of signs, a link, and a picture where the device takes files. Loaded when
// somebody first presses "Share" (public/app.js).
/** How long the press may be kept waiting for the game's page and its picture: browsers forget a press after five seconds. */
const WAIT_MS = 2_000;
/** The longest game that a link carries, in characters. Chats cut longer links. */
const LONGEST = 1_500;

/** The options of Mancala as tags of a game text, and what they are unless a tag says otherwise. */
const OPTIONS = {
  pits: ["Pits", 6],
  stones: ["Stones", 4],
  capture: ["Capture", "opposite"],
  sowing: ["Sowing", "single"],
  extra_turn: ["ExtraTurn", true],
  leftovers: ["Leftovers", "owner"],
  direction: ["Direction", "counter_clockwise"],
  pie_rule: ["PieRule", false],
  first_move: ["FirstMove", "south"],
};
const REASONS = { resigned: "resigned", time_out: "time", agreed: "agreed", abandoned: "abandoned" };

const tag = (name, value) => `[${name} "${value}"]`;

const optionWord = (value) => {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === "counter_clockwise" ? "counter-clockwise" : String(value).replaceAll("_", " ");
};

const mancalaTags = ({ variant, starts }) => {
  const other = Object.entries(OPTIONS).filter(([name, [, usual]]) => variant[name] !== usual);
  // With the name of the game, what is not said is as usual, and small letters are North's.
  const tags = [tag("Game", "Mancala"), ...other.map(([name, [title]]) => tag(title, optionWord(variant[name])))];
  return starts === "second" ? [...tags, tag("Starts", "north")] : tags;
};

/** Sowings of one turn are joined: "C-F". */
const mancalaMoves = (moves) => {
  const turns = [];
  let mover;
  for (const { mancala } of moves) {
    const pit = mancala.sow;
    const text = pit ? String.fromCharCode((pit.side === "first" ? 65 : 97) + pit.index) : "swap";
    if (pit && pit.side === mover) turns.push(`${turns.pop()}-${text}`);
    else turns.push(text);
    mover = pit?.side;
  }
  return turns;
};

const mapelloMoves = (moves) => moves.map(({ mapello }) => String.fromCharCode(97 + (mapello % 8)) + (Math.floor(mapello / 8) + 1));

/** A game as the text that the import page reads. */
const gameText = ({ setup, moves, opening, winner, reason }) => {
  const tags = setup.mancala ? mancalaTags(setup.mancala) : [tag("Game", "Mapello"), tag("Board", setup.mapello)];
  if (opening != null) tags.push(tag("RandomOpening", opening));
  if (REASONS[reason]) {
    const result = { first: "1-0", second: "0-1" }[winner] ?? "1/2-1/2";
    tags.push(tag("Result", result), tag("Termination", REASONS[reason]));
  }
  return [...tags, ...(setup.mancala ? mancalaMoves(moves) : mapelloMoves(moves))].join(" ");
};

const ask = (path, method) => fetch(path, { method, signal: AbortSignal.timeout(WAIT_MS) });

/** The address of the game, and that of its picture. */
const addresses = async ({ link, picture, page, board, game }) => {
  if (link) return { link, picture };
  if (page) {
    // The room's link would let whoever gets it into the room; the game's own page lets nobody in.
    const answer = await ask(page, "HEAD");
    // Read to its end, though it is empty: what is left unread counts as broken off.
    await answer.arrayBuffer();
    return answer.ok ? { link: answer.url, picture: `${answer.url}.png` } : {};
  }
  const query = new URLSearchParams({ text: gameText(game) }).toString();
  const shared = query.length > LONGEST ? {} : { link: `${location.origin}/games/import?${query}`, picture: `/games/import/picture.png?${query}` };
  if (!board) return shared;
  // On the board of the day friends play as well: the picture shows it as it was at the start.
  const address = new URL(board, location.origin);
  return { link: address.href, picture: `/boards/picture.png${address.search}` };
};

const pictureFile = async (address) => {
  const answer = await ask(address, "GET");
  if (!answer.ok) throw answer.status;
  return new File([await answer.blob()], "duello.png", { type: "image/png" });
};

/** Shows a text to be copied by hand. */
const showText = (text, { close, title }) => {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog shared-text";
  const field = Object.assign(document.createElement("textarea"), { className: "input", readOnly: true, rows: 5, value: text });
  field.setAttribute("aria-label", title);
  const button = Object.assign(document.createElement("button"), { className: "button", type: "button", textContent: close });
  button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(field, button);
  document.body.append(dialog);
  dialog.showModal();
  field.select();
};

/** Shares a game; says what came of it: "shared", "copied" or "shown", and "no-link" or "no-picture" if that is missing. */
export const share = async (game) => {
  let missing = "";
  const { link, picture } = await addresses(game).catch(() => ({}));
  if (!link) missing = "no-link";
  const sheet = { title: "Duello", text: game.text, ...(link ? { url: link } : {}) };
  const empty = [new File([], "duello.png", { type: "image/png" })];
  if (picture && navigator.canShare?.({ ...sheet, files: empty })) {
    const file = await pictureFile(picture).catch(() => {});
    if (file) sheet.files = [file];
    else missing = "no-picture";
  }
  if (navigator.share) {
    try {
      await navigator.share(sheet);
      return `shared ${missing}`;
    } catch (error) {
      // Closing the sheet is no error.
      if (error.name === "AbortError") return "";
    }
  }
  const text = [game.text, link].filter(Boolean).join("\n");
  try {
    await navigator.clipboard.writeText(text);
    return `copied ${missing === "no-link" ? missing : ""}`;
  } catch {
    showText(text, game);
    return `shown ${missing === "no-link" ? missing : ""}`;
  }
};
