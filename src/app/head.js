((root, key, names) => {
  root.dataset.scripts = "";
  // What settings of earlier versions were called.
  const RENAMED = { camera: { low: "seat", scene: "table" }, light: { day: "window" } };
  const apply = (stored) => {
    const set = new URLSearchParams(stored ?? "");
    for (const name of names) {
      const value = set.get(name);
      if (value === null) delete root.dataset[name];
      else root.dataset[name] = RENAMED[name]?.[value] ?? value;
    }
    document.querySelector("meta[name=color-scheme]").content = root.dataset.scheme ?? "light dark";
    const highContrast = !set.has("theme") && matchMedia("(prefers-contrast: more)").matches;
    if (highContrast) root.dataset.theme = "contrast";
    root.toggleAttribute("data-system", highContrast);
  };
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) apply(event.newValue);
  });
  try {
    apply(localStorage.getItem(key));
  } catch {
    apply();
  }
})(document.documentElement, KEY, NAMES);
