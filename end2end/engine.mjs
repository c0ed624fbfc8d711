//! The engine as it is shipped, asked without the page that asks it usually: the worker, and the program that the page names.

/**
 * Asks the worker these questions, one after the other. Runs in the browser, on a page of the app.
 * @param {string[]} questions
 * @returns {Promise<{ answer: string; seconds: number }[]>}
 */
export async function askAll(questions) {
  const worker = new Worker(document.querySelector("meta[name=engine]")?.getAttribute("content") ?? "", { type: "module" });
  /** @returns {Promise<string>} */
  const next = () =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  worker.postMessage(null);
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
