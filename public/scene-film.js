//! Pictures and films of a board in three dimensions. Loaded when somebody asks for one.
//!
//! `savePicture({ caption })` gives what one sees, a PNG of the size of the open scene; with a `table`, as `readTable` of
//! scene-table.js has it, that table in `width` × `height`.
//! `saveFilm({ steps, count, caption, width, height, onProgress, signal })` gives a video, MP4 where the browser can, else WebM.
//! `steps` are the positions of a game in their order, a list or an async iterable of `{ table, timeline }`: a timeline, as
//! stage.js has it, shows the move that led there. A film is recorded while it is played, and waits while the page is hidden;
//! `onProgress` is given the share of `count` steps that is done, and `signal` ends it with the signal's reason.
//!
//! Theme, lights and camera are those of the settings; a flat board is filmed from the table's view. `caption` stands below the
//! board. Where the processor would draw, both are refused with an error.
import { FORCED, sceneOn, endScene, light, takeView } from "./scene-look.js";

const WIDTH = 1920;
const HEIGHT = 1080;
/** How much smaller a film is that the processor draws. */
const SMALLER = FORCED ? 4 : 1;
/** The line below the board, as a share of the height. */
const CAPTION = 0.06;
const [PAPER, INK] = ["#14110e", "#f3ead9"];
/** Frames a second, and bits a second of a film of that many pixels. */
const FRAMES = 30;
const BITS = 8_000_000;
/** What a browser records, the most widely played first. */
const TYPES = ['video/mp4;codecs="avc1.640028"', "video/mp4", "video/webm;codecs=vp9", "video/webm"];
const typeOf = () => TYPES.find((type) => MediaRecorder.isTypeSupported(type));
/** How long a move lasts at least, how long the board rests after a longer one, and at the end at least, in ms. */
const MOVE_MS = 1_200;
const PAUSE_MS = 500;
const END_MS = 2_000;
/** An encoder that is behind forgets at the stop what waits for it: the end has so many frames at least, unless they take longer than this. */
const END_FRAMES = 40;
const MOST_END_MS = 10_000;
/** So many frames in a row that take longer than this lower the quality by a step. */
const SLOW_FRAMES = 10;
const SLOW_MS = 50;
const LEAST_QUALITY = 2;

const stripOf = (height, caption) => (caption ? Math.round(height * CAPTION) : 0);

/** A sheet of this size, on which a picture is put with the caption below it. */
function sheet(width, height, caption) {
  const strip = stripOf(height, caption);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d", { alpha: false });
  const put = (picture) => {
    pen.fillStyle = PAPER;
    pen.fillRect(0, height - strip, width, strip);
    pen.drawImage(picture, 0, 0, width, height - strip);
    pen.fillStyle = INK;
    pen.font = `600 ${Math.round(strip / 2)}px ${getComputedStyle(document.body).fontFamily}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(caption, width / 2, height - strip / 2, width * 0.96);
  };
  /** Makes a frame of what is there already: recorders are given one only when something is drawn. */
  const again = () => pen.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
  return { canvas, put, again };
}

/** A scene of its own, which looks as the settings say. */
async function studio(width, height) {
  const program = await import(document.querySelector("meta[name=scene]").content);
  await program.default();
  const canvas = document.createElement("canvas");
  const scene = sceneOn(canvas, program);
  scene.resize(width, height, 1);
  light(scene);
  takeView(scene);
  return { canvas, scene, close: () => endScene(scene, canvas) };
}

const blobOf = (canvas) => new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));

export async function savePicture({ table, caption = "", width = WIDTH, height = HEIGHT } = {}) {
  if (!table) {
    const { canvas: seen, scene } = globalThis.duello.scene();
    const { canvas, put } = sheet(seen.width, seen.height + stripOf(seen.height, caption), caption);
    // What is drawn can be read until the browser has shown it.
    scene.frame(performance.now());
    put(seen);
    return blobOf(canvas);
  }
  const { canvas, put } = sheet(width, height, caption);
  const { canvas: drawn, scene, close } = await studio(width, height - stripOf(height, caption));
  try {
    scene.calm(true);
    scene.show(JSON.stringify(table));
    scene.frame(0);
    put(drawn);
    return await blobOf(canvas);
  } finally {
    close();
  }
}

/** Waits for the browser's next frame; throws the reason of the signal. */
const nextFrame = (signal) =>
  new Promise((done, fail) => {
    const stop = () => fail(signal.reason);
    signal?.addEventListener("abort", stop, { once: true });
    requestAnimationFrame((now) => {
      signal?.removeEventListener("abort", stop);
      done(now);
    });
  });

/** Records a canvas from now on, on which something is drawn already: `stop` gives the film. */
function recordingOf(canvas) {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: typeOf(), videoBitsPerSecond: BITS });
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.start(1_000);
  const stop = () =>
    new Promise((done, fail) => {
      recorder.addEventListener("stop", () => done(new Blob(parts, { type: recorder.mimeType })));
      recorder.addEventListener("error", ({ error }) => fail(error));
      recorder.stop();
    });
  return { recorder, stop };
}

export async function saveFilm({ steps, count, caption = "", width = WIDTH / SMALLER, height = HEIGHT / SMALLER, onProgress = () => {}, signal }) {
  signal?.throwIfAborted();
  const { canvas, put, again } = sheet(width, height, caption);
  const { canvas: drawn, scene, close } = await studio(width, height - stripOf(height, caption));
  let recording = null;
  let [time, last, slow, quality] = [0, 0, 0, FORCED ? LEAST_QUALITY : 0];
  scene.quality(quality);
  /** When the scene changes next: while it is still, its picture is only repeated, and the encoder has the processor. */
  let changes = 0;
  let frames = 0;
  const draw = () => {
    if (drawn.getContext("webgl2").isContextLost()) throw new Error("the context is lost");
    const after = scene.frame(time);
    changes = after < 0 ? Infinity : time + after;
    put(drawn);
  };
  const isRecording = () => recording !== null && recording.recorder.state !== "inactive";
  const follow = () => {
    last = 0;
    if (!isRecording()) return;
    if (document.hidden) recording.recorder.pause();
    else recording.recorder.resume();
  };
  /** Lets the film's time go on, and draws it. No frame comes while the page is hidden. */
  const run = async (lasts) => {
    for (const end = time + lasts; time < end; ) {
      const now = await nextFrame(signal);
      const since = last > 0 ? now - last : 0;
      time += since;
      last = now;
      frames += 1;
      slow = since > SLOW_MS ? slow + 1 : 0;
      if (slow >= SLOW_FRAMES && quality < LEAST_QUALITY) {
        [slow, quality] = [0, quality + 1];
        scene.quality(quality);
        changes = 0;
      }
      if (time >= changes) draw();
      else again();
    }
  };
  document.addEventListener("visibilitychange", follow);
  try {
    let done = 0;
    for await (const { table, timeline } of steps) {
      signal?.throwIfAborted();
      const text = JSON.stringify(table);
      const isMove = done > 0 && timeline;
      if (!isMove) scene.show(text);
      const lasts = isMove ? scene.play(text, timeline, 1) : 0;
      changes = 0;
      if (!recording) {
        draw();
        recording = recordingOf(canvas);
        again();
      }
      await run(Math.max(MOVE_MS, lasts + PAUSE_MS));
      done += 1;
      onProgress(done / count);
    }
    const [before, latest] = [frames, time + MOST_END_MS];
    await run(END_MS);
    while (frames < before + END_FRAMES && time < latest) await run(1);
    // The last frame lasts until the one after it.
    await nextFrame(signal);
    again();
    await nextFrame(signal);
    return await recording.stop();
  } finally {
    document.removeEventListener("visibilitychange", follow);
    if (isRecording()) recording.recorder.stop();
    close();
  }
}
