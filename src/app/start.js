// What the server has drawn is shown first: over a slow line the page's program, fifteen times as large as its style sheet,
// would hold it up.
const beside = (...scripts) => scripts.forEach((script) => import(`/${script}.js?EDITION`).catch(() => {}));
const start = () => {
  document.head.append(document.getElementById("program").content);
  beside("stage", "notify");
};
// What is of no use before the program is there does not come before it.
const observer = new MutationObserver(() => {
  observer.disconnect();
  beside("camera", "app");
});
observer.observe(document.documentElement, { attributeFilter: ["data-ready"] });
if (document.hidden) start();
else {
  // The first that is painted may be the beginning of the document; the next frame holds all of it.
  const painted = () => requestAnimationFrame(() => setTimeout(start));
  new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
  // Nothing is drawn of what nobody looks at any more; and not every browser says when it has drawn.
  document.addEventListener("visibilitychange", start, { once: true });
  setTimeout(start, 500);
}
