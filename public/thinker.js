// A thread of its own for the computer's play: the page's own program, already compiled, sent here by the page. It is
// asked by texts and answers each by a text; an empty one says that it is there. The page ends it when it need not answer.
onmessage = async ({ data: [program, module] }) => {
  const { initSync, think } = await import(program);
  initSync({ module });
  onmessage = ({ data }) => postMessage(think(data));
  postMessage("");
};
