//! Saves a picture of a finished game's position and a film of the game, for the buttons of its page. What lies on the table after
//! each move, and the timeline that leads there, are read from the pages of the moves, as the replay of the page does.
import { readTable } from "./scene-table.js";
import { saveFilm, savePicture } from "./scene-film.js";

const step = (page) => page.getElementById("steps");
const board = (page) => step(page).querySelector(".board");

/** The page of the game after so many moves, without its head: a content security policy would complain of it. */
async function pageAt(address, ply) {
  const answer = await fetch(`${address}/${ply}`);
  if (!answer.ok) throw new Error(`the move answered ${answer.status}`);
  const text = await answer.text();
  return new DOMParser().parseFromString(text.slice(text.lastIndexOf("<main")), "text/html");
}

/** The positions of a game. Each is asked for while the film plays the one before. */
export async function* stepsOf(address, plies) {
  let next = pageAt(address, 0);
  for (let ply = 0; ply <= plies; ply += 1) {
    const page = await next;
    if (ply < plies) next = pageAt(address, ply + 1);
    // It is waited for later: until then its failure is nobody's.
    next.catch(() => {});
    yield { table: readTable(board(page)), timeline: step(page).dataset.film };
  }
}

/** Saves a file as the browser saves downloads. */
function download(blob, name) {
  const ending = { "image/png": "png", "video/mp4": "mp4" }[blob.type.split(";")[0]] ?? "webm";
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `${name}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Ends the film that is being made. */
let filming = null;

async function film({ game, plies, caption, stop, file }, button) {
  filming = new AbortController();
  const [label, name] = [button.querySelector("span"), button.textContent];
  const progress = document.getElementById("filmed");
  const { signal } = filming;
  label.textContent = stop;
  progress.value = 0;
  progress.hidden = false;
  try {
    const count = Number(plies) + 1;
    const onProgress = (share) => (progress.value = share);
    download(await saveFilm({ steps: stepsOf(game, Number(plies)), count, caption, onProgress, signal }), file);
  } catch (problem) {
    if (!signal.aborted) throw problem;
  } finally {
    filming = null;
    label.textContent = name;
    progress.hidden = true;
  }
}

/** What the press of one of the buttons does: a second press on that of the film ends it. */
export async function save(button) {
  if (button.dataset.save === "film") return filming ? filming.abort() : film(button.dataset, button);
  const { caption, file } = button.dataset;
  const table = globalThis.duello?.scene?.() ? undefined : readTable(board(document));
  download(await savePicture({ table, caption }), file);
}
