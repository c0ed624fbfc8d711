// Moments, which the server writes in UTC, in the visitor's own time zone.
const SHORT = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };

const localise = () => {
  for (const time of document.querySelectorAll("time[data-local]")) {
    delete time.dataset.local;
    const at = new Date(time.dateTime);
    const year = at.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
    const { lang } = document.documentElement;
    time.textContent = at.toLocaleString(lang === "en" ? "en-GB" : lang, { ...SHORT, year });
  }
};
localise();
