// Starts the page's program: src/lib.rs goes on. The chunks of its parts come in one file, which is an eighth smaller than all of
// them apart; but where a service worker has kept them, it gives each.
{
  const [bundle, chunks] = BUNDLE;
  /** The answers for the chunks that are on their way, until somebody takes them. */
  const coming = new Map();
  globalThis.takeChunk = (name, base) => {
    const taken = coming.get(name);
    coming.delete(name);
    const alone = () => fetch(new URL(name, base));
    return taken?.catch(alone) ?? alone();
  };

  const comes = (name, answer) => {
    // Whoever takes it hears of a failure, and nobody else.
    answer.catch(() => {});
    coming.set(`./${name}`, answer);
  };

  /** Gives each chunk as soon as the last of its bytes has come. */
  const unpack = async (settle) => {
    const reader = (await fetch(bundle)).body.getReader();
    let read = new Uint8Array();
    for (const [name, size] of chunks) {
      const chunk = new Uint8Array(size);
      for (let filled = 0; ; ) {
        const next = read.subarray(0, size - filled);
        chunk.set(next, filled);
        read = read.subarray(next.length);
        filled += next.length;
        if (filled === size) break;
        const { done, value } = await reader.read();
        if (done) throw new Error(`${bundle} is cut short`);
        read = value;
      }
      settle.get(name).found(new Response(chunk, { headers: { "content-type": "application/wasm" } }));
    }
  };

  if (navigator.serviceWorker?.controller || !bundle) {
    const folder = new URL("PROGRAM", location.href);
    for (const [name] of chunks) comes(name, fetch(new URL(name, folder)));
  } else {
    const settle = new Map();
    for (const [name] of chunks) comes(name, new Promise((found, lost) => settle.set(name, { found, lost })));
    unpack(settle).catch((reason) => settle.forEach(({ lost }) => lost(reason)));
  }
}

import("PROGRAM").then(async ({ default: start, hydrate }) => {
  await start({ module_or_path: "WASM" });
  await hydrate();
});
