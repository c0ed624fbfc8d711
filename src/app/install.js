// The install hint at the foot of the home page: a button where the browser can install the app, otherwise instructions.
const button = document.getElementById("install");
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    event.prompt();
  };
});

// Safari on an iPhone or iPad, outside of the installed app: other browsers there put their name after the version.
if (navigator.standalone === false && /Version\/\S+ (Mobile\/\S+ )?Safari/.test(navigator.userAgent)) {
  const hint = document.getElementById("install-ios");
  try {
    hint.hidden = localStorage.getItem("duello.install") !== null;
    hint.querySelector("button").onclick = () => {
      hint.hidden = true;
      localStorage.setItem("duello.install", "read");
    };
  } catch {
    // Where storage is forbidden a hint could not be dismissed for good, so it is not shown.
  }
}
