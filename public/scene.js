//! The board in three dimensions (every camera but "flat"): loads its program, follows the flat board, plays the animation of each
//! move beside `stage.js`, and lays the board's own buttons over the picture, transparent: names, keys, presses and tests are
//! those of the flat board. Draws only while something moves.
const edition = new URL(import.meta.url).search;
const load = (name) => import(`./${name}.js${edition}`);
const [{ readTable, OBSERVED }, { FORCED, isChosen, sceneOn, endScene, light, takeView, keepPlace }] = await Promise.all(["scene-table", "scene-look"].map(load));

const root = document.documentElement;
const program = document.querySelector("meta[name=scene]").content;
/** The side that is near, in whatever words. */
const sideOf = ({ mancala, mapello }) => mancala?.near ?? mapello.turned;
/** So many frames in a row that take longer than this lower the quality by a step. */
const SLOW_FRAMES = 10;
const SLOW_MS = 18;
const LEAST_QUALITY = 2;
/** The board of a table, or of the page of a finished game. */
const BOARD = ".game .stage > .board, .record-board .board";
/** How far a key turns the camera, as a drag over this part of the picture, and how much nearer a step of the wheel comes. */
const STEP = 0.03;
const WHEEL = 1.001;
/** Keys, with Shift: how far across and down, and how much nearer. */
const KEYS = {
  ArrowUp: [0, STEP, 1],
  ArrowDown: [0, -STEP, 1],
  ArrowLeft: [STEP, 0, 1],
  ArrowRight: [-STEP, 0, 1],
  PageUp: [0, 0, 1.1],
  PageDown: [0, 0, 1 / 1.1],
};

const isStill = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
/** The user's own colours are those of the flat board. */
const isPossible = () => FORCED || !matchMedia("(forced-colors: active)").matches;

/** The program, loaded once; its context is asked for anew each time the scene opens. */
let loading;
const loadProgram = () => (loading ??= import(program).then(async (module) => (await module.default(), module)));

class OpenScene {
  constructor(stage, board, module) {
    Object.assign(this, { stage, board, frame: 0, slow: 0, quality: 0, last: 0, cells: [], undo: [] });
    this.canvas = Object.assign(document.createElement("canvas"), { className: "scene", ariaHidden: "true" });
    stage.prepend(this.canvas);
    try {
      this.scene = sceneOn(this.canvas, module);
    } catch (problem) {
      this.canvas.remove();
      throw problem;
    }
    stage.dataset.scene = "";
    this.watch();
    this.look();
    this.read();
    this.resize();
  }

  /** Listens until the scene is closed. */
  on(target, name, act, options) {
    target.addEventListener(name, act, options);
    this.undo.push(() => target.removeEventListener(name, act, options));
  }

  watch() {
    const observe = (observer, target, options) => {
      observer.observe(target, options);
      this.undo.push(() => observer.disconnect());
    };
    // Cells are moved by this script itself.
    const isNews = ({ attributeName, target }) => attributeName !== "style" || target.matches(".stone, .board");
    const follow = (changes) => {
      // New cells have to be laid over the picture as well.
      this.isLaid &&= changes.every(({ type }) => type !== "childList");
      if (changes.some(isNews)) this.read();
    };
    observe(new MutationObserver(follow), this.board, { subtree: true, childList: true, attributeFilter: OBSERVED });
    observe(new MutationObserver(() => this.look()), root, { attributeFilter: ["data-theme", "data-light", "data-motion", "data-camera"] });
    observe(new MutationObserver(() => this.read()), root, { attributeFilter: ["data-counts"] });
    observe(new ResizeObserver(() => this.resize()), this.stage);
    for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) this.on(this.board, name, () => this.read());
    this.on(globalThis, "filmcut", () => this.cut());
    this.on(document, "visibilitychange", () => this.cut());
    this.on(this.canvas, "webglcontextlost", (event) => {
      event.preventDefault();
      this.lost = true;
      this.scene.lost();
      delete this.stage.dataset.scene;
    });
    this.on(this.canvas, "webglcontextrestored", () => {
      try {
        this.scene.restore();
      } catch {
        return fail();
      }
      this.lost = false;
      this.stage.dataset.scene = "";
      this.resize();
    });
    this.steer();
  }

  /** The picture follows the settings. */
  look() {
    light(this.scene);
    this.scene.calm(isStill());
    if (root.dataset.camera !== this.camera && isChosen()) {
      this.camera = root.dataset.camera;
      takeView(this.scene);
      this.arrange();
    }
    this.ask();
  }

  /** … and the board. What changes in one go is read once. */
  read() {
    if (this.isRead) return;
    this.isRead = true;
    queueMicrotask(() => {
      this.isRead = false;
      const table = this.closed ? null : readTable(this.board);
      if (!table) return;
      // Once the board is flipped, one has gone around it.
      const side = sideOf(table);
      if (this.side !== undefined && this.side !== side) this.scene.goAround();
      this.side = side;
      this.scene.show(JSON.stringify(table));
      if (!this.isLaid) this.arrange();
      this.ask();
    });
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    // A page that can be scrolled is, by a finger as well: a table never can.
    this.stage.dataset.scene = root.scrollHeight > root.clientHeight ? "scrolls" : "";
    this.scene.resize(width, height, devicePixelRatio);
    this.arrange();
    this.ask();
  }

  /** Lays the cells of the board over the picture. */
  arrange() {
    if (this.lost || this.side === undefined) return;
    this.isLaid = true;
    const size = [this.canvas.clientWidth, this.canvas.clientHeight];
    const outlines = this.scene.outlines();
    const ids = this.scene.cells().split(" ");
    let at = 0;
    this.cells = ids.flatMap((id) => {
      const corners = outlines[at] ?? 0;
      const [xs, ys] = [0, 1].map((axis) => Array.from({ length: corners }, (_, corner) => outlines[at + 1 + 2 * corner + axis] * size[axis]));
      at += 1 + 2 * corners;
      const cell = document.getElementById(id)?.closest(".cell, .sq");
      if (!cell) return [];
      const [left, top] = corners > 0 ? [Math.min(...xs), Math.min(...ys)] : [0, 0];
      const [wide, high] = corners > 0 ? [Math.max(...xs) - left, Math.max(...ys) - top] : [0, 0];
      for (const [name, length] of Object.entries({ x: left, y: top, wide, high })) cell.style.setProperty(`--on-${name}`, `${length.toFixed(1)}px`);
      const outline = xs.map((x, corner) => `${(x - left).toFixed(1)}px ${(ys[corner] - top).toFixed(1)}px`);
      cell.style.setProperty("--on-outline", `polygon(${outline.join()})`);
      return [cell];
    });
  }

  /** Plays the film of a move, beside what `stage.js` does with the flat board. */
  play(timeline, pace) {
    const table = readTable(this.board);
    if (this.lost || !table) return;
    this.scene.play(JSON.stringify(table), timeline, pace);
    this.ask();
  }

  /** A film that is cut short ends at once. */
  cut() {
    this.scene.cut();
    this.ask();
  }

  /** Draws one frame, and further ones as long as something moves. */
  ask() {
    if (this.frame || this.closed || this.lost || document.hidden) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      if (this.closed || this.lost) return;
      const next = this.scene.frame(now);
      this.measure(next === 0 ? now : 0);
      if (next === 0) this.ask();
      else if (next > 0) this.later ??= setTimeout(() => ((this.later = undefined), this.ask()), next);
    });
  }

  /** A device that is too slow for this gets less of it. */
  measure(now) {
    const isSlow = now > 0 && this.last > 0 && now - this.last > SLOW_MS;
    this.slow = isSlow ? this.slow + 1 : 0;
    this.last = now;
    if (this.slow < SLOW_FRAMES || FORCED) return;
    this.slow = 0;
    this.quality += 1;
    if (this.quality <= LEAST_QUALITY) this.scene.quality(this.quality);
    else if (this.quality === LEAST_QUALITY + 1) dispatchEvent(new Event("sceneslow"));
  }

  /** The camera is turned by a drag beside the board, by two fingers, the wheel, and Shift with one of `KEYS`; Shift+Home brings it back. */
  steer() {
    const { stage, canvas } = this;
    const pointers = new Map();
    let isTurning = false;
    const turned = () => (this.arrange(), this.ask());
    this.on(stage, "pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      isTurning = pointers.size === 2 || event.button === 2 || (event.button === 0 && !event.target.closest("button, a, .offer, .lost"));
      // The finger that came first may be on a cell: it turns the camera as well, and presses nothing.
      if (isTurning) for (const id of pointers.keys()) stage.setPointerCapture(id);
    }, true);
    this.on(globalThis, "pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      pointers.set(event.pointerId, event);
      if (!isTurning) return;
      const other = [...pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
      const distance = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const nearer = other ? distance(event) / Math.max(1, distance(before)) : 1;
      const [across, down] = [event.clientX - before.clientX, event.clientY - before.clientY].map((by) => by / pointers.size);
      this.scene.drag(across / canvas.clientWidth, down / canvas.clientHeight, nearer);
      turned();
    });
    for (const name of ["pointerup", "pointercancel"]) {
      this.on(globalThis, name, ({ pointerId }) => pointers.delete(pointerId) && isTurning && keepPlace(this.scene));
    }
    this.on(stage, "contextmenu", (event) => event.preventDefault());
    this.on(stage, "wheel", (event) => {
      if (stage.dataset.scene === "scrolls") return;
      event.preventDefault();
      this.scene.drag(0, 0, WHEEL ** -event.deltaY);
      turned();
      keepPlace(this.scene);
    }, { passive: false });
    this.on(globalThis, "keydown", (event) => {
      const by = KEYS[event.key];
      if (!event.shiftKey || !event.target.closest?.(".board") || !(by || event.key === "Home")) return;
      event.preventDefault();
      event.stopPropagation();
      if (by) this.scene.drag(...by);
      else this.scene.view(this.camera);
      turned();
      keepPlace(this.scene);
    }, true);
  }

  close() {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.later);
    for (const undo of this.undo) undo();
    delete this.stage.dataset.scene;
    for (const cell of this.cells) {
      for (const name of ["x", "y", "wide", "high", "outline"]) cell.style.removeProperty(`--on-${name}`);
    }
    this.canvas.remove();
    endScene(this.scene, this.canvas);
  }
}

/** The open scene. */
let open = null;

function close() {
  open?.close();
  open = null;
}

/** Without WebGL2, or where it would be drawn in software, the flat board stays: the page says so, and forgets the choice. */
function fail() {
  close();
  dispatchEvent(new Event("scenefailed"));
}

/** Opens the scene over the board of the page, and closes it when it is not wanted any more or the board has gone. */
async function follow() {
  const board = document.querySelector(BOARD);
  const stage = board?.parentElement;
  if (open && (open.board !== board || !isChosen())) close();
  if (!isChosen() || !stage || open || !isPossible()) return;
  const module = await loadProgram().catch(() => {
    // Without a network, and not kept yet: the board is flat until there is one.
    loading = undefined;
    addEventListener("online", follow, { once: true });
  });
  if (!module || open || !isChosen() || !board.isConnected) return;
  try {
    open = new OpenScene(stage, board, module);
  } catch {
    fail();
  }
}

globalThis.duello = { ...globalThis.duello, film: (timeline, pace) => open?.play(timeline, pace), scene: () => open };
new MutationObserver(follow).observe(root, { attributeFilter: ["data-camera"] });
new MutationObserver(follow).observe(document.body, { subtree: true, childList: true });
follow();
