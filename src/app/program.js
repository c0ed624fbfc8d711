// Starts the page's program (src/lib.rs). The chunks of its parts are fetched as one bundle, which is an eighth smaller than the
// single files; where a service worker controls the page, each chunk comes from its cache.
{
  const [bundle, chunks] = BUNDLE;
  /** The responses for the chunks being loaded, until the loader takes them. */
  const pending = new Map();
  globalThis.takeChunk = (name, base) => {
    const response = pending.get(name);
    pending.delete(name);
    const fetchSingle = () => fetch(new URL(name, base));
    return response?.catch(fetchSingle) ?? fetchSingle();
  };

  const offer = (name, response) => {
    // A failure is reported to the taker only, not as an unhandled rejection.
    response.catch(() => {});
    pending.set(`./${name}`, response);
  };

  /** Splits the bundle, and resolves each chunk as soon as its last byte has arrived. */
  const unpack = async (settlers) => {
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
      settlers.get(name).resolve(new Response(chunk, { headers: { "content-type": "application/wasm" } }));
    }
  };

  if (navigator.serviceWorker?.controller || !bundle) {
    const folder = new URL("PROGRAM", location.href);
    for (const [name] of chunks) offer(name, fetch(new URL(name, folder)));
  } else {
    const settlers = new Map();
    for (const [name] of chunks) offer(name, new Promise((resolve, reject) => settlers.set(name, { resolve, reject })));
    unpack(settlers).catch((reason) => settlers.forEach(({ reject }) => reject(reason)));
  }
}

// Scripts that ask the program something as well wait for it here (public/local-archive.js).
globalThis.startedProgram = import("PROGRAM").then(async (program) => {
  await program.default({ module_or_path: "WASM" });
  return program;
});
startedProgram.then(({ hydrate }) => hydrate());
