// What the pages of events (tournaments) and of the TV do in a browser: times in the visitor's own time zone (moments.js), counted
// down each second, the own row in the standing, and the buttons that copy and share. The server sends parts anew at any time
// (public/find.js).
const DAY_S = 86_400;

/** A countdown begins with what was left when the server wrote it. What is further away than a day stays in words. */
const tick = () => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    clock.until ??= Date.now() + Number(clock.dataset.until);
    const left = Math.max(0, Math.round((clock.until - Date.now()) / 1000));
    if (left >= DAY_S) continue;
    const [h, m, s] = [left / 3600, (left / 60) % 60, left % 60].map((part) => String(Math.floor(part)).padStart(2, "0"));
    clock.textContent = left < 3600 ? `${Number(m)}:${s}` : `${Number(h)}:${m}:${s}`;
  }
};

const markOwnRow = () => {
  const own = document.querySelector("#live-event-own [data-entrant]")?.dataset.entrant;
  for (const row of document.querySelectorAll("#live-event-table [data-entrant]")) {
    if (row.dataset.entrant === own) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
};

const update = () => {
  localise();
  tick();
  markOwnRow();
};

/** Buttons that need this script are hidden without it, and where the browser cannot do it. */
for (const button of document.querySelectorAll("button[hidden]")) button.hidden = "shareLink" in button.dataset && !navigator.share;

addEventListener("click", async ({ target }) => {
  const { copy, done, shut, shareLink, title } = target.closest?.("button")?.dataset ?? {};
  if (shareLink) navigator.share({ title, url: shareLink }).catch(() => {});
  if (copy === undefined) return;
  const wasCopied = await navigator.clipboard?.writeText(copy).then(() => true, () => false);
  document.getElementById("copied").textContent = wasCopied ? done : shut;
});

update();
setInterval(tick, 1000);
for (const part of document.querySelectorAll("[id^=live-event], [id^=live-tv]")) new MutationObserver(update).observe(part, { childList: true });
