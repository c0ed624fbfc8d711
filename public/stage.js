// Plays the animation timeline of a move. The page shows the state after a move at once and hands over the
// timeline: a line for each act, at the usual speed (src/app/game/animation/timeline.rs). All acts are Web Animations that
// begin and end together and change nothing but transform and opacity: between the first and the last frame
// nothing is laid out or painted.
const sound = await import(`./sound.js${new URL(import.meta.url).search}`);

/** With more stones than this they fly without shadows: each shadow is one layer more for the compositor. So is a stone that is pushed. */
const MAX_SHADOWS = 30;
const MAX_PUSHED = 60;
const GLIDE = "cubic-bezier(.45, .05, .55, .95)";
const RISE = "cubic-bezier(.2, .6, .4, 1)";
const FALL = "cubic-bezier(.6, 0, .8, .4)";

const find = (selector) => document.querySelector(selector);

/** The functions that undo the running animation's changes to the document. */
let undoSteps = [];

const clear = () => {
  const steps = undoSteps;
  undoSteps = [];
  for (const undo of steps) undo();
};

const finish = () => {
  if (undoSteps.length > 0) {
    clear();
    // What waits for the end of the film waits no longer.
    dispatchEvent(new Event("filmcut"));
  }
  sound.stop();
};

/** Sets an attribute on an element, or inserts an element, for as long as the animation runs. */
const setAttribute = (element, name) => {
  element.setAttribute(name, "");
  undoSteps.push(() => element.removeAttribute(name));
};
const insert = (element, parent) => {
  parent.append(element);
  undoSteps.push(() => element.remove());
  return element;
};

/** Groups the acts of one kind by their element. */
const grouped = (acts, kind) => {
  const groups = new Map();
  for (const [what, on, ...rest] of acts) {
    if (what === kind) groups.set(on, [...(groups.get(on) ?? []), rest.map(Number)]);
  }
  return groups;
};

/** The centre of an element on the screen. */
const centre = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

const show = (acts, end, pace) => {
  let latest;
  const tracks = [];
  /**
   * Animates an element along a track of [time, style, easing from there]. Lengths must not be percentages:
   * the compositor does not run animations that depend on the size of a box.
   */
  const animate = (element, track, pseudoElement) => tracks.push([element, track, pseudoElement]);
  const start = ([element, track, pseudoElement]) => {
    const whole = [[0, track[0][1]], ...track, [end, track.at(-1)[1]]];
    const frames = whole.map(([at, look, easing = "linear"]) => ({ ...look, easing, offset: Math.min(at / end, 1) }));
    const animation = element.animate(frames, { id: "film", duration: end * pace, pseudoElement });
    undoSteps.push(() => animation.cancel());
    // All animations end at once; the one created last cleans up.
    animation.onfinish = () => animation === latest && clear();
    latest = animation;
  };

  /** Shows an element from one moment to another; a changed number pulses. */
  const blink = (element, since, until) => {
    const look = (opacity, scale = 1) => ({ opacity, transform: `scale(${scale})` });
    animate(element, [
      ...(since > 0 ? [[since, look(0)], [since, look(1, 1.25), RISE]] : []),
      [Math.min(since + 140, until), look(1)],
      ...(until < end ? [[until, look(1)], [until, look(0)]] : []),
    ]);
  };

  // Particles lie in one layer over everything, and move along parabolas.
  let layer;
  const particle = (kind, [x, y], at, life, [bendX, bendY], [endX, endY], grow = 0) => {
    layer ??= insert(Object.assign(document.createElement("div"), { className: "motes", ariaHidden: "true" }), document.body);
    const element = Object.assign(document.createElement("i"), { className: kind });
    element.style.cssText = `left:${x}px;top:${y}px`;
    layer.append(element);
    const steps = Array.from({ length: 9 }, (_, step) => {
      const s = step / 8;
      const along = (bend, goal) => `${(2 * s * (1 - s) * bend + s * s * goal).toFixed(1)}px`;
      return [at + life * s, { translate: `${along(bendX, endX)} ${along(bendY, endY)}`, scale: 1 + (grow - 1) * s * s, opacity: 1 - s ** 6 }];
    });
    animate(element, [[at, { ...steps[0][1], opacity: 0 }], ...steps]);
  };
  const around = (count, each) => {
    for (let place = 0; place < count; place += 1) each(((place + Math.random()) / count) * 2 * Math.PI, 0.6 + Math.random() * 0.6);
  };

  const cues = {
    glow: (on, at) => animate(find(`#${on}`), [[at, { opacity: 0 }], [at + 200, { opacity: 1 }, RISE], [end, { opacity: 0 }]], "::before"),
    burst: (on, at) => {
      const from = find(`#${on} > .hollow`);
      const far = from.offsetWidth;
      around(12, (angle, by) => {
        const goal = [Math.cos(angle) * far * by, Math.sin(angle) * far * by];
        particle("mote", centre(from), at, 420 + by * 120, goal.map((value) => value * 0.8), [goal[0], goal[1] + far * 0.3]);
      });
    },
    drop: (on, at) => {
      const high = { opacity: 0, translate: "0 -.2em", scale: 1.45 };
      const low = { opacity: 1, translate: "0 0", scale: 1 };
      const square = find(`#${on}`);
      setAttribute(square, "data-fall");
      animate(square.querySelector(".disc"), [[at, high, FALL], [at + 160, low, RISE], [at + 200, { ...low, scale: 0.95 }, GLIDE], [at + 270, low]]);
    },
    turn: (on, at, millis) => {
      const square = find(`#${on}`);
      const disc = square.querySelector(".disc");
      setAttribute(square, "data-flip");
      // The two faces of the disc turn and rise a little; the disc itself stays in its place.
      const turned = (degrees, scale = 1) => ({ transform: `perspective(20rem) scale(${scale}) rotateY(${degrees}deg)` });
      const faces = { "::before": -180, "::after": 0 };
      for (const [face, from] of Object.entries(faces)) {
        animate(disc, [[at, turned(from), "ease-in"], [at + millis / 2, turned(from + 90, 1.14), "ease-out"], [at + millis, turned(from + 180)]], face);
      }
    },
    light: (on, at) => animate(find(`#${on}`), [[at, { scale: 1 }, RISE], [at + 180, { scale: 1.5 }, GLIDE], [at + 600, { scale: 1 }]], "::before"),
    star: (on, at, near) => {
      const square = find(`#${on}`);
      const from = centre(square);
      const score = find(`.plate-${near ? "near" : "far"} .score`);
      // Where there are no plates the sparks fly up.
      const [goalX, goalY] = score ? centre(score) : [from[0], from[1] - 4 * square.offsetHeight];
      particle("mote-star", from, at, 320, [0, 0], [0, 0], 2.4);
      around(9, (angle, by) => {
        const far = square.offsetWidth * 2 * by;
        particle("mote mote-spark", from, at, 380 + by * 240, [Math.cos(angle) * far, Math.sin(angle) * far], [goalX - from[0], goalY - from[1]], 0.5);
      });
    },
    fountain: (on, at) => {
      const source = find(/^(near|far)$/.test(on) ? `.plate-${on} .score` : `#${on} > .hollow`);
      if (!source) return;
      const from = centre(source);
      const height = Math.min(innerHeight, innerWidth) * 0.42;
      for (let drop = 0; drop < 26; drop += 1) {
        const aside = (Math.random() - 0.5) * height * 0.9;
        const up = -height * (0.7 + Math.random() * 0.6);
        particle(`mote mote-${drop % 3}`, from, at + drop * 14, 800 + Math.random() * 120, [aside / 2, up], [aside, height * 0.25], 0.4);
      }
    },
  };

  for (const [what, on, at, more] of acts) cues[what]?.(on, Number(at), Number(more));

  // Stones move in units of the board, so that they stay on it. Their shadows are separate elements: browsers restart an animation within an animated element whenever the outer one moves.
  const flying = grouped(acts, "fly");
  const stones = [...(find(".stones")?.children ?? [])];
  const board = getComputedStyle(find(".board"));
  const [long, short, unit] = ["--long", "--short", "--u"].map((name) => parseFloat(board.getPropertyValue(name)));
  const upright = matchMedia("(orientation: portrait)").matches;
  // A place: the centre on the board, and the stone's size.
  const placed = ([x, y, diameter]) => [...(upright ? [y * short, (1 - x) * long] : [x * long, y * short]), diameter * unit];
  /** A lifted stone is seen further up. */
  const above = (x, y, high) => `${x}px ${y - high}px`;
  const inFlight = [...flying.values()].filter((legs) => legs.some(([, , , flies]) => flies)).length;
  const pushed = flying.size - inFlight;
  for (const [number, legs] of flying) {
    const stone = stones[number];
    if (!stone) continue;
    const flies = legs.some(([, , , flies]) => flies);
    if (!flies && pushed > MAX_PUSHED) continue;
    // The flight of a stone: times, places, and its height above its layer in stones.
    const flight = [];
    legs.forEach(([lift, start, land, flies, ...places], leg) => {
      const next = legs[leg + 1];
      const [from, to] = [placed(places), placed(places.slice(4))];
      const held = lift < start ? 0.5 : 0;
      flight.push([lift, from, 0]);
      if (held) flight.push([Math.min(lift + 90, start), from, held], [start, from, held]);
      for (let step = 1; step <= 8; step += 1) {
        const s = step / 8;
        const way = s * s * (3 - 2 * s);
        flight.push([start + (land - start) * s, from.map((value, axis) => value + (to[axis] - value) * way), flies * (held * (1 - s) + 4.6 * s * (1 - s))]);
      }
      if (flies && (next?.[0] ?? end) >= land + 130) flight.push([land + 50, to, 0.2], [land + 100, to, 0], [land + 115, to, 0.05], [land + 130, to, 0]);
    });
    // Its own size is the one at the end, and its place that of its corner.
    const rest = flight.at(-1)[1][2];
    const half = rest / 2;
    if (flies) setAttribute(stone, "data-fly");
    animate(stone, flight.map(([when, [x, y, size], high]) => [when, { translate: above(x - half, y - half, high * size), scale: (size / rest) * (1 + 0.15 * Math.min(high, 1)) }]));
    if (!flies || inFlight > MAX_SHADOWS) continue;
    const shadow = insert(stone.cloneNode(), stone.parentElement);
    shadow.className = "stone shade";
    animate(shadow, flight.map(([when, [x, y, size], high]) => [
      when,
      { translate: `${x - half + 0.3 * high * size}px ${y - half + 0.2 * high * size}px`, scale: (size / rest) * (1 - 0.1 * high), opacity: 1 - 0.4 * Math.min(high, 1) },
    ]));
  }

  // Changing numbers: a copy of the element for each old number, shown in its time.
  for (const [on, counts] of grouped(acts, "count")) {
    const count = find(/^(near|far)$/.test(on) ? `.plate-${on} .score` : `.cell:is(#${on}, :has(> #${on})) > .count`);
    // A lesson has no plates.
    if (!count) continue;
    let since = 0;
    for (const [until, number] of counts) {
      if (until <= since) continue;
      const copy = insert(count.cloneNode(true), count.parentElement);
      copy.ariaHidden = "true";
      [...copy.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE).data = number;
      blink(copy, since, until);
      since = until;
    }
    if (since > 0) blink(count, since, end);
  }

  // All animations are started together: changes to the document between two of them would force a layout for
  // each.
  for (const track of tracks) start(track);
};

/** Plays an animation timeline, at so many percent of the usual speed; at 0 it is only heard. */
const play = (timeline, speed) => {
  clear();
  sound.stop();
  if (document.hidden) return;
  const [[end], ...acts] = timeline.split("\n").map((line) => line.split(" "));
  sound.play(acts, 100 / (speed || 150));
  if (speed === 0) return;
  try {
    show(acts, Number(end), 100 / speed);
    // The board in three dimensions, where it is open.
    globalThis.duello.film?.(timeline, 100 / speed);
  } catch (problem) {
    // The board does not fit the timeline: it is shown without animation.
    clear();
    console.error(problem);
  }
};

for (const input of ["pointerdown", "keydown"]) addEventListener(input, finish, true);
document.addEventListener("visibilitychange", finish);

/** Calls a visitor whose tab is hidden: it is their turn, or somebody has come. */
const ring = () => document.hidden && sound.play([["sound", "turn", 0, 0, 50]], 1, true);

globalThis.duello = { ...globalThis.duello, play, finish, ring, sound: (name) => document.hidden || sound.play([["sound", name, 0, 0, 50]], 1) };
