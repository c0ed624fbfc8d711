// The games in progress on this device, on the home page, after public/local-archive.js and src/app/device_rows.js in the same
// script: the server knows nothing of them.
/** So many are shown; "my games" has all. */
const HOME_MOST = 10;
const part = document.getElementById("device-games");

const row = (game) => {
  const { computer, players, about } = describe(game);
  const element = part.querySelector("template").content.cloneNode(true);
  element.querySelector("a").href = addressOf(game);
  element.querySelector(`[data-way=${computer ? "person" : "computer"}]`).remove();
  element.querySelector(".name").textContent = players;
  putTexts(element.querySelector(".small"), about);
  return element;
};

const draw = async () => {
  const { games } = await listed(IN_PROGRESS, HOME_MOST);
  const list = part.querySelector("ul");
  list.replaceChildren(...games.map(row));
  list.hidden = games.length === 0;
  const hasPast = async () => (await listed(FINISHED, 1)).count > 0;
  document.documentElement.dataset.device = games.length > 0 ? "some" : (await hasPast()) ? "past" : "none";
};
const begin = async () => {
  const unread = await migrate(false);
  await draw();
  // What is known is shown before more of the program is loaded for the rest.
  if (unread) {
    await migrate(true);
    await draw();
  }
};
const start = () =>
  begin().catch(() => {
    document.documentElement.dataset.device ??= "none";
  });
start();
document.addEventListener("visibilitychange", () => document.hidden || start());
