//! Sound: rendered and measured, since no test can hear; when it may begin, when it is silent, what is felt with it.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { boardState } from "../games.ts";
import { openKept } from "../kept.ts";
import { MOVING } from "../scene.ts";
import { Table } from "../table.ts";

test.use({ contextOptions: MOVING });

const THEMES = ["walnut", "marble", "night", "garden", "contrast"];
const SOUNDS = ["stone", "capture", "disc", "flip", "joker", "bonus", "again", "pass", "turn", "low", "chat", "no", "win", "loss", "draw"];

/** A sound of the page's own script: what, when (s), how much lies there, where. */
type Sound = [what: string, at: number, much: number, x: number];

/** Renders sounds in a theme, and measures: peak and loudest 50 ms in dBFS, mean, end (ms), and how often it crosses zero. */
function measure(page: Page, theme: string, sounds: Sound[]) {
  return page.evaluate(async ([theme, sounds]) => {
    const path = "/sound.js";
    const { createOutput, scheduleSound } = await import(path);
    document.documentElement.dataset.theme = theme;
    const context = new OfflineAudioContext(2, 48_000 * 3, 48_000);
    const through = createOutput(context);
    for (const [what, at, intensity, x] of sounds) scheduleSound(through, what, at, intensity, x);
    const [left, right] = await context.startRendering().then((all) => [all.getChannelData(0), all.getChannelData(1)]);
    if (!left || !right) throw new Error("two channels");
    const decibels = (level: number) => 20 * Math.log10(level + 1e-9);
    let [peak, mean, last, loudest] = [0, 0, 0, 0];
    for (const samples of [left, right]) {
      samples.forEach((sample, place) => {
        peak = Math.max(peak, Math.abs(sample));
        mean += sample / samples.length / 2;
        if (Math.abs(sample) > 0.001) last = Math.max(last, place);
      });
      for (let from = 0; from + 2_400 < samples.length; from += 480) {
        const power = samples.subarray(from, from + 2_400).reduce((sum, sample) => sum + sample * sample, 0) / 2_400;
        loudest = Math.max(loudest, Math.sqrt(power));
      }
    }
    const energy = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
    const crossings = left.slice(0, last).reduce((count, sample, place) => count + (sample * (left[place - 1] ?? 0) < 0 ? 1 : 0), 0);
    return { peak: decibels(peak), loudest: decibels(loudest), mean: Math.abs(mean), lasts: last / 48, aside: energy(right) / energy(left), pitch: crossings / (last / 48_000) / 2 };
  }, [theme, sounds] as const);
}

test("every sound of every theme is short, quiet and clean", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  for (const theme of THEMES) {
    for (const what of SOUNDS) {
      const { peak, loudest, mean, lasts } = await measure(both.page, theme, [[what, 0.05, 3, 50]]);
      const said = `${theme}: ${what}`;
      expect(peak, said).toBeLessThan(-3);
      expect(loudest, `${said} is heard`).toBeGreaterThan(-36);
      expect(loudest, `${said} is no shock`).toBeLessThan(-14);
      expect(mean, said).toBeLessThan(0.001);
      expect(lasts, said).toBeLessThan(2_300);
    }
    const sowing = Array.from({ length: 13 }, (_, stone): Sound => ["stone", 0.05 + stone * 0.05, stone % 5, 10 + stone * 6]);
    expect((await measure(both.page, theme, sowing)).peak, `${theme}: thirteen stones`).toBeLessThan(-3);
    const all = SOUNDS.map((what): Sound => [what, 0.05, 6, 50]);
    expect((await measure(both.page, theme, all)).peak, `${theme}: all at once`).toBeLessThan(-0.5);
  }
});

test("a stone's pitch and pan follow its pit, and themes sound different", async ({ player }) => {
  const both = await player("both");
  await both.open("/local");
  const stone = (theme: string, much: number, x: number) => measure(both.page, theme, [["stone", 0.05, much, x]]);
  const [low, high] = [await measure(both.page, "walnut", [["flip", 0.05, 1, 50]]), await measure(both.page, "walnut", [["flip", 0.05, 7, 50]])];
  expect(high.pitch).toBeGreaterThan(low.pitch * 1.15);
  expect((await stone("walnut", 2, 5)).aside).toBeLessThan(0.8);
  expect((await stone("walnut", 2, 95)).aside).toBeGreaterThan(1.25);
  const lengths = await Promise.all(THEMES.map(async (theme) => Math.round((await measure(both.page, theme, [["again", 0.05, 0, 50]])).lasts / 25)));
  expect(new Set(lengths).size, `${lengths}`).toBeGreaterThan(3);
});

/** Notes which contexts the page makes, what starts to sound in them, and what is felt. */
async function recordAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { contexts: [] as AudioContext[], voices: 0, felt: [] as unknown[] };
    Object.assign(globalThis, { heard });
    const Original = AudioContext;
    globalThis.AudioContext = class extends Original {
      constructor(options?: AudioContextOptions) {
        super(options);
        heard.contexts.push(this);
      }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      heard.voices += 1;
      start.call(this, when);
    };
    navigator.vibrate = (pattern) => heard.felt.push(pattern) > 0;
  });
}

const heard = (page: Page) =>
  page.evaluate(() => {
    const { contexts, voices, felt } = (globalThis as unknown as { heard: { contexts: AudioContext[]; voices: number; felt: unknown[] } }).heard;
    return { contexts: contexts.map(({ state }) => state), voices, felt: felt.filter((pattern) => pattern !== 0) };
  });

test("sound starts with the first touch and plays with that move's animation", async ({ player }) => {
  const { page } = await player("both");
  await recordAudio(page);
  await page.goto("/local");
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  await expect(page.locator(".board [data-legal]")).not.toHaveCount(0);
  expect(await heard(page)).toEqual({ contexts: [], voices: 0, felt: [] });
  await page.locator("#south-c").click();
  await expect.poll(async () => (await heard(page)).contexts).toEqual(["running"]);
  await page.locator("#south-f").click();
  await expect.poll(async () => (await heard(page)).voices).toBeGreaterThan(8);
  await expect.poll(async () => (await heard(page)).felt.length, "a move is felt as well").toBeGreaterThan(0);
});

/** A game on this device whose first move has sounded; gives what reads the states of its audio devices. */
async function soundGame(page: Page): Promise<() => Promise<string[]>> {
  await recordAudio(page);
  await page.goto("/local");
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  await page.locator("#south-d").click();
  const states = async () => (await heard(page)).contexts;
  await expect.poll(states).toEqual(["running"]);
  return states;
}

test("the audio device is suspended after silence and resumes for a sound", async ({ player }) => {
  const { page } = await player("both");
  const states = await soundGame(page);
  await expect.poll(states, { timeout: 15_000 }).toEqual(["suspended"]);
  const voices = async () => (await heard(page)).voices;
  const before = await voices();
  // Nobody touches the page: somebody else has moved.
  const took = await page.evaluate(async () => {
    const { duello, heard } = globalThis as unknown as { duello: { sound(what: string): void }; heard: { contexts: AudioContext[] } };
    const since = performance.now();
    duello.sound("turn");
    while (heard.contexts.some(({ state }) => state !== "running")) await new Promise((done) => setTimeout(done, 5));
    return performance.now() - since;
  });
  // Of walnut's partials three are heard of each tone. What the device was woken by is left out where waking takes too long.
  if (took < 100) await expect.poll(voices).toBe(before + 3);
  const awake = await voices();
  await page.evaluate(() => {
    const { duello } = globalThis as unknown as { duello: { sound(what: string): void } };
    for (const what of ["turn", "chat"]) duello.sound(what);
  });
  // One tone for the turn, two for what is said.
  await expect.poll(voices).toBe(awake + 9);
});

test("in a hidden tab a call is heard, and nothing else", async ({ player }) => {
  const { page } = await player("both");
  const states = await soundGame(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(states).toEqual(["suspended"]);
  const voices = async () => (await heard(page)).voices;
  const before = await voices();
  const call = (what: string) => page.evaluate((what) => (globalThis as unknown as { duello: Record<string, (what?: string) => void> }).duello[what]?.("chat"), what);
  await call("sound");
  await call("ring");
  // The three partials of one tone.
  await expect.poll(voices).toBe(before + 3);
});

test("m mutes and unmutes at the same volume; muted stays muted", async ({ player }) => {
  const both = await player("both");
  const { page } = both;
  await recordAudio(page);
  await page.addInitScript(() => localStorage.setItem("duello.look", localStorage.getItem("duello.look") ?? "sound=30&vibration=off"));
  await both.open("/local");
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  const html = page.locator("html");
  await page.locator(".board button.pit").first().focus();
  await page.keyboard.press("m");
  await expect(page.locator(".toast")).toHaveText("Sound off");
  await expect(html).toHaveAttribute("data-sound", "0");
  await both.reload();
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  await new Table([page]).play(2);
  expect(await heard(page)).toEqual({ contexts: [], voices: 0, felt: [] });
  await page.locator(".board button.pit").first().focus();
  await page.keyboard.press("m");
  await expect(page.locator(".toast")).toHaveText("Sound on");
  await expect(html).toHaveAttribute("data-sound", "30");
  await page.locator("h1").click();
  await expect.poll(async () => (await heard(page)).contexts).toEqual(["running"]);
  await new Table([page]).play(1);
  await expect.poll(async () => (await heard(page)).voices).toBeGreaterThan(4);
  expect((await heard(page)).felt).toEqual([]);
});

test("reduced motion keeps sound, and a key that skips a move mutes it", async ({ player }) => {
  const { page } = await player("both", { reducedMotion: "reduce" });
  await recordAudio(page);
  await openKept(page, "Mancala", ["sa"], 12);
  await page.waitForFunction(() => "play" in (globalThis as unknown as { duello: object }).duello);
  await page.locator("h1").click();
  await expect.poll(async () => (await heard(page)).contexts).toEqual(["running"]);
  await page.evaluate(() => {
    const cut = { nodes: 0 };
    Object.assign(globalThis, { cut });
    const disconnect = StereoPannerNode.prototype.disconnect as () => void;
    StereoPannerNode.prototype.disconnect = function () {
      cut.nodes += 1;
      disconnect.call(this);
    };
  });
  // All at once: the first stones land while an answer would be on its way.
  const [voices, cut] = await page.evaluate(async () => {
    const { heard, cut } = globalThis as unknown as { heard: { voices: number }; cut: { nodes: number } };
    document.getElementById("north-a")?.click();
    await new Promise((done) => setTimeout(done));
    const { voices } = heard;
    dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
    return [voices, cut.nodes];
  });
  expect(voices, "thirteen stones and a capture").toBeGreaterThan(40);
  expect(cut, "stones that have not landed").toBeGreaterThan(4);
  expect((await boardState(page)).board).toContain("north-store 16");
});
