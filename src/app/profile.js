// What this device alone knows: its games, and how those against the computer ended (src/client/storage/keys.rs), and the archive
// (public/local-archive.js).
const keys = JSON.parse(document.querySelector("meta[name=storage-keys]").content);
const isPersonal = (name) => keys.personal.some((key) => name === key || name.startsWith(`${key}.`));
const forget = () =>
  new Promise((done) => {
    for (const name of Object.keys(localStorage)) {
      if (isPersonal(name)) localStorage.removeItem(name);
    }
    const gone = indexedDB.deleteDatabase("duello");
    // One that is still being read goes when that is over.
    gone.onsuccess = gone.onerror = gone.onblocked = done;
  });
beforeSubmit(document.querySelector('form[action="/me/forget"]'), async (form) => {
  if (!(await confirmed(form))) return false;
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  // Sent as a form, it says what was wrong.
  if (!answer?.redirected) return true;
  // To leave the page while its answer is still read would break that off.
  await answer.text().catch(() => "");
  // What this device has goes when the server's is gone. Where nothing can be stored, nothing has to go.
  if (new URL(answer.url).search === "?deleted") await forget().catch(() => {});
  location.assign(answer.url);
  return false;
});
const table = document.getElementById("met");
let any = false;
for (const row of table?.querySelectorAll("[data-met]") ?? []) {
  const counts = [0, 1, 2].map((end) => {
    try {
      return Number(localStorage.getItem(`${keys.results}.${row.dataset.met}.${end}`)) || 0;
    } catch {
      return 0;
    }
  });
  const all = counts[0] + counts[1] + counts[2];
  [all, ...counts].forEach((count, index) => { row.cells[index + 1].textContent = count; });
  row.hidden = all === 0;
  any ||= all > 0;
}
if (any) {
  table.hidden = false;
  document.getElementById("no-met").hidden = true;
}
