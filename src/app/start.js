// Loads the page's program after the first paint: over a slow line the program, fifteen times as large as the style sheet,
// would delay what the server has rendered.
const load = (...scripts) => scripts.forEach((script) => import(`/${script}.js?EDITION`).catch(() => {}));
const start = () => {
  document.head.append(document.getElementById("program").content);
  load("stage", "notify");
};
// Scripts that are of no use without the program are loaded after it.
const observer = new MutationObserver(() => {
  observer.disconnect();
  load("camera", "app");
});
observer.observe(document.documentElement, { attributeFilter: ["data-ready"] });
if (document.hidden) start();
else {
  // The first paint may show only the beginning of the document; the next frame shows all of it.
  const painted = () => requestAnimationFrame(() => setTimeout(start));
  new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  // A page that is hidden meanwhile is not painted, and not every browser reports its paints.
  document.addEventListener("visibilitychange", start, { once: true });
  setTimeout(start, 500);
}
