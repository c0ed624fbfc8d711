// The games in progress on this device, on the home page: the server knows nothing of them. Who has never played here is spared
// the scripts that list them.
/** So many are shown; "my games" has all. */
const HOME_MOST = 10;
const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
const part = document.getElementById("device-games");

/** Whether this device has, or had, a game of this version or an earlier one. */
const hasPlayed = () => {
  const isOfGames = (key) => key === keys.archived || [keys.game, ...keys.logs].some((game) => key.startsWith(game));
  try {
    return Object.keys(localStorage).some(isOfGames);
  } catch {
    // The storage is shut: only the archive knows.
    return true;
  }
};

let loading;
const load = () => {
  loading ??= Promise.all([import("/local-archive.js?EDITION"), import("/device-rows.js?EDITION")]).then(([archive, rows]) => ({ ...archive, ...rows }));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

const draw = async ({ IN_PROGRESS, FINISHED, listed, describe, addressOf, putTexts }) => {
  const row = (game) => {
    const { computer, players, about } = describe(game);
    const element = part.querySelector("template").content.cloneNode(true);
    element.querySelector("a").href = addressOf(game);
    element.querySelector(`[data-way=${computer ? "person" : "computer"}]`).remove();
    element.querySelector(".name").textContent = players;
    putTexts(element.querySelector(".small"), about);
    return element;
  };
  const { games } = await listed(IN_PROGRESS, HOME_MOST);
  const list = part.querySelector("ul");
  list.replaceChildren(...games.map(row));
  list.hidden = games.length === 0;
  const hasPast = async () => (await listed(FINISHED, 1)).count > 0;
  document.documentElement.dataset.device = games.length > 0 ? "some" : (await hasPast()) ? "past" : "none";
};
const begin = async () => {
  const modules = await load();
  const unread = await modules.migrate(false);
  await draw(modules);
  // What is known is shown before more of the program is loaded for the rest.
  if (unread) {
    await modules.migrate(true);
    await draw(modules);
  }
};
const start = () =>
  (loading || hasPlayed() ? begin() : Promise.reject()).catch(() => {
    // Whether there are games is not known where their scripts did not come.
    if (!hasPlayed()) document.documentElement.dataset.device ??= "none";
  });
start();
document.addEventListener("visibilitychange", () => document.hidden || start());
