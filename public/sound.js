// Synthesises the sounds of moves by Web Audio: each is made of a few struck partials and a little noise, in
// the timbre of the theme. Times are those of the audio clock, so that a stone is heard when it lands. A
// sound that cannot be played now is dropped, not delayed.
const { dataset } = document.documentElement;

/**
 * For each theme: its lowest tone, its partials (multiple of the tone, loudness, duration), and the knock of
 * its wood or stone (frequency, sharpness, loudness, duration).
 */
const TIMBRES = {
  walnut: [392, [[1, 1, 0.11], [2.58, 0.4, 0.06], [5.1, 0.16, 0.035]], [1500, 1.2, 0.9, 0.03]],
  marble: [587, [[1, 0.8, 0.16], [2.76, 0.45, 0.1], [5.4, 0.25, 0.06]], [3600, 1.6, 0.5, 0.018]],
  night: [659, [[1, 0.8, 0.5], [2, 0.3, 0.34], [3.01, 0.22, 0.24], [5.43, 0.1, 0.12]], [5200, 2, 0.16, 0.012]],
  garden: [330, [[1, 1, 0.13], [3.02, 0.3, 0.07], [6.2, 0.08, 0.03]], [820, 0.9, 1, 0.045]],
  contrast: [440, [[1, 0.9, 0.08], [2, 0.3, 0.05]], [1200, 1, 0.3, 0.02]],
};
/** A pentatonic scale, in semitones: any two tones of it sound well together. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24, 26];

/** Sounds made of tones: time (ms), semitones up, loudness, duration (times the timbre's). */
const TONES = {
  again: [[0, 12, 0.4, 3], [110, 19, 0.4, 4]],
  bonus: [[0, 12, 0.3, 3], [60, 16, 0.3, 3], [120, 19, 0.3, 3], [180, 24, 0.34, 5]],
  joker: [[0, 7, 0.22, 3], [70, 14, 0.22, 3]],
  pass: [[0, 7, 0.3, 3], [150, 2, 0.3, 4]],
  turn: [[0, 12, 0.16, 3]],
  low: [[0, 12, 0.4, 2], [160, 12, 0.4, 2], [320, 12, 0.4, 2]],
  chat: [[0, 19, 0.18, 1.5], [70, 24, 0.18, 2]],
  no: [[0, -5, 0.35, 1], [90, -5, 0.3, 1]],
  win: [[0, 0, 0.36, 4], [120, 4, 0.36, 4], [240, 7, 0.36, 4], [360, 12, 0.4, 8], [360, 7, 0.2, 8]],
  loss: [[0, 7, 0.3, 4], [200, 4, 0.3, 4], [420, 0, 0.3, 8]],
  draw: [[0, 7, 0.3, 4], [220, 7, 0.3, 6]],
};

/** Vibration for each sound, in milliseconds. */
const VIBRATIONS = { stone: 6, capture: 30, disc: 14, flip: 6, bonus: 40, again: 24, pass: 50, low: 90, win: 120, loss: 60, draw: 60, no: 20 };

/**
 * The output of all sounds of a context: a small room, and a limiter. Returns the node to play into, and the
 * volume.
 */
export const createOutput = (context) => {
  const [into, room, wet, limit, volume] = [context.createGain(), context.createConvolver(), context.createGain(), context.createDynamicsCompressor(), context.createGain()];
  room.buffer = noise(context, 0.4, (at) => (1 - at) ** 5);
  into.gain.value = 0.8;
  wet.gain.value = 0.25;
  limit.threshold.value = -14;
  limit.knee.value = 8;
  limit.ratio.value = 14;
  limit.attack.value = 0.002;
  limit.release.value = 0.12;
  into.connect(limit);
  into.connect(room).connect(wet).connect(limit);
  limit.connect(volume).connect(context.destination);
  return { context, into, volume, noise: noise(context, 0.1, () => 1) };
};

const noise = (context, seconds, shape) => {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * shape(at / length);
  return buffer;
};

/**
 * Schedules one sound on an output at a time of its clock. `intensity` is how many stones lie there already, or
 * how far a wave has come; `x` is the position in percent from the left. Returns the node, to cancel it
 * before it is heard.
 */
export const scheduleSound = ({ context, into, noise }, what, start, intensity, x) => {
  const [base, partials, knock] = TIMBRES[dataset.theme] ?? TIMBRES.walnut;
  const place = context.createStereoPanner();
  place.pan.value = (x - 50) / 100;
  place.connect(into);

  /** An envelope that starts at this level and decays. */
  const fade = (at, level, seconds, attack = 0.0015) => {
    const node = context.createGain();
    node.gain.setValueAtTime(0, at);
    node.gain.linearRampToValueAtTime(level, at + attack);
    node.gain.setTargetAtTime(0, at + attack, seconds / 4);
    node.connect(place);
    return node;
  };
  const tone = (at, frequency, level, seconds, falls = 1) => {
    const source = context.createOscillator();
    source.frequency.setValueAtTime(frequency, at);
    if (falls < 1) source.frequency.exponentialRampToValueAtTime(frequency * falls, at + seconds);
    source.connect(fade(at, level, seconds));
    source.start(at);
    source.stop(at + seconds * 2);
  };
  const tap = (at, frequency, sharp, level, seconds) => {
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = frequency;
    filter.Q.value = sharp;
    source.connect(filter).connect(fade(at, level, seconds));
    source.start(at, 0, seconds * 2);
  };
  /** Strikes a body: all its partials, at this pitch. */
  const strikeBody = (at, halfTones, level, long = 1) => {
    for (const [times, loud, lasts] of partials) {
      const frequency = base * 2 ** (halfTones / 12) * times;
      if (frequency < 12000) tone(at, frequency, level * loud * 0.3, Math.min(lasts * long, 1.2));
    }
  };
  const wood = (at, level, low = 1) => tap(at, knock[0] * low, knock[1], knock[2] * level, knock[3]);
  const step = (count) => SCALE[Math.min(count, SCALE.length - 1)];
  /** Glass beads that strike each other. */
  const glass = (at, count, level) => {
    const pitch = 2100 * 2 ** (step(count) / 24);
    tone(at, pitch, level * 0.1, 0.05);
    tone(at, pitch * 1.83, level * 0.06, 0.03);
  };

  const sounds = {
    stone: () => {
      strikeBody(start, step(intensity), 0.55, intensity > 0 ? 0.8 : 1);
      wood(start, intensity > 0 ? 0.25 : 0.5);
      if (intensity > 0) glass(start, intensity, 1);
    },
    capture: () => {
      tone(start, 150, 0.3, 0.12, 0.6);
      for (let bead = 0; bead <= Math.min(intensity, 6); bead += 1) glass(start + 0.03 * bead + 0.012 * (bead % 2), bead * 2, 1.1);
      wood(start, 0.4, 0.7);
    },
    disc: () => {
      tone(start, 170, 0.34, 0.09, 0.55);
      tap(start, 520, 0.7, 0.45, 0.04);
      strikeBody(start, 7, 0.2, 0.5);
    },
    flip: () => {
      strikeBody(start, step(intensity) + 5, 0.26, 0.7);
      tap(start, 1300, 1, 0.22, 0.02);
    },
  };
  if (sounds[what]) sounds[what]();
  else for (const [after, halfTones, level, long] of TONES[what] ?? []) strikeBody(start + after / 1000, halfTones, level, long);
  return place;
};

/** The audio output of this page, once the visitor has touched it, and the sounds still to come. */
let output;
let scheduled = [];
let stopCount = 0;

/**
 * A running audio context costs power even when silent: after so long it is suspended until something is
 * played or touched.
 */
const SUSPEND_MS = 8000;
let [suspendTimer, silentFrom] = [0, 0];
const resume = (soundsFor = 0, isHeardHidden = false) => {
  const now = performance.now();
  silentFrom = Math.max(silentFrom, now + soundsFor);
  clearTimeout(suspendTimer);
  suspendTimer = setTimeout(() => output.context.suspend(), silentFrom - now + SUSPEND_MS);
  return output.context.state === "running" || (document.hidden && !isHeardHidden) ? undefined : output.context.resume();
};

const volume = () => (Number(dataset.sound ?? 70) / 100) ** 2;

/** Browsers allow sound only after a touch or a key; the context starts then, on pages that have sounds. */
const unlock = () => {
  if (volume() === 0 || navigator.userActivation?.isActive === false || !document.querySelector(".game, .ready-bar")) return;
  output ??= createOutput(new AudioContext({ latencyHint: "interactive" }));
  resume();
};
for (const input of ["pointerdown", "click", "keydown"]) addEventListener(input, unlock, true);
document.addEventListener("visibilitychange", () => (document.hidden ? output?.context.suspend() : output && resume()));

/**
 * Plays the sounds of an animation timeline. `pace`: how many times longer than usual it takes. `isHeardHidden`: in a hidden
 * tab as well, of which only a call is to be heard.
 */
export const play = async (acts, pace, isHeardHidden = false) => {
  const sounds = acts.filter(([kind]) => kind === "sound").map(([, what, ...rest]) => [what, ...rest.map(Number)]);
  vibrate(sounds, pace);
  // Faster than twice the usual speed the sounds would be mere noise.
  if (!output || volume() === 0 || pace < 0.5 || output.context.state === "closed") return;
  output.volume.gain.value = volume();
  const began = performance.now();
  const before = stopCount;
  await resume(sounds.reduce((until, [, at]) => Math.max(until, at * pace), 0), isHeardHidden);
  // Sounds that were stopped meanwhile are skipped, and so are those long over.
  if (before !== stopCount || output.context.state !== "running") return;
  scheduled = scheduled.filter(({ start }) => start > output.context.currentTime);
  const now = output.context.currentTime + 0.02 - (performance.now() - began) / 1000;
  for (const [what, at, intensity, x] of sounds) {
    const start = now + (at * pace) / 1000;
    const soon = Math.max(start, output.context.currentTime);
    if (soon - start < 0.15) scheduled.push({ start: soon, node: scheduleSound(output, what, soon, intensity, x) });
  }
};

/** Stops the sounds that have not begun. */
export const stop = () => {
  const now = output?.context.currentTime;
  for (const { start, node } of scheduled) if (start > now) node.disconnect();
  scheduled = [];
  stopCount += 1;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(0);
};

const vibrate = (sounds, pace) => {
  if (dataset.vibration === "off" || !navigator.vibrate || !navigator.userActivation?.hasBeenActive) return;
  const pattern = [];
  let until = 0;
  for (const [what, at] of sounds.toSorted(([, a], [, b]) => a - b)) {
    const start = at * pace;
    if (!VIBRATIONS[what] || start < until) continue;
    // A vibration pattern begins with a vibration, here one of no length.
    if (pattern.length === 0 && start > 0) pattern.push(0);
    if (pattern.length > 0) pattern.push(start - until);
    pattern.push(VIBRATIONS[what]);
    until = start + VIBRATIONS[what];
  }
  if (pattern.length > 0) navigator.vibrate(pattern);
};
