// Pages with a program find out what is new, and when they are old (public/app.js). Here what the page itself needs goes first.
addEventListener("load", () => {
  const language = document.documentElement.lang.slice(0, 2);
  navigator.serviceWorker?.register(`/sw.js?${language}`, { updateViaCache: "none" }).catch(() => {});
});
