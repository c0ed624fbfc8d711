// Registers the service worker on static pages, after the page's own resources. Pages with a program do it in public/app.js.
addEventListener("load", () => {
  const language = document.documentElement.lang.slice(0, 2);
  navigator.serviceWorker?.register(`/sw.js?${language}`, { updateViaCache: "none" }).catch(() => {});
});
