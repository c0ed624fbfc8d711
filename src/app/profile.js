// What this device alone knows: how games against the computer ended. The page's program counts them under these names.
if (location.search === "?deleted") {
  for (const name of Object.keys(localStorage)) if (name.startsWith("duello.met.")) localStorage.removeItem(name);
}
const table = document.getElementById("met");
let any = false;
for (const row of table?.querySelectorAll("[data-met]") ?? []) {
  const counts = [0, 1, 2].map((end) => {
    try {
      return Number(localStorage.getItem(`duello.met.${row.dataset.met}.${end}`)) || 0;
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
