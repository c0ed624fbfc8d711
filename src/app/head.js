((root, key, names) => {
  root.dataset.scripts = "";
  const read = (kept) => {
    const set = new URLSearchParams(kept ?? "");
    for (const name of names) {
      if (set.has(name)) root.dataset[name] = set.get(name);
      else delete root.dataset[name];
    }
    for (const angle of ["tilt", "spin"]) {
      if (set.has(angle)) root.style.setProperty(`--free-${angle}`, `${parseFloat(set.get(angle)) || 0}deg`);
    }
    document.querySelector("meta[name=color-scheme]").content = root.dataset.scheme ?? "light dark";
    const wished = !set.has("theme") && matchMedia("(prefers-contrast: more)").matches;
    if (wished) root.dataset.theme = "contrast";
    root.toggleAttribute("data-system", wished);
  };
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) read(event.newValue);
  });
  try {
    read(localStorage.getItem(key));
  } catch {
    read();
  }
})(document.documentElement, KEY, NAMES);
