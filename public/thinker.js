// A thread of its own for the computer's play: the page's own program, already compiled, sent here by the page. It is
// asked by texts and answers each by a text; an empty one says that it is there. The page ends it when it need not answer.
const start = async ([program, module]) => {
  const { initSync, think } = await import(program);
  initSync({ module });
  onmessage = ({ data }) => postMessage(think(data));
  postMessage("");
};

// What fails in a promise is no error of the worker, of which the page would hear.
onmessage = ({ data }) => start(data).catch((error) => setTimeout(() => { throw error; }));
