// Says that a name was saved, and how others see it if that is not what was typed: the page comes back with the new name.
{
  const NAMED = "duello.named";
  const field = document.getElementById("name");
  const said = document.querySelector(".name-said");
  try {
    const typed = sessionStorage.getItem(NAMED);
    sessionStorage.removeItem(NAMED);
    // A name that was refused is told of by the page itself.
    if (typed !== null && field && said && !new URL(location).searchParams.has("problem")) {
      const seen = field.defaultValue;
      // A moment later, when screen readers have read the page's name, and notice what is put into it.
      setTimeout(() => (said.textContent = seen === typed ? said.dataset.saved : said.dataset.seen.replace("{name}", seen)), 500);
      setTimeout(() => said.replaceChildren(), 8000);
    }
  } catch {}
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || !field || field.form !== target) return;
    try {
      sessionStorage.setItem(NAMED, field.value);
    } catch {}
  });
}
