// What the server has drawn is shown first: over a slow line the page's program, fifteen times as large as its style sheet,
// would hold it up.
const start = () => {
  document.head.append(document.getElementById("program").content);
  for (const script of ["stage", "camera", "notify", "app"]) import(`/${script}.js?EDITION`).catch(() => {});
};
if (document.hidden) start();
else {
  // The first that is painted may be the beginning of the document; the next frame holds all of it.
  const painted = () => requestAnimationFrame(() => setTimeout(start));
  new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  // Nothing is drawn of what nobody looks at any more; and not every browser says when it has drawn.
  document.addEventListener("visibilitychange", start, { once: true });
  setTimeout(start, 500);
}
