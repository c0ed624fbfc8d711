// The TV page: each move that comes is played on the board as at a table, without sounds. The server sends the board after the move
// (public/find.js), with the film of its last one.
const screen = document.getElementById("live-tv-game");

/** Which move of which game is shown. */
const shownMove = () => {
  const { game, ply, film } = screen.querySelector("[data-ply]")?.dataset ?? {};
  return { game, ply: Number(ply), film };
};

/** The speed of animations in percent of the usual one, as at tables (src/app/game/view/playback.rs); 0 without motion. */
const speed = () => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, fast: 200, slow: 50 }[document.documentElement.dataset.motion] ?? 100;
};

const isSound = (act) => act.startsWith("sound");
let last = shownMove();
new MutationObserver(() => {
  const now = shownMove();
  const isNext = now.game === last.game && now.ply === last.ply + 1;
  if (now.game !== last.game || now.ply !== last.ply) globalThis.duello?.finish();
  if (isNext && now.film && speed()) globalThis.duello?.play(now.film.split("\n").filter((act) => !isSound(act)).join("\n"), speed());
  last = now;
}).observe(screen, { childList: true });
