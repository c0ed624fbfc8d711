// The thread of its own in which the engine searches. Its address names the engine's program: /engine-worker.js?/pkg/….js. The page
// first sends the compiled program, or null if it has none yet; this answers with the compiled program, which also says that it
// listens. Then each question, a text, is answered by a text. The page ends the worker when it needs no answer.
const program = location.search.slice(1);

const start = async (compiled) => {
  const { initSync, ask } = await import(program);
  const module = compiled ?? (await WebAssembly.compileStreaming(fetch(program.replace(/\.js$/, "_bg.wasm"))));
  initSync({ module });
  onmessage = ({ data }) => postMessage(ask(data));
  postMessage(module);
};

// What fails in a promise is no error of the worker, of which the page would hear.
onmessage = ({ data }) => start(data).catch((error) => setTimeout(() => { throw error; }));
