// What the server has drawn is shown first: over a slow line the page's program, fifteen times as large as its style sheet,
// would hold it up. A module runs when the document and its style sheet are there, so the next frame shows all of it.
const start = () => {
  document.head.append(document.getElementById("program").content);
  for (const script of ["stage", "camera", "notify", "app"]) import(`/${script}.js?EDITION`).catch(() => {});
};
if (document.hidden) start();
else {
  requestAnimationFrame(() => setTimeout(start));
  // Nothing is drawn of what nobody looks at any more.
  document.addEventListener("visibilitychange", start, { once: true });
  setTimeout(start, 500);
}
