// Event replay for input before hydration. The server marks the elements that need the page's program (`data-awaits`,
// src/app/ui/el.rs); links and plain forms work by themselves and are left alone. The script stores the last press and the
// values of fields. These controls look as if they had reacted already (`aria-busy`, style/early.css), and the script replays
// their events once the program marks the page as ready. It replays nothing that the visitor did not mean: a control that has
// gone by then, is disabled, or says something else is skipped. A disabled control (`aria-disabled`, a board without a game)
// stores nothing.
((root) => {
  /** The stored input, oldest first: one press, and one value for each field. */
  const stored = new Map();

  // A learner who has begun the lesson resumes it: the first step, which the server has rendered, is not theirs.
  const [, lesson] = /^\/learn\/(\w+)$/.exec(location.pathname) ?? [];
  try {
    root.toggleAttribute("data-resumes", localStorage.getItem(`duello.learn.${lesson}`) > 0);
  } catch {
    // Where storage is forbidden no lesson is resumed.
  }

  const isDisabled = (control) =>
    control.disabled ||
    control.getAttribute("aria-disabled") === "true" ||
    // On a board that still loads, moves are marked as legal a moment before the counts are drawn.
    (!("legal" in control.dataset) && control.closest('[aria-busy="true"]')) ||
    ("resumes" in root.dataset && control.closest(".lesson")) ||
    control.checkVisibility?.({ visibilityProperty: true }) === false;

  /**
   * The text and names of a control. For a square of a board, the names of the whole board, which say all that lies on it: its
   * counts are drawn later than its names.
   */
  const contentOf = (control) => {
    const board = control.closest(".board");
    const whole = board ?? control;
    const named = [whole, ...whole.querySelectorAll("[aria-label]")];
    return named.map((element) => element.getAttribute("aria-label")).join() + (board ? "" : whole.textContent);
  };

  const store = (key, control, value, isFinal = true) => {
    stored.get(key)?.control.removeAttribute("aria-busy");
    stored.delete(key);
    if (isDisabled(control)) return;
    stored.set(key, { control, value, content: contentOf(control), isFinal });
    if (isFinal) control.setAttribute("aria-busy", "true");
  };

  const isChoice = (control) => control.matches("[type=radio], [type=checkbox]");

  const awaitsProgram = (control) =>
    isChoice(control)
      ? control.matches("[data-awaits~=change]")
      : control.closest("[data-awaits~=click]") || (control.type === "submit" && control.form?.matches("[data-awaits~=submit]"));

  const onPress = (event) => {
    // A label passes the press on to its field, and a summary opens its details without a script.
    const control = event.target.closest("a, button, input, label, summary");
    if (!control || control.matches("label, summary") || !awaitsProgram(control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    store(isChoice(control) ? control.name : "press", control);
  };

  const onValue = (event) => {
    const { type, target } = event;
    if (!target.matches("[data-awaits~=change]") || isChoice(target)) return;
    event.stopImmediatePropagation();
    store(target, target, target.value, type === "change");
  };

  // Hydration writes into a field what the server knew. Enter then ends an entry of which the browser tells nobody, because to it
  // nothing has changed: the stored value counts as entered.
  const onEnd = ({ type, key, target }) => {
    const input = stored.get(target);
    if (input && !input.isFinal && (type === "focusout" || key === "Enter")) store(target, target, input.value);
  };

  const replay = ({ control, value, content, isFinal }) => {
    control.removeAttribute("aria-busy");
    // The lobby's script may have replaced the control by a new one (public/find.js).
    const now = control.isConnected || !control.id ? control : document.getElementById(control.id);
    if (!now?.isConnected || isDisabled(now) || contentOf(now) !== content) return;
    if (value === undefined) return now.click();
    now.value = value;
    if (isFinal && now.value === value) now.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const listeners = [["click", onPress], ["input", onValue], ["change", onValue], ["keydown", onEnd], ["focusout", onEnd]];
  for (const [type, listener] of listeners) addEventListener(type, listener, true);
  const observer = new MutationObserver(() => {
    observer.disconnect();
    for (const [type, listener] of listeners) removeEventListener(type, listener, true);
    root.removeAttribute("data-resumes");
    for (const input of stored.values()) replay(input);
  });
  observer.observe(root, { attributeFilter: ["data-ready"] });
})(document.documentElement);
