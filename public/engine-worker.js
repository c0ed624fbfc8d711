// The web worker in which the engine searches. Its address names the engine's program:
// /engine-worker.js?/pkg/….js. The page first sends the compiled module, or null if it has none yet; the
// worker answers with the compiled module, which also says that it is ready. Then each question, a text, is
// answered by a text. The page terminates the worker when it needs no answer.
const program = location.search.slice(1);

const start = async (compiled) => {
  const { initSync, ask } = await import(program);
  const module = compiled ?? (await WebAssembly.compileStreaming(fetch(program.replace(/\.js$/, "_bg.wasm"))));
  initSync({ module });
  onmessage = ({ data }) => postMessage(ask(data));
  postMessage(module);
};

// An error in a promise would not reach the page's onerror; thrown from a timer it does.
onmessage = ({ data }) => start(data).catch((error) => setTimeout(() => { throw error; }));
