// What one does before the page's program is there is not lost. The server marks what waits for the program (`data-awaits`,
// src/app/ui/el.rs); links and plain forms work by themselves and are left alone. The last press is kept, and so is what fields
// were set to. They look as if they had been heard (`aria-busy`, style/early.css), and are done once, when the program says that
// the page is ready. Nothing is done that was not under the finger: what has gone by then, cannot be used or says something
// else is let be. What looks as if it could not be used (`aria-disabled`, a board that is not known yet) keeps nothing.
((root) => {
  /** What was done, oldest first, by what there is one of: one press, and one value of each field. */
  const kept = new Map();

  // Whoever has begun a lesson goes on with it: its first step, which the server has drawn, is not theirs.
  const [, lesson] = /^\/learn\/(\w+)$/.exec(location.pathname) ?? [];
  try {
    root.toggleAttribute("data-resumes", localStorage.getItem(`duello.learn.${lesson}`) > 0);
  } catch {
    // Nothing is kept here.
  }

  const cannot = (control) =>
    control.disabled ||
    control.getAttribute("aria-disabled") === "true" ||
    control.closest('[aria-busy="true"]') ||
    ("resumes" in root.dataset && control.closest(".lesson")) ||
    control.checkVisibility?.({ visibilityProperty: true }) === false;

  /** What an element says to whoever presses it: on a board, with all that lies there. */
  const meaning = (control) => {
    const whole = control.closest(".board") ?? control;
    const named = [whole, ...whole.querySelectorAll("[aria-label]")];
    return named.map((element) => element.getAttribute("aria-label")).join() + whole.textContent;
  };

  const keep = (key, control, value, heard = true) => {
    kept.get(key)?.control.removeAttribute("aria-busy");
    kept.delete(key);
    if (cannot(control)) return;
    kept.set(key, { control, value, means: meaning(control), heard });
    if (heard) control.setAttribute("aria-busy", "true");
  };

  const isChoice = (control) => control.matches("[type=radio], [type=checkbox]");

  const awaits = (control) =>
    isChoice(control)
      ? control.matches("[data-awaits~=change]")
      : control.closest("[data-awaits~=click]") || (control.type === "submit" && control.form?.matches("[data-awaits~=submit]"));

  const press = (event) => {
    // A label presses its field, and a summary opens what it is about.
    const control = event.target.closest("a, button, input, label, summary");
    if (!control || control.matches("label, summary") || !awaits(control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    keep(isChoice(control) ? control.name : "press", control);
  };

  const set = (event) => {
    const { type, target } = event;
    if (!target.matches("[data-awaits~=change]") || isChoice(target)) return;
    event.stopImmediatePropagation();
    keep(target, target, target.value, type === "change");
  };

  const act = ({ control, value, means, heard }) => {
    control.removeAttribute("aria-busy");
    // The lobby's script puts a new one in its place (public/find.js).
    const now = control.isConnected || !control.id ? control : document.getElementById(control.id);
    if (!now?.isConnected || cannot(now) || meaning(now) !== means) return;
    if (value === undefined) return now.click();
    now.value = value;
    if (heard && now.value === value) now.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const heard = [["click", press], ["input", set], ["change", set]];
  for (const [type, hear] of heard) addEventListener(type, hear, true);
  const observer = new MutationObserver(() => {
    observer.disconnect();
    for (const [type, hear] of heard) removeEventListener(type, hear, true);
    root.removeAttribute("data-resumes");
    for (const one of kept.values()) act(one);
  });
  observer.observe(root, { attributeFilter: ["data-ready"] });
})(document.documentElement);
