((root, key, names) => {
  root.dataset.scripts = "";
  const apply = (stored) => {
    const set = new URLSearchParams(stored ?? "");
    for (const name of names) {
      if (set.has(name)) root.dataset[name] = set.get(name);
      else delete root.dataset[name];
    }
    for (const angle of ["tilt", "spin"]) {
      if (set.has(angle)) root.style.setProperty(`--free-${angle}`, `${parseFloat(set.get(angle)) || 0}deg`);
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
