//! The page's engine, asked without the page: its worker, with the program that the page itself runs.

/**
 * Asks the worker these questions, one after the other. Runs in the browser, on a page of the app.
 * @param {string[]} questions
 * @returns {Promise<{ answer: string; seconds: number }[]>}
 */
export async function askAll(questions) {
  /** @param {string} selector */
  const named = (selector) => document.querySelector(selector)?.getAttribute("href") ?? "";
  const program = named("link[rel=modulepreload]");
  const module = await WebAssembly.compileStreaming(fetch(named("link[rel=preload][type='application/wasm']")));
  const worker = new Worker(`/thinker.js?${program}`, { type: "module" });
  /** @returns {Promise<string>} */
  const next = () =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  worker.postMessage([program, module]);
  await next();
  const answers = [];
  for (const question of questions) {
    const begun = performance.now();
    worker.postMessage(question);
    answers.push({ answer: await next(), seconds: (performance.now() - begun) / 1000 });
  }
  worker.terminate();
  return answers;
}
