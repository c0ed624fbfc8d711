//! Reads what lies on a board from its elements: the table that the scene draws, in the form of `scene::table::Content`. The flat
//! board is always there, for names, keys and presses, so it is the one source of what is shown.

/** What a cell has to say, by the attribute that says it on the flat board. */
const MARKS = { legal: "legal", last: "last", preview: "preview", best: "preview", landing: "landing", captured: "captured", pending: "pending", premove: "pending" };

/** The attributes whose change may change the table. */
export const OBSERVED = ["style", "data-c", "data-turn", "data-flow", "data-turned", "data-disc", "data-wall", "data-bonus", "data-joker", "data-at", "data-turns", "data-delta", "data-worth", "aria-busy", ...Object.keys(MARKS).map((name) => `data-${name}`)];

function marksOf(element) {
  const marks = new Set(Object.keys(MARKS).filter((name) => name in element.dataset).map((name) => MARKS[name]));
  if ("legal" in element.dataset && element.matches(":hover")) marks.add("preview");
  if (element.matches(":focus-visible")) marks.add("focus");
  return [...marks];
}

const numbers = (element, ...names) => names.map((name) => Number(element.style.getPropertyValue(name)) || 0);

/** Whose turn it is, as the board shows it. */
const turnOf = (board) => (/^(near|far)$/.test(board.dataset.turn) ? board.dataset.turn : null);

/** What a badge says of a hole: its place in a premove before what a move changes or is worth, as in style/board.css. */
const noteOf = ({ premove, delta }) => (premove === undefined ? delta : `${premove}.`);

/** Who would rather count for themselves sees the number of a pit where they point, and those of the stores. */
const isCounted = (cell) => document.documentElement.dataset.counts !== "off" || cell.matches(".store, :hover, :focus-within");

function mancala(board) {
  const holes = [...board.querySelectorAll(".pit, .cell.store")].map((hole) => {
    const cell = hole.closest(".cell");
    const count = isCounted(cell) ? parseInt(cell.querySelector(".count").textContent.replace(/\D/g, ""), 10) : NaN;
    return { id: hole.id, count: Number.isNaN(count) ? null : count, marks: marksOf(hole), note: noteOf(hole.dataset) };
  });
  const stones = [...board.querySelectorAll(".stones > .stone:not(.shade)")].map((stone) =>
    stone.style.getPropertyValue("--x") === "" ? null : [...numbers(stone, "--x", "--y", "--d", "--l"), Number(stone.dataset.c)],
  );
  const near = board.querySelector(".row.near .pit")?.id.startsWith("north") ? "second" : "first";
  return { pits: board.querySelectorAll(".row.near .pit").length, clockwise: board.dataset.flow === "clockwise", near, turn: turnOf(board), stones, holes };
}

const SIDES = { black: "first", white: "second" };

function pieceOf({ disc, wall, bonus, joker }) {
  if (disc in SIDES) return { disc: SIDES[disc] };
  if (wall !== undefined) return "wall";
  if (bonus !== undefined) return "star";
  return joker === undefined ? null : "joker";
}

function mapello(board) {
  const squares = [...board.querySelectorAll(".sq")]
    .map((square) => {
      const { preview, turns, worth } = square.dataset;
      const place = Number(square.id.slice("sq-".length));
      return { place, piece: pieceOf(square.dataset), marks: marksOf(square), ghost: SIDES[preview], turns: turns !== undefined, note: worth };
    })
    .filter(({ piece, marks, note }) => piece !== null || marks.length > 0 || note !== undefined);
  const [near, far] = ["near", "far"].map((place) => document.querySelector(`.tray-${place}`));
  const trays = near && far ? [near, far].map((tray) => numbers(tray, "--n")[0]) : null;
  const turned = board.querySelector("#sq-1")?.dataset.at === "h";
  return { near: SIDES[near?.dataset.disc] ?? "first", turned, turn: turnOf(board), squares, trays };
}

/** The table of a board's element; null as long as it has nothing to show. */
export function readTable(board) {
  if (board.classList.contains("mapello")) return { mapello: mapello(board) };
  return board.getAttribute("aria-busy") === "true" ? null : { mancala: mancala(board) };
}
